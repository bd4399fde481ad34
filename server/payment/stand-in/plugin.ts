import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { replyTo } from '#server/http/refusals.ts';
import { notFound } from '#server/http/server.ts';
import {
  createIntents,
  fullView,
  invalid,
  publicView,
  type StandInIntent,
  type StandInOptions,
  StandInRefusal,
} from './intents.ts';

export const STAND_IN_PUBLISHABLE_KEY = 'pk_test_standin';

export interface StandInPluginOptions extends StandInOptions {
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Whether the stand-in is on; read at each request. */
  readonly isOn: () => boolean;
}

const createSchema = z.object({
  amount: z.coerce.number().pipe(z.int()),
  currency: z.string().regex(/^[a-zA-Z]{3}$/),
});
const cardSchema = z.object({
  'payment_method_data[card][number]': z.string().max(40),
  'payment_method_data[card][exp_month]': z.string().max(4),
  'payment_method_data[card][exp_year]': z.string().max(4),
  'payment_method_data[card][cvc]': z.string().max(8),
});
const outcomeSchema = z.object({ outcome: z.enum(['approved', 'refused']) });
const refundSchema = z.object({
  payment_intent: z.string().max(100),
  amount: z.coerce.number().pipe(z.int().positive()).optional(),
});
const idSchema = z.object({ id: z.string().max(100) });
const formSchema = z.record(z.string(), z.string());
type Form = z.infer<typeof formSchema>;

/** Parses keys such as `metadata[payment_id]`. */
const METADATA = /^metadata\[(\w{1,40})\]$/;

const formOf = ({ body, query }: FastifyRequest): Form => formSchema.parse(body ?? query ?? {});
const idOf = ({ params }: FastifyRequest): string => idSchema.parse(params).id;
const isExpanded = (form: Form): boolean => Object.values(form).includes('latest_charge');

function need(key: string, given: string | undefined): void {
  if (given !== key) throw invalid(401, 'Invalid API Key provided.');
}

/**
 * Registers a stand-in for the payment provider in test mode. It uses the provider's own formats, so that server and
 * page run the same code as with the provider. It moves no money.
 */
export function registerStandIn(app: FastifyInstance, options: StandInPluginOptions): void {
  const { secretKey, publishableKey } = options;
  const intents = createIntents(options);
  /** Returns the intent of the request's path if the request has its client secret. */
  const openedBy = async (request: FastifyRequest, form: Form): Promise<StandInIntent> => {
    const intent = await intents.find(idOf(request));
    if (intent.client_secret !== form['client_secret'])
      throw invalid(404, 'No such payment_intent.', 'resource_missing');
    return intent;
  };

  app.register((scope, _options, registered) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.addHook('onRequest', (_request, reply, done) => {
      if (options.isOn()) done();
      else void notFound(reply);
    });
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof StandInRefusal) return refuse(reply, error);
      if (error instanceof z.ZodError) {
        const field = error.issues[0]?.path.join('.') ?? '';
        return refuse(reply, invalid(400, `Invalid or missing: ${field}`, 'parameter_invalid'));
      }
      const { status, reply: body } = replyTo(error);
      if (status < 500) return refuse(reply, invalid(status, body.error));
      request.log.error({ err: error }, 'the stand-in of the payment provider failed');
      return refuse(reply, new StandInRefusal(status, { type: 'api_error', message: body.error }));
    });

    scope.post('/v1/payment_intents', async (request) => {
      need(`Bearer ${secretKey}`, request.headers.authorization);
      const form = formOf(request);
      const key = request.headers['idempotency-key'];
      const metadata = Object.fromEntries(
        Object.entries(form).flatMap(([name, value]) => {
          const [, field] = METADATA.exec(name) ?? [];
          return field === undefined ? [] : [[field, value]];
        }),
      );
      const wanted = createSchema.parse(form);
      const made = await intents.create(
        { ...wanted, currency: wanted.currency.toLowerCase(), metadata },
        new URLSearchParams(form).toString(),
        typeof key === 'string' ? key : null,
      );
      return fullView(made, isExpanded(form));
    });

    scope.get('/v1/payment_intents/:id', async (request) => {
      const form = formOf(request);
      if (form['client_secret'] !== undefined) {
        need(publishableKey, form['key']);
        return publicView(await openedBy(request, form));
      }
      need(`Bearer ${secretKey}`, request.headers.authorization);
      return fullView(await intents.find(idOf(request)), isExpanded(form));
    });

    scope.post('/v1/payment_intents/:id/cancel', async (request) => {
      need(`Bearer ${secretKey}`, request.headers.authorization);
      return fullView(await intents.cancel(idOf(request)), isExpanded(formOf(request)));
    });

    scope.post('/v1/payment_intents/:id/confirm', async (request, reply) => {
      const form = formOf(request);
      need(publishableKey, form['key']);
      const { id } = await openedBy(request, form);
      const card = cardSchema.parse(form);
      const { intent, isLost } = await intents.confirm(id, {
        number: card['payment_method_data[card][number]'],
        expMonth: card['payment_method_data[card][exp_month]'],
        expYear: card['payment_method_data[card][exp_year]'],
        cvc: card['payment_method_data[card][cvc]'],
      });
      if (!isLost) return publicView(intent);
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    });

    scope.post('/v1/payment_intents/:id/stand_in_authenticate', async (request) => {
      const form = formOf(request);
      const { id } = await openedBy(request, form);
      const { outcome } = outcomeSchema.parse(form);
      return publicView(await intents.authenticate(id, outcome === 'approved'));
    });

    // Lets an operator refund, as on the provider's dashboard.
    scope.post('/v1/refunds', async (request) => {
      need(`Bearer ${secretKey}`, request.headers.authorization);
      const form = refundSchema.parse(formOf(request));
      const intent = await intents.refund(form.payment_intent, form.amount ?? null);
      return { object: 'refund', status: 'succeeded', payment_intent: intent.id };
    });
    registered();
  });
}

const refuse = (reply: FastifyReply, { status, error }: StandInRefusal): FastifyReply =>
  reply.code(status).send({ error });
