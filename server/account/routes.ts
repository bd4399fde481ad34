import { type Handlers, recording } from '#server/http/route.ts';
import { cancelEmailChange } from './cancel-email-change.ts';
import { createUser } from './create-user.ts';
import { updateProfile } from './profile.ts';
import { register } from './register.ts';
import { forgotPassword, resetPassword } from './reset.ts';
import type { AuthServices } from './services.ts';
import { renewSession } from './renew.ts';
import { signIn } from './sign-in.ts';
import { resendVerification, verifyEmail } from './verification.ts';

export const authHandlers = (services: AuthServices) =>
  ({
    register: ({ body, address, caller }) => register(services, body, { address, caller }),
    login: async ({ body, address, cookies, setCookie }) => {
      const { devices } = services;
      const deviceId = devices.idOf(cookies, body.email);
      const reply = await signIn(services, body, { address, deviceId });
      setCookie(devices.cookieFor(body.email, deviceId));
      return reply;
    },
    renewSession: ({ body }) => renewSession(services, body.token),
    verifyEmail: ({ query }) => verifyEmail(services, query),
    resendVerification: ({ body, address }) => resendVerification(services, body.email, address),
    forgotPassword: ({ body, address }) => forgotPassword(services, body.email, address),
    resetPassword: ({ body, address }) => resetPassword(services, body, address),
    cancelEmailChange: ({ body }) => cancelEmailChange(services, body),
    createUser: ({ body, caller, record }) => createUser(recording(services, record), body, caller),
    updateProfile: ({ caller, body }) => updateProfile(services, caller, body),
  }) satisfies Handlers;
