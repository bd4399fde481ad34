import { m } from 'messages';
import { CONTACT_DELAY_MS, FEEDBACK_DELAY_MS } from '#machines/contract/limits.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import {
  cancelEmailChangeForm,
  type CancelEmailChangeValues,
  contactForm,
  type ContactValues,
  feedbackForm,
  type FeedbackValues,
  forgotForm,
  type ForgotValues,
  isNewPassword,
  profileForm,
  type ProfileValues,
  registerForm,
  type RegisterValues,
  resetForm,
  type ResetValues,
} from '#machines/account/forms.ts';
import type { Runtime } from '../runtime.ts';
import { formPort, serverMessage } from './effect.ts';

export const provideRegister = ({ call }: Runtime) =>
  registerForm.provide(
    formPort(async (body: RegisterValues, signal) => {
      const texts = { fallback: m.registerFailed(), network: m.networkServer() };
      const answer = await call('register', { body }, texts, signal);
      return serverMessage(answer, m.registerAccepted());
    }),
  );

export const provideForgot = ({ call }: Runtime) =>
  forgotForm.provide(
    formPort(async (body: ForgotValues, signal) =>
      serverMessage(
        await call('forgotPassword', { body }, { fallback: m.forgotFailed() }, signal),
        m.forgotSent(),
      ),
    ),
  );

export const provideReset = ({ call }: Runtime) =>
  resetForm.provide(
    formPort(async ({ token, password }: ResetValues, signal) => {
      const body = { token, newPassword: password };
      const answer = await call('resetPassword', { body }, { fallback: m.resetFailed() }, signal);
      // The call's field `newPassword` is the form's `password`.
      const isAboutIt = !answer.ok && answer.field === 'newPassword';
      return serverMessage(isAboutIt ? { ...answer, field: 'password' } : answer, m.resetDone());
    }),
  );

export const provideCancelEmailChange = ({ call }: Runtime) =>
  cancelEmailChangeForm.provide(
    formPort(async (body: CancelEmailChangeValues, signal) => {
      const texts = { fallback: m.cancelEmailChangeFailed() };
      return serverMessage(await call('cancelEmailChange', { body }, texts, signal));
    }),
  );

/** Saves the profile and updates the stored session. */
export const saveProfile = async (
  { call, session }: Runtime,
  { name, email, password }: ProfileValues,
  signal: AbortSignal,
): Promise<Outcome<string | undefined>> => {
  const body = {
    name: name.trim(),
    email: email.trim(),
    ...(isNewPassword(password) ? { password } : {}),
  };
  const answer = await call(
    'updateProfile',
    { body },
    { fallback: m.profileFailed(), logIn: m.profileLogIn() },
    signal,
  );
  if (!answer.ok) return answer;
  const { token, user, message } = answer.value;
  session.update(user, token);
  return success(message);
};
export const provideProfile = (runtime: Runtime) =>
  profileForm.provide(formPort((values, signal) => saveProfile(runtime, values, signal)));

/** Sending is simulated (specification §2): it takes some time and succeeds. */
const simulated =
  ({ timers }: Runtime, delayMs: number) =>
  async (_values: unknown, signal: AbortSignal): Promise<Outcome<null>> => {
    await new Promise<void>((resolve) => {
      const timer = timers.setTimeout(resolve, delayMs);
      signal.addEventListener('abort', () => timers.clearTimeout(timer));
    });
    return success(null);
  };
export const provideContact = (runtime: Runtime) =>
  contactForm.provide(formPort<ContactValues, null>(simulated(runtime, CONTACT_DELAY_MS)));
export const provideFeedback = (runtime: Runtime) =>
  feedbackForm.provide(formPort<FeedbackValues, null>(simulated(runtime, FEEDBACK_DELAY_MS)));
