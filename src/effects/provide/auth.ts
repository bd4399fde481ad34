import { m } from 'messages';
import { fromCallback } from 'xstate';
import { authMachine } from '#machines/account/auth.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import type { Credentials, Session, SignedIn } from '#machines/connection/session.ts';
import { resendForm } from '#machines/account/resend.ts';
import { keepLanguage } from '../language.ts';
import type { Runtime } from '../runtime.ts';
import { promiseActor, formPort, serverMessage } from './effect.ts';

/** AUTH-1: returns the stored session if it has not expired by the server's clock. */
export const restore = async (
  { session, clock, call }: Runtime,
  signal: AbortSignal,
): Promise<Outcome<Session | null>> => {
  const held = await session.read();
  if (held === null) return success(null);
  const isLive = () => held.expiresAt > clock.now();
  // The device's clock may be wrong; each reply of the server corrects it.
  if (!isLive()) await call('config', {}, { fallback: m.networkServer() }, signal);
  if (isLive()) return success(held);
  session.clear();
  return success(null);
};

/** AUTH-9: exchanges the stored token for a token with the current role. */
export const renew = async (
  { session, call }: Runtime,
  signal: AbortSignal,
): Promise<Outcome<Session | null>> => {
  const token = session.token() ?? '';
  const texts = { fallback: m.connectionSignedOutElsewhere() };
  const answer = await call('renewSession', { body: { token } }, texts, signal);
  // The session has changed in the meantime, which `watchStorage` reports.
  if (session.token() !== token) return success(null);
  if (answer.ok) {
    session.write(answer.value.token, answer.value.user);
    return success(await session.read());
  }
  if (answer.status !== 401) return success(null);
  return refusal(answer.code === 'deleted' ? answer.message : m.connectionSignedOutElsewhere());
};

/** AUTH-2…4: signs in and stores the session, or reports that the address must be verified first. */
export const signIn = async (
  { session, call }: Runtime,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<Outcome<SignedIn>> => {
  const texts = { fallback: m.loginFailed(), network: m.networkServer() };
  const answer = await call('login', { body: credentials }, texts, signal);
  if (answer.ok) {
    const { token, user, language } = answer.value;
    session.write(token, user);
    if (language !== undefined) keepLanguage(document, language);
    const entered = await session.read();
    return entered === null ? refusal(m.loginFailed()) : success({ session: entered });
  }
  const { needsVerificationSchema } = await import('#machines/contract/call.ts');
  const asked = needsVerificationSchema.safeParse(answer.reply).data;
  if (!asked) return answer;
  const { email, error: message, verificationEmailSent: sent } = asked;
  return success({ session: null, email, message, sent });
};

/** Sends the verification mail again. */
export const resend = async (
  { call }: Runtime,
  email: string,
  signal: AbortSignal,
): Promise<Outcome<string>> => {
  const texts = { fallback: m.verificationResendFailed(), network: m.networkServer() };
  const answer = await call('resendVerification', { body: { email } }, texts, signal);
  return serverMessage(answer, m.verificationSent());
};

/** AUTH-5, AUTH-7: watches the storage shared by all tabs, and clears it. */
const watchStorage = ({ session, clock }: Runtime) =>
  fromCallback<{ type: 'session.clear' }, undefined>(({ sendBack, receive }) => {
    receive(() => session.clear());
    const tell = async () => {
      const held = await session.read();
      const isLive = held !== null && held.expiresAt > clock.now();
      sendBack({ type: 'session.changed', session: isLive ? held : null });
    };
    return session.subscribe(() => void tell());
  });

export const provideAuth = (runtime: Runtime) =>
  authMachine.provide({
    actors: {
      restore: promiseActor((_: undefined, signal) => restore(runtime, signal)),
      renew: promiseActor((_: undefined, signal) => renew(runtime, signal)),
      signIn: promiseActor((credentials: Credentials, signal) =>
        signIn(runtime, credentials, signal),
      ),
      storage: watchStorage(runtime),
      resend: resendForm.provide(
        formPort(({ email }: { email: string }, signal) => resend(runtime, email, signal)),
      ),
    },
  });
