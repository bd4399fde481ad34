import { CARDS, cardForm, intentOf } from './payment-provider.ts';
import { sentAs } from './client.ts';
import { until } from './process.ts';
import type { Person, TestServer } from './server.ts';
import { createShow } from './staged-show.ts';
import { stageOver } from '#tests/support/stage.ts';
import { createQuestion, openQuestion } from '#tests/support/questions.ts';

/**
 * A show in progress: question and answers for the caller, and everything else created on demand.
 */
export interface Show {
  readonly server: TestServer;
  readonly admin: Person;
  readonly viewer: Person;
  readonly contestant: Person;
  /** A device with a control token. */
  readonly controller: { readonly token: string };
  /** A question that was released to both audiences with a timer, answered by both, and counted. */
  readonly question: Asked;
  /** Another question; with `isReleased` open to home viewers. */
  readonly ask: (isReleased?: boolean) => Promise<Asked>;
}
interface Asked {
  readonly id: string;
  readonly gameSessionId: string;
}

export const START = '2026-06-01T12:00:00.000Z';
export const END = '2026-06-01T13:00:00.000Z';
/** The server's clock of such a show, epoch ms. */
export const SHOW_TIME = Date.parse(START);

/** `server` must run by a clock that stands at `SHOW_TIME`. */
export async function openShow(server: TestServer): Promise<Show> {
  const admin = await server.signInAs('admin');
  const viewer = await server.signInAs('home', 'Vera Viewer');
  const contestant = await server.signInAs('contestant', 'Conny Contestant');
  const ask: Show['ask'] = async (isReleased = false) => {
    const create = isReleased ? openQuestion : createQuestion;
    return create(server.ok, admin.token, 'Name a yellow fruit.', SHOW_TIME);
  };
  const question = await ask();
  const release = { token: admin.token, params: { id: question.id }, body: { timerMinutes: 5 } };
  await server.ok('release', release);
  await server.ok('releaseHome', release);
  for (const { token } of [viewer, contestant]) {
    const body = { gameSessionId: question.gameSessionId, answerText: 'banana' };
    await server.ok('submitAnswer', { token, body });
  }
  const named = { token: admin.token, body: { name: 'Stream Deck' } };
  const controller = await server.ok('createControlToken', named);
  const show = { server, admin, viewer, contestant, controller, question, ask };
  await counted(show, question, 2);
  return show;
}

const counted = ({ server }: Show, { gameSessionId }: Asked, answers: number) =>
  until('the answers are counted', async () => {
    const counts = server.db.read.selectFrom('grouping').select('answers_counted');
    const row = await counts.where('game_session_id', '=', gameSessionId).executeTakeFirst();
    return row?.answers_counted === answers;
  });

/** Puts a closed question with an answer on the stage screen, and creates a link to it. */
export async function putOnScreen(show: Show): Promise<Asked> {
  const { server, viewer, ask } = show;
  const { token } = show.admin;
  const asked = await ask(true);
  const { id: questionId, gameSessionId } = asked;
  const body = { gameSessionId, answerText: 'banana' };
  await server.ok('submitAnswer', { token: viewer.token, body });
  await counted(show, asked, 1);
  await server.ok('revokeHome', { token, params: { id: questionId } });
  await stageOver(server.ok, token).question(questionId);
  await server.ok('createShowLink', { token });
  return asked;
}

/** The code of a show that guests may join. */
export async function joinCode({ server, admin: { token } }: Show): Promise<string> {
  const body = { title: 'To join', joining: 'code' } as const;
  const { show } = await server.ok('createShow', { token, body });
  return show.rundown.join?.code ?? '';
}

/** The key of an invitation to a rehearsal that runs until the server closes. */
export async function rehearse({ server, admin: { token } }: Show): Promise<string> {
  const { shows } = await server.ok('shows', { token });
  if (!shows.some(({ state }) => state === 'rehearsal')) {
    const show = await createShow(server, token, 'Rehearsed', ['Name a fruit']);
    await show.act({ type: 'rehearse', players: 20 });
  }
  return (await server.ok('inviteToRehearsal', { token })).key;
}

/** Creates a question with answers and a model's merge that waits for a producer. */
export async function holdMerge(
  show: Show,
): Promise<{ readonly gameSessionId: string; readonly mergeId: string }> {
  const { server, viewer, ask } = show;
  const asked = await ask(true);
  const { gameSessionId } = asked;
  const body = { gameSessionId, answerText: 'banana' };
  await server.ok('submitAnswer', { token: viewer.token, body });
  await counted(show, asked, 1);
  const mergeId = `join-of-${gameSessionId}`;
  await server.db.write
    .insertInto('model_merge')
    .values({ id: mergeId, game_session_id: gameSessionId, status: 'held', judged_at: SHOW_TIME })
    .execute();
  const judged = { game_session_id: gameSessionId, judgement: 'j', merge_id: mergeId };
  await server.db.write
    .insertInto('judged_text')
    .values(['banana', 'plantain'].map((text_key) => ({ ...judged, text_key })))
    .execute();
  return { gameSessionId, mergeId };
}

/** The id of an intent at the stand-in; only its client secret names its owner. */
export async function beginPayment({ server }: Show): Promise<string> {
  const { clientSecret } = await server.ok('createPaymentIntent', {
    body: { amount: 50, currency: 'usd' },
  });
  return intentOf(clientSecret);
}

/** The game session of a question whose entry fee the viewer has paid. */
export async function pay({ server, viewer: { token }, ask }: Show): Promise<string> {
  const { gameSessionId } = await ask(true);
  const { clientSecret } = await server.ok('createPaymentIntent', {
    token,
    body: { amount: 50, currency: 'usd', gameSessionId },
  });
  await cardForm(server.url, 'pk_test_standin').confirm(clientSecret, CARDS.accepted);
  await server.ok('confirmPayment', { token, body: { paymentIntentId: intentOf(clientSecret) } });
  return gameSessionId;
}

/** Headers and body of a call. */
export interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** A text is sent unchanged. */
  readonly body?: object | string;
}

/** The link of the newest mail to an address. */
export async function linkTo(server: TestServer, email: string): Promise<string> {
  const [mail] = await server.mailbox(email);
  return mail?.links[0] ?? '';
}

/** Makes the call exactly as in the specification. */
export async function send(
  { url, config }: TestServer,
  call: string,
  { params = {}, query, body }: Sent,
  token: string | null,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const [method = '', template = ''] = call.split(' ');
  const path = template.replaceAll(
    /\{(\w+)\}/gu,
    (_, name: string) => params[name] ?? (name === 'product' ? config.brand.slug : '%00'),
  );
  const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
  const response = await fetch(`${url}${path}${search}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    ...(method !== 'GET' && { body: typeof body === 'string' ? body : sentAs(body ?? {}) }),
  });
  const isFile = response.headers.has('content-disposition');
  return { status: response.status, body: await (isFile ? response.text() : response.json()) };
}
