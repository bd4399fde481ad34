import { m } from 'messages';
import type { Audience, ReleaseWindows } from '#machines/contract/entities.ts';
import { ANSWER_GRACE_MS, LIMITS } from '#machines/contract/limits.ts';
import { lockedLabel } from '#machines/contract/messages.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import { textProblem } from '#machines/contract/text.ts';
import { otherAudience } from '#machines/contract/audience.ts';
import { windowState } from './schedule.ts';

/** Why an answer does not count. `other`: the server's text has the reason. */
export type RefusalReason = 'expired' | 'locked' | 'withheld' | 'already' | 'other';

/** Whether a question can be answered now, and why not. Times: epoch ms of the server's clock. */
export type AnswerWindow =
  | { readonly isOpen: true; readonly closesAt: number | null }
  | {
      readonly isOpen: false;
      readonly closesAt: number | null;
      readonly reason: RefusalReason;
      readonly message: string;
    };

/** A refusal to display. `lateMs`: time from the closing to the sending; null: not late, or unknown. */
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

/** Refusal codes that say nothing about the answer: no reply, or a server too busy to decide. */
const UNDECIDED = new Set(['network', 'busy']);

/** Whether an audience may answer a question at `now`, for the answer dialog; `windows` null: the question is gone. */
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
    expired: m.answerExpired(),
    locked: lockedLabel(otherAudience(audience)),
    withheld: m.answerNotReleased(),
  }[state];
  return { isOpen: false, closesAt, reason: state, message };
}

/** The text to send, or the refusal to show at the field (specification §5). */
export function checkAnswer(text: string): Outcome<string> {
  const problem = textProblem(text, LIMITS.answerLength, m.answerEmpty());
  return problem === null ? success(text.trim()) : refusal(problem);
}

/** Whether the answer may be sent again because the server has neither accepted nor refused it. */
export function isUndecided(reply: Outcome<unknown>): boolean {
  return !reply.ok && UNDECIDED.has(reply.code ?? '');
}

/** Interprets the server's refusal of an answer sent at `sentAt` (epoch ms). */
export function refusedBy(
  reply: { code?: string; message: string },
  window: AnswerWindow,
  sentAt: number,
): Refusal {
  const reason = REASONS[reply.code ?? ''] ?? REASONS[reply.message] ?? 'other';
  const lateMs = reason === 'expired' ? latenessMs(window, sentAt) : null;
  return { message: reply.message, reason, lateMs };
}

/** How long after the closing an answer was sent, ms; 0: in time; null: the closing is not known. */
export function latenessMs({ closesAt }: AnswerWindow, sentAt: number): number | null {
  return closesAt === null ? null : Math.max(sentAt - closesAt, 0);
}

/** Whether a refusal for this reason holds for every answer until the window opens again. */
export function isShutting(reason: RefusalReason | null): boolean {
  return reason === 'expired' || reason === 'locked' || reason === 'withheld';
}

/** Whether sending an answer at `now` is pointless: within the grace period only the server can judge. */
export function isPastAnswering(window: AnswerWindow, now: number): boolean {
  if (window.isOpen) return false;
  const late = latenessMs(window, now);
  return window.reason !== 'expired' || late === null || late > ANSWER_GRACE_MS;
}
