import { idSchema, inspectionCodeSchema } from 'chart-inspector/protocol';
import type { Secrets } from 'chart-inspector/recorder/mask';
import * as z from 'zod/mini';

/* How the inspector reaches windows of other browsers through the server, and what those windows mask before sending. */

/**
 * The socket.io namespace, the event that carries messages, and the event by which a browser window sends its user's
 * token.
 */
export const INSPECTION = { namespace: '/inspect', event: 'say', identity: 'identity' } as const;

/** The bearer token of a browser window's user; null while signed out. */
export const inspectionTokenSchema = z.nullable(z.string().check(z.maxLength(4_096)));

/** The handshake of both sides. The token shows whether an inspector is an admin, and who uses a browser window. */
export const inspectionHandshakeSchema = z.object({
  code: inspectionCodeSchema,
  side: z.enum(['window', 'inspector']),
  /** The inspector's own id, by which windows of the same browser recognise it. */
  id: z.optional(idSchema),
  token: z.optional(z.string().check(z.maxLength(4_096))),
});
export type InspectionHandshake = z.infer<typeof inspectionHandshakeSchema>;

/** The `data` of the connect error when the namespace refuses; the error's message says the same in words. */
export interface InspectionRefusal {
  readonly code: 'malformed' | 'off' | 'admins' | 'full' | 'too-many' | 'unavailable';
}

/**
 * What is masked. Fields: passwords, tokens, keys and card data. Parts of texts: signed tokens, provider secrets, keys
 * in URLs.
 */
export const SECRETS: Secrets = {
  fields:
    /^(?:key|pin|otp|pan|iban|cvc|cvv|confirmation|cookie|authorization)$|password|passwd|token|secret|credential|api_?key|show_?key|card_?number|card_?code|expiry_?(?:month|year)/iu,
  texts:
    /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\b\w+_secret_\w+|([?&#](?:key|token|secret|client_secret)=)(eyJ[\w-]+\.[\w-]+\.[\w-]*|[^&#\s"']+)|(\bBearer )(eyJ[\w-]+\.[\w-]+\.[\w-]*|\S+)/gu,
};
