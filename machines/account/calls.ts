import { m } from 'messages';
import * as z from 'zod/mini';
import { linkSecret } from '#machines/contract/address.ts';
import {
  emailSchema,
  languageTagSchema,
  nameSchema,
  roleIdSchema,
  userSchema,
} from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { call, messageReply } from '#machines/contract/call.ts';

const passwordSchema = z
  .string()
  .check(z.maxLength(LIMITS.passwordLength, { error: m.passwordTooLong }));

/** The secret of a mailed link. */
const mailedTokenSchema = z
  .string()
  .check(z.overwrite(linkSecret), z.minLength(1), z.maxLength(200));

/** A password typed at sign-in. Any length passes, so that every wrong password gets the same reply. */
const typedPasswordSchema = z
  .string()
  .check(z.minLength(1, { error: m.loginRequired }), z.maxLength(1_000));

export const signedInSchema = z.object({ token: z.string(), user: userSchema });

/** Calls about accounts and signing in. */
export const authCalls = {
  register: call({
    method: 'POST',
    path: '/api/auth/register',
    limit: 'mail',
    status: 201,
    summary: 'Create a home viewer account and mail a verification link',
    body: z.strictObject({ name: nameSchema, email: emailSchema, password: passwordSchema }),
    reply: messageReply,
  }),
  login: call({
    method: 'POST',
    path: '/api/auth/login',
    limit: 'login',
    summary: 'Sign in',
    body: z.strictObject({ email: emailSchema, password: typedPasswordSchema }),
    reply: z.extend(signedInSchema, {
      /** The language that the account has chosen. */
      language: z.optional(languageTagSchema),
    }),
  }),
  renewSession: call({
    method: 'POST',
    path: '/api/auth/renew',
    limit: 'address',
    summary:
      'Exchange a token for one with the current role; it expires when the old one would have',
    body: z.strictObject({ token: z.string().check(z.maxLength(LIMITS.tokenLength)) }),
    reply: signedInSchema,
  }),
  verifyEmail: call({
    method: 'GET',
    path: '/api/auth/verify-email',
    limit: 'address',
    summary: 'Verify an address with the mailed link',
    query: z.object({
      email: emailSchema,
      hash: mailedTokenSchema,
    }),
    reply: messageReply,
  }),
  resendVerification: call({
    method: 'POST',
    path: '/api/auth/resend-verification',
    limit: 'mail',
    summary: 'Mail the verification link again',
    body: z.strictObject({ email: emailSchema }),
    reply: messageReply,
  }),
  forgotPassword: call({
    method: 'POST',
    path: '/api/auth/forgot-password',
    limit: 'mail',
    summary: 'Mail a link to choose a new password',
    body: z.strictObject({ email: emailSchema }),
    reply: messageReply,
  }),
  resetPassword: call({
    method: 'POST',
    path: '/api/auth/reset-password',
    limit: 'login',
    summary: 'Choose a new password with the mailed token',
    body: z.strictObject({
      token: mailedTokenSchema,
      newPassword: passwordSchema,
    }),
    reply: messageReply,
  }),
  cancelEmailChange: call({
    method: 'POST',
    path: '/api/auth/cancel-email-change',
    limit: 'login',
    summary: 'Take an account back with the token mailed to its old address',
    body: z.strictObject({ token: mailedTokenSchema }),
    reply: messageReply,
  }),
  createUser: call({
    method: 'POST',
    path: '/api/auth/admin/create-{product}-user',
    limit: 'account',
    status: 201,
    summary: 'Create a verified account of any role',
    body: z.strictObject({
      name: nameSchema,
      email: emailSchema,
      password: passwordSchema,
      role_id: roleIdSchema,
    }),
    reply: z.object({ message: z.string(), user: userSchema }),
  }),
  updateProfile: call({
    method: 'PUT',
    path: '/api/auth/profile',
    limit: 'account',
    summary: "Change the caller's name, address, password or language",
    body: z.strictObject({
      name: nameSchema,
      email: emailSchema,
      password: z.optional(passwordSchema),
      language: z.optional(languageTagSchema),
    }),
    reply: z.object({
      user: userSchema,
      token: z.optional(z.string()),
      message: z.optional(z.string()),
    }),
  }),
} as const;
