import type { Audience, ReleaseWindows } from '#machines/contract/entities.ts';
import { ANSWER_GRACE_MS, LIMITS } from '#machines/contract/limits.ts';
import { LOCKED_LABEL, MESSAGES } from '#machines/contract/messages.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import { textProblem } from '#machines/contract/text.ts';
import { otherAudience } from '#machines/contract/audience.ts';
import { windowState } from './schedule.ts';

/** Why an answer does not count. `other`: the server's own text says it. */
export type RefusalReason = 'expired' | 'locked' | 'withheld' | 'already' | 'other';

/** What one may do with a question now, and why not. Times: epoch ms of the server's clock. */
export type AnswerWindow =
  | { readonly isOpen: true; readonly closesAt: number | null }
  | {
      readonly isOpen: false;
      readonly closesAt: number | null;
      readonly reason: RefusalReason;
      readonly message: string;
    };

/** What the reader is told; `lateMs` after the closing was it sent, null: not late, or nobody knows. */
export interface Refusal {
  readonly message: string;
  readonly reason: RefusalReason;
  readonly lateMs: number | null;
}

const REASONS: Readonly<Record<string, RefusalReason>> = {
  expired: 'expired',
  locked: 'locked',
  withheld: 'withheld',
  already: 'already',
};

/** Codes of refusals that say nothing about the answer: nobody was there, or too busy to look. */
const UNDECIDED = new Set(['network', 'busy']);

/** The window of a question as its answer dialog needs it; null: the question is gone. */
export function answerWindow(
  windows: ReleaseWindows | null,
  audience: Audience,
  now: number,
): AnswerWindow {
  const closesAt = windows?.[audience].closesAt ?? null;
  const known = windows === null ? 'withheld' : windowState(windows, audience, now);
  if (known === 'open') return { isOpen: true, closesAt };
  const state = known === 'scheduled' ? 'withheld' : known;
  const message = {
    expired: MESSAGES.answer.expired,
    locked: LOCKED_LABEL[otherAudience(audience)],
    withheld: MESSAGES.answer.notReleased,
  }[state];
  return { isOpen: false, closesAt, reason: state, message };
}

/** The text as it is sent, or the refusal to show at the field (specification §5). */
export function checkAnswer(text: string): Outcome<string> {
  const problem = textProblem(text, LIMITS.answerLength, MESSAGES.answer.empty);
  return problem === null ? success(text.trim()) : refusal(problem);
}

/** Whether the answer may be sent again, since the server has said neither yes nor no. */
export function isUndecided(reply: Outcome<unknown>): boolean {
  return !reply.ok && UNDECIDED.has(reply.code ?? '');
}

/** What the server's refusal of an answer sent at `sentAt` (epoch ms) means. */
export function refusedBy(
  reply: { code?: string; message: string },
  window: AnswerWindow,
  sentAt: number,
): Refusal {
  const reason = REASONS[reply.code ?? ''] ?? REASONS[reply.message] ?? 'other';
  const lateMs = reason === 'expired' ? latenessMs(window, sentAt) : null;
  return { message: reply.message, reason, lateMs };
}

/** By how much an answer sent at `sentAt` missed the closing, ms; null: no closing is known. */
export function latenessMs({ closesAt }: AnswerWindow, sentAt: number): number | null {
  return closesAt === null ? null : Math.max(sentAt - closesAt, 0);
}

/** Whether after such a refusal nothing counts until the window opens again. */
export function isShutting(reason: RefusalReason | null): boolean {
  return reason === 'expired' || reason === 'locked' || reason === 'withheld';
}

/** Whether it is no use to send an answer at `now`: the last instant is the server's to judge. */
export function isPastAnswering(window: AnswerWindow, now: number): boolean {
  if (window.isOpen) return false;
  const late = latenessMs(window, now);
  return window.reason !== 'expired' || late === null || late > ANSWER_GRACE_MS;
}
