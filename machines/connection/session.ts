import type { User } from '#machines/contract/entities.ts';
import type { ServerEvent } from '#machines/contract/events.ts';

/** The signed-in user. Charts never hold the token itself; it stays in the storage. */
export interface Session {
  readonly user: User;
  /** When the token expires, epoch ms on the server's clock. */
  readonly expiresAt: number;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * The reply to a correct password; without a session the address is not verified yet. `sent`: a verification mail was
 * sent.
 */
export type SignedIn =
  | { readonly session: Session }
  | {
      readonly session: null;
      readonly email: string;
      readonly message: string;
      readonly sent: boolean;
    };

/** The current session, or null when signed out. Sent to the parent on every change. */
export interface AuthChanged {
  readonly type: 'auth.changed';
  readonly session: Session | null;
}

/** The server rejects the token. */
export interface SessionEnded {
  readonly type: 'session.ended';
  readonly reason: ServerEvent<'signed-out'>['reason'];
}

/** `now` has jumped: a new offset was measured, or the clock was set. */
export interface ClockCorrected {
  readonly type: 'clock.corrected';
}
