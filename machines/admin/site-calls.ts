import * as z from 'zod/mini';
import { brandSchema } from '#machines/contract/brand-schema.ts';
import { dayZonesSchema, epochMsSchema } from '#machines/contract/entities.ts';
import { call } from '#machines/contract/call.ts';

/**
 * Who may inspect: no one, admins only (in production, once an admin has switched it on), or everybody (in
 * development).
 */
export const inspectorAccessSchema = z.enum(['nobody', 'admins', 'everybody']);
export type InspectorAccess = z.infer<typeof inspectorAccessSchema>;

/** `until`: when inspecting ends; null if it has no end or is off. */
const inspectorReply = z.object({
  inspector: inspectorAccessSchema,
  until: z.nullable(epochMsSchema),
});

/** `isFixed`: the environment sets the zone. `isDefault`: neither the environment nor an admin has set it. */
const timeZoneReply = z.object({ zone: z.string(), isFixed: z.boolean(), isDefault: z.boolean() });

/** The public configuration, readable before sign-in (decisions §8). */
export const configReplySchema = z.object({
  brand: brandSchema,
  entryFee: z.object({ amount: z.int(), currency: z.string(), label: z.string() }),
  payments: z.enum(['stripe', 'test', 'off']),
  stripePublishableKey: z.optional(z.string()),
  model: z.boolean(),
  /** Absent: inspecting is off. */
  inspector: z._default(inspectorAccessSchema, 'nobody'),
  /** Where people join shows: the origin of links that other devices open. */
  joinOrigin: z.optional(z.string()),
  /** In development: the server's names on the local network; absent if it only listens on loopback. */
  hosts: z.optional(z.array(z.string())),
  /** The title of the live show, or of the latest show if none is live; absent without any show. */
  show: z.optional(z.string()),
  /** Whether a show of a season is live or has ended; absent: none. */
  hasSeasons: z.optional(z.literal(true)),
  /** The operator's terms, privacy notice and minimum age; empty if none is set. */
  terms: z._default(
    z.object({
      termsUrl: z.optional(z.string()),
      privacyUrl: z.optional(z.string()),
      /** Years. */
      minimumAge: z.optional(z.int()),
    }),
    {},
  ),
  /** The time zones that decide when the days of daily boards start; absent: they start at midnight UTC. */
  days: z.optional(z.readonly(dayZonesSchema)),
  serverTime: epochMsSchema,
});

export type PublicConfig = z.infer<typeof configReplySchema>;

/** Calls about the site as a whole: public configuration and inspector. */
export const siteCalls = {
  config: call({
    method: 'GET',
    path: '/api/config',
    limit: 'address',
    summary: 'What a client may know before sign-in',
    reply: configReplySchema,
  }),
  inspector: call({
    method: 'GET',
    path: '/api/admin/inspector',
    limit: 'account',
    summary: 'Who may inspect, and in production until when',
    reply: inspectorReply,
  }),
  timeZone: call({
    method: 'GET',
    path: '/api/admin/time-zone',
    limit: 'account',
    summary: 'The time zone in which the next days begin at midnight',
    reply: timeZoneReply,
  }),
  setTimeZone: call({
    method: 'PUT',
    path: '/api/admin/time-zone',
    limit: 'account',
    summary: 'Choose that time zone, unless the environment sets it',
    body: z.strictObject({ zone: z.string().check(z.minLength(1), z.maxLength(64)) }),
    reply: timeZoneReply,
  }),
  setInspector: call({
    method: 'PUT',
    path: '/api/admin/inspector',
    limit: 'account',
    summary: 'In production: let admins inspect for a while, or end it',
    body: z.strictObject({ on: z.boolean() }),
    reply: inspectorReply,
  }),
} as const;
