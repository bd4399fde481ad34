import type { OwnAnswer } from './contract/entities.ts';
import type { LineEvent } from './kit/realtime.ts';

/** What the reader may do with the question, as the parent sees it. Times: epoch ms, server's clock. */
export type AnswerWindow =
  | { readonly isOpen: true; readonly closesAt: number | null }
  | {
      readonly isOpen: false;
      readonly closesAt: number | null;
      readonly reason: 'expired' | 'locked' | 'withdrawn';
      readonly message: string;
    };

/** Why an answer does not count: one of the windows', answered before, or the server's own text. */
export type RefusalReason = 'expired' | 'locked' | 'withdrawn' | 'already' | 'other';

export interface AnswerInput {
  readonly userId: string;
  readonly gameSessionId: string;
  readonly window: AnswerWindow;
  readonly isLineUp: boolean;
  readonly now: () => number;
}

export type AnswerEvent =
  | LineEvent
  | { readonly type: 'window.changed'; readonly window: AnswerWindow }
  /** The text so far; kept on the device as a draft. */
  | { readonly type: 'answer.edit'; readonly text: string }
  | { readonly type: 'answer.submit'; readonly text: string }
  /** Leaves the dialog; the draft stays. Not possible while an answer is on its way. */
  | { readonly type: 'answer.cancel' };

/** What a view shows: the answer's state in one word (design: 'The player on a phone'). */
export type AnswerStatus = 'recalling' | 'draft' | 'sending' | 'waiting' | 'refused' | 'saved';

/** How the dialog ended: with the stored answer, or null when it was left. */
export type AnswerOutput = OwnAnswer | null;
