import type { Audience, ReleaseWindow, RoleId } from '#machines/contract/entities.ts';

/** All times are epoch ms. Servers and tests use the clock of one machine. */

/** A text that a player sent, and what came back. */
export interface Attempt {
  readonly playerId: string;
  readonly gameSessionId: string;
  readonly text: string;
  readonly sentAt: number;
  readonly endedAt: number;
  /** 0: no reply, so the outcome is unknown. */
  readonly status: number;
  readonly code: string | null;
  /** The time of the acknowledged answer; null: none. */
  readonly answeredAt: number | null;
  readonly answerText: string | null;
}

/** A producer's act on one audience's window; it happened between `from` and `to`. */
export interface Act {
  readonly gameSessionId: string;
  readonly audience: Audience;
  /** Null: no reply came, so the window is unknown. */
  readonly window: ReleaseWindow | null;
  readonly from: number;
  readonly to: number;
}

/** A role that a person was given between `from` and `to`. */
export interface RoleChange {
  readonly playerId: string;
  readonly roleId: RoleId;
  readonly from: number;
  readonly to: number;
}

/** A deletion that was asked for; null: no reply came. */
export interface Deletion {
  readonly id: string;
  readonly isDone: boolean | null;
}

/** All requests to the servers and their replies, in the order of the replies. */
export class Ledger {
  readonly attempts: Attempt[] = [];
  readonly acts: Act[] = [];
  readonly roles: RoleChange[] = [];
  readonly deletedPlayers: Deletion[] = [];
  readonly deletedSessions: Deletion[] = [];
  /** Unexpected replies, with their counts. */
  readonly strange = new Map<string, number>();
  /** The number of replies by call and status. */
  readonly replies = new Map<string, number>();

  countReply(call: string, status: number): void {
    const key = `${call} ${status}`;
    this.replies.set(key, (this.replies.get(key) ?? 0) + 1);
  }

  noteStrange(what: string): void {
    this.strange.set(what, (this.strange.get(what) ?? 0) + 1);
  }
}
