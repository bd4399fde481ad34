import type { SnapshotFrom } from 'xstate';
import { authMachine } from '#machines/account/auth.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import type { Session, SignedIn } from '#machines/connection/session.ts';
import { modelOf, type ModelOptions } from '../graph.ts';

type Options = ModelOptions<typeof authMachine, SnapshotFrom<typeof authMachine>>;
interface People {
  readonly session: Session;
  /** The same user under another name, in a session that ends later. */
  readonly renamed: Session;
  readonly unverified: SignedIn;
  readonly wrong: string;
}

/** The session with every possible event, in any order unless `may` forbids it. */
export function authModel(
  { session, renamed, unverified, wrong }: People,
  options: Pick<Options, 'may'> = {},
) {
  const login = { type: 'login.submit', email: session.user.email, password: 'secret' } as const;
  return modelOf(authMachine, {
    ...options,
    // At the end of one session and before that of the other: both branches of the expiry are walked.
    input: { now: () => session.expiresAt },
    events: {
      'login.submit': [login, { ...login, password: '' }],
      'login.edited': [{ type: 'login.edited' }],
      'auth.signOut': [{ type: 'auth.signOut' }],
      'session.ended': [
        { type: 'session.ended', reason: 'changed' },
        { type: 'session.ended', reason: 'deleted' },
        { type: 'session.ended', reason: 'role' },
      ],
      'session.changed': [
        { type: 'session.changed', session },
        { type: 'session.changed', session: renamed },
        { type: 'session.changed', session: null },
      ],
      'clock.corrected': [{ type: 'clock.corrected' }],
    },
    done: {
      restore: [success(session), success(null)],
      renew: [success(renamed), success(null), refusal('This account was deleted.')],
      signIn: [success({ session }), success(unverified), refusal(wrong)],
    },
    at: ({ context }) => [context.message, context.session?.expiresAt],
  });
}
