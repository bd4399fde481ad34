import type { QuestionFilter } from './contract/calls.ts';
import type { ActiveQuestion, Audience, OwnAnswer, User } from './contract/entities.ts';
import type { LineEvent, RealtimeEvent } from './kit/realtime.ts';
import type { WindowState } from './rules/schedule.ts';

export interface QuestionsInput {
  readonly user: User;
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}

export type QuestionsEvent =
  | RealtimeEvent
  | LineEvent
  | { readonly type: 'clock.corrected' }
  | { readonly type: 'questions.filter'; readonly filter: QuestionFilter }
  | { readonly type: 'questions.retry' }
  | { readonly type: 'question.select'; readonly gameSessionId: string }
  /** Opens the answer dialog, if the question may be answered now. */
  | { readonly type: 'answer.open'; readonly gameSessionId: string }
  /** From the windows and expiries this chart spawns: look at the clock again. */
  | { readonly type: 'window.lapsed' }
  | { readonly type: 'question.ended' };

/** What a question is to one audience now. */
export interface Standing {
  readonly state: WindowState;
  readonly isTimed: boolean;
  /** Epoch ms of the server's clock; null: open until revoked, or never released. */
  readonly closesAt: number | null;
  /** 'Contestant-only mode active' and its twin, while `locked`. */
  readonly label: string | null;
}

/** A question as a list, a card or the dialog shows it. */
export interface QuestionView {
  readonly gameSessionId: string;
  readonly questionId: string;
  /** Null: the reader may know that it exists, not what it says. */
  readonly text: string | null;
  readonly startTime: string;
  readonly endTime: string;
  /** By the reader's own audience; null for an admin, who sees both and answers neither. */
  readonly own: Standing | null;
  readonly standings: Readonly<Record<Audience, Standing>>;
  readonly answer: OwnAnswer | null;
  readonly isAnswerable: boolean;
}

export interface QuestionsContext extends QuestionsInput {
  readonly filter: QuestionFilter;
  readonly questions: readonly ActiveQuestion[];
  /** One's own, by game session. */
  readonly answers: Readonly<Record<string, OwnAnswer>>;
  /** Newest version of the feed seen; null: unknown. */
  readonly version: number | null;
  /** The instant (server's clock, epoch ms) for which the picture holds. */
  readonly at: number;
  readonly selectedId: string | null;
  /** Why the list could not be loaded. */
  readonly message: string | null;
}
