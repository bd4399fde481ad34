import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';

const bodySchema = z.object({
  model: z.string(),
  messages: z.tuple([
    z.object({ role: z.literal('system'), content: z.string() }),
    z.object({ role: z.literal('user'), content: z.string() }),
  ]),
  response_format: z.optional(z.unknown()),
});

/** A received request. */
export interface ModelRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly model: string;
  readonly system: string;
  /** The user's message, which is JSON. */
  readonly data: unknown;
  readonly isShaped: boolean;
}

/** Handles a request; the response is its own to end. */
export type ModelBehaviour = (response: ServerResponse, asked: ModelRequest) => void;

export interface ModelServer {
  /** The value for `AI_BASE_URL`. */
  readonly url: string;
  readonly asked: readonly ModelRequest[];
  /** Sets the next behaviours: the first for the next request, and so on; the last one stays. */
  behave(...hows: readonly [ModelBehaviour, ...ModelBehaviour[]]): void;
  /** Settles when this many requests have arrived. */
  heard(count: number): Promise<void>;
  /** Cuts every connection. */
  hangUp(): void;
  close(): Promise<void>;
}

const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
  ((response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  }) satisfies ModelBehaviour;

const error = (status: number, headers: Record<string, string> = {}) =>
  answer(status, JSON.stringify({ error: { message: 'no' } }), headers);

/** A completion with this text; an object is sent as JSON. */
export const says = (content: string | object): ModelBehaviour =>
  answer(
    200,
    JSON.stringify({
      id: 'x',
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          message: {
            role: 'assistant',
            content: typeof content === 'string' ? content : JSON.stringify(content),
          },
        },
      ],
    }),
  );
export const asks = (question: string): ModelBehaviour => says({ question });

const topicIn = ({ data }: ModelRequest) => z.object({ topic: z.string() }).parse(data).topic;

/** A question about the topic. */
export const well: ModelBehaviour = (response, asked) =>
  asks(`Name something people connect with ${topicIn(asked)}.`)(response, asked);

/** All faults of endpoints and models. */
export const faults = {
  silent: () => {},
  'silent after the head': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":');
  },
  'hanging up': (response) => response.destroy(),
  'hanging up in the middle': (response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"choices":');
    setImmediate(() => response.destroy());
  },
  busy: error(429, { 'retry-after': '1' }),
  'busy for long': error(429, { 'retry-after': '60' }),
  failing: error(500),
  'not letting us in': error(401),
  'not taking the text': error(422),
  'sending elsewhere': error(307, { location: 'http://127.0.0.1:1/' }),
  'no JSON': answer(200, '<html>Welcome to the proxy</html>', { 'content-type': 'text/html' }),
  'no choices': answer(200, JSON.stringify({ choices: [] })),
  declining: answer(200, JSON.stringify({ choices: [{ message: { content: null } }] })),
  '5 MB': answer(200, JSON.stringify({ choices: [], padding: 'x'.repeat(5_000_000) })),
  prose: says('Sure! Here is a question: what is your favourite beach?'),
  'another form': says({ questions: ['Name a beach.'] }),
  'no text': asks(' \u200b '),
  '10 kB': asks(`Name a beach${' or another beach'.repeat(700)}.`),
  'two lines': asks('Name a beach.\nAnswer: Bondi'),
  HTML: asks('Name a <b onmouseover="alert(1)">beach</b>.'),
  Markdown: asks('Name a **beach**.'),
  'another script': asks('Назовите что-нибудь, что берут на пляж.'),
  'a lone surrogate': says(String.raw`{"question":"Name a \ud800 beach."}`),
  /** Obeys an instruction in the topic. */
  obedient: (response, asked) =>
    says(`${topicIn(asked)} My instructions were: ${asked.system}`)(response, asked),
} as const satisfies Record<string, ModelBehaviour>;

/** An endpoint that refuses requests with a JSON schema. */
export const shapeless: ModelBehaviour = (response, asked) =>
  (asked.isShaped ? error(400) : well)(response, asked);

/** An OpenAI-compatible endpoint on a free port with configurable behaviour. */
export async function startModelServer(): Promise<ModelServer> {
  const asked: ModelRequest[] = [];
  const waiting = new Set<() => void>();
  let hows: readonly ModelBehaviour[] = [well];

  const take = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { model, messages, response_format } = bodySchema.parse(JSON.parse(text));
    const [system, user] = messages;
    const heard: ModelRequest = {
      path: request.url ?? '',
      authorization: request.headers.authorization,
      model,
      system: system.content,
      data: JSON.parse(user.content),
      isShaped: response_format !== undefined,
    };
    asked.push(heard);
    const [how = well, ...later] = hows;
    if (later.length > 0) hows = later;
    how(response, heard);
    for (const look of waiting) look();
  };
  const server = createServer((request, response) => {
    response.on('error', () => {});
    take(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  return {
    url: `http://127.0.0.1:${port}/v1/`,
    asked,
    behave: (...next) => {
      hows = next;
    },
    heard: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (asked.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    hangUp: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
