import { m } from 'messages';
import { emailVerificationMachine } from '#machines/account/email-verification.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { resend } from '#src/effects/provide/auth.ts';
import { promiseActor, serverMessage } from '#src/effects/provide/effect.ts';

export const provideEmailVerification = (runtime: Runtime) =>
  emailVerificationMachine.provide({
    actors: {
      verify: promiseActor(async (query: { email: string; hash: string }, signal) => {
        const texts = { fallback: m.verificationFailed(), network: m.networkServer() };
        const answer = await runtime.call('verifyEmail', { query }, texts, signal);
        return serverMessage(answer, m.verificationSuccess());
      }),
      resend: promiseActor(({ email }: { email: string }, signal) =>
        resend(runtime, email, signal),
      ),
    },
  });
