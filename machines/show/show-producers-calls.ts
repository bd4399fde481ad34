import * as z from 'zod/mini';
import { call, idParams } from '#machines/contract/call.ts';
import { emailSchema, epochMsSchema, idSchema } from '#machines/contract/entities.ts';

/** A person who may run one show without being an admin, or the invitation of one. */
const showProducerSchema = z.object({
  /** The id of the account, or of the invitation. */
  id: idSchema,
  email: z.string(),
  /** Null: invited, but has not registered yet. */
  name: z.nullable(z.string()),
  /** When an admin let them in. */
  since: epochMsSchema,
});
export type ShowProducer = z.infer<typeof showProducerSchema>;

const showProducersReply = z.object({ producers: z.array(showProducerSchema) });

/** Calls with which admins decide who else may run a show. */
export const showProducersCalls = {
  showProducers: call({
    method: 'GET',
    path: '/api/shows/{id}/producers',
    limit: 'account',
    summary: 'The people who may run this show only, the oldest first',
    params: idParams,
    reply: showProducersReply,
  }),
  addProducer: call({
    method: 'POST',
    path: '/api/shows/{id}/producers',
    limit: 'mail',
    status: 201,
    summary:
      'Let a person run this show only, by their email address; without an account they are invited, and may run it once they have registered',
    params: idParams,
    body: z.strictObject({ email: emailSchema }),
    reply: showProducersReply,
  }),
  removeProducer: call({
    method: 'DELETE',
    path: '/api/shows/{id}/producers/{producerId}',
    limit: 'account',
    summary: 'Take the right to run this show back, or withdraw the invitation; at once',
    params: z.object({ id: idSchema, producerId: idSchema }),
    reply: showProducersReply,
  }),
} as const;
