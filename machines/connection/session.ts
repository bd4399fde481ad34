import type { User } from '#machines/contract/entities.ts';
import type { ServerEvent } from '#machines/contract/events.ts';

/** Who is signed in. The token itself never enters a chart: the storage has it. */
export interface Session {
  readonly user: User;
  /** When the token ends, epoch ms on the server's clock. */
  readonly expiresAt: number;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** What a right password leads to. `sent`: a verification mail is on its way already. */
export type SignedIn =
  | { readonly session: Session }
  | {
      readonly session: null;
      readonly email: string;
      readonly message: string;
      readonly sent: boolean;
    };

/** The session as it is now, or null: signed out. To the parent chart, on every change. */
export interface AuthChanged {
  readonly type: 'auth.changed';
  readonly session: Session | null;
}

/** The server no longer takes the token. */
export interface SessionEnded {
  readonly type: 'session.ended';
  readonly reason: ServerEvent<'signed-out'>['reason'];
}

/** `now` reads differently than before: a newly measured offset, a stepped clock. */
export interface ClockCorrected {
  readonly type: 'clock.corrected';
}
