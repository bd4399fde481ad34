import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { displayText } from '#machines/contract/text.ts';
import { newEmail, PASSWORD, startTestServer } from '#tests/support/server.ts';
import { openShow, send, type Sent, type Show, SHOW_TIME } from '#tests/support/specified-show.ts';

let show: Show;
beforeAll(async () => {
  show = await openShow(await startTestServer({ now: () => SHOW_TIME }));
});
afterAll(() => show.server.close());

const TIMES = { startTime: '2026-06-01T12:00:00Z', endTime: '2026-06-01T13:00:00Z' };
/** Every call with a text that others read: who makes it, and with what. */
const CALLS: Readonly<
  Record<string, { by?: 'viewer' | 'admin'; sent: (text: string) => Sent | Promise<Sent> }>
> = {
  'POST /api/auth/register': {
    sent: (name) => ({ body: { name, email: newEmail(), password: PASSWORD } }),
  },
  'POST /api/auth/admin/create-{product}-user': {
    by: 'admin',
    sent: (name) => ({ body: { name, email: newEmail(), password: PASSWORD, role_id: 2 } }),
  },
  'PUT /api/auth/profile': {
    by: 'viewer',
    sent: (name) => ({ body: { name, email: show.viewer.email } }),
  },
  'PUT /api/game-sessions/admin/users/{id}': {
    by: 'admin',
    sent: (name) => {
      const { id, email } = show.contestant;
      return { params: { id }, body: { name, email, role_id: 3 } };
    },
  },
  'POST /api/game-sessions/generate': {
    by: 'admin',
    sent: (question) => ({ body: { question, ...TIMES } }),
  },
  'PUT /api/game-sessions/admin/questions/{id}': {
    by: 'admin',
    sent: async (question_text) => ({
      params: { id: (await show.ask()).id },
      body: { question_text, shown_on_air: false, shown_to_home: false },
    }),
  },
  'POST /api/game-sessions/answers': {
    by: 'viewer',
    sent: async (answerText) => ({
      body: { gameSessionId: (await show.ask(true)).gameSessionId, answerText },
    }),
  },
};
const TEXTS = [
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  "Robert'); DROP TABLE question;--",
  '👩‍👩‍👧‍👦 Ἀριστοτέλης 司馬遷 محمد',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘',
  'one \u202Eowt\u202C three',
  '{{7*7}} ${7*7} %s %d \\u0000',
];

async function storedTexts(): Promise<string[]> {
  const { read } = show.server.db;
  const names = await read.selectFrom('user').select('name as text').execute();
  const questions = await read.selectFrom('question').select('text').execute();
  const answers = await read.selectFrom('answer').select('text').execute();
  return [...names, ...questions, ...answers].map(({ text }) => text);
}

describe.each(Object.entries(CALLS))('%s', (call, { by, sent }) => {
  const tell = async (text: string) => {
    const token = by === undefined ? null : show[by].token;
    return send(show.server, call, await sent(text), token);
  };
  it.each([
    ['NUL', 'a\0b'],
    ['a lone surrogate', 'a\uD800b'],
    ['the other half of one', 'a\uDC00b'],
    ['nothing to see', ' \u200B '],
  ])('refuses a text with %s', async (_, text) => {
    expect((await tell(text)).status).toBe(422);
  });
  it.each(TEXTS)('accepts %j unchanged, apart from the sanitising of names', async (words) => {
    const text = `${words} ${Object.keys(CALLS).indexOf(call)}`;
    expect((await tell(text)).status).toBeLessThan(300);
    const isName = /register|-user|profile|\/users/.test(call);
    expect(await storedTexts()).toContain(isName ? displayText(text) : text);
  });
});
