import { idSchema, inspectionCodeSchema } from 'chart-inspector/protocol';
import type { Secrets } from 'chart-inspector/recorder/mask';
import * as z from 'zod/mini';

/* How inspected windows of different browsers reach each other over the server, and what they never say. */

/** The socket.io namespace; the event that carries messages, and the one by which a window tells who is signed in. */
export const INSPECTION = { namespace: '/inspect', event: 'say', identity: 'identity' } as const;

/** The bearer token; null: nobody is signed in. */
export const inspectionTokenSchema = z.nullable(z.string().check(z.maxLength(4_096)));

/** The token says whether an inspector is an admin, and whose a window is. */
export const inspectionHandshakeSchema = z.object({
  code: inspectionCodeSchema,
  side: z.enum(['window', 'inspector']),
  /** An inspector's own, by which windows of its browser know it. */
  id: z.optional(idSchema),
  token: z.optional(z.string().check(z.maxLength(4_096))),
});
export type InspectionHandshake = z.infer<typeof inspectionHandshakeSchema>;

/** `data` of the connect error with which the namespace refuses; its message says the same in a sentence. */
export interface InspectionRefusal {
  readonly code: 'malformed' | 'off' | 'admins' | 'full' | 'too-many' | 'unavailable';
}

/** Passwords, tokens, keys and card data; in texts signed tokens, secrets of the payment provider, keys in addresses. */
export const SECRETS: Secrets = {
  fields:
    /^(?:key|pin|otp|pan|iban|cvc|cvv|confirmation|cookie|authorization)$|password|passwd|token|secret|credential|api_?key|show_?key|card_?number|card_?code|expiry_?(?:month|year)/iu,
  texts:
    /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\b\w+_secret_\w+|([?&#](?:key|token|secret|client_secret)=)(eyJ[\w-]+\.[\w-]+\.[\w-]*|[^&#\s"']+)|(\bBearer )(eyJ[\w-]+\.[\w-]+\.[\w-]*|\S+)/gu,
};
