import { m } from 'messages';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { replyTo } from '#server/http/refusals.ts';
import { newId } from '#server/id.ts';
import { startTestServer } from '#tests/support/server.ts';

describe('an unexpected error', () => {
  it.each([
    new Error('select password_hash from user'),
    new TypeError('Cannot read properties of undefined'),
    'a text',
    null,
    Object.assign(new Error('of a library'), { statusCode: 'odd' }),
  ])('reveals no details: %s', (error) => {
    expect(replyTo(error)).toEqual({ status: 500, reply: { error: m.unexpected() } });
  });

  it('in the store is reported without SQL, names or a stack trace', async () => {
    const server = await startTestServer();
    const { token } = await server.signInAs('admin');
    await sql`alter table question rename to elsewhere`.execute(server.db.write);
    const answer = await server.call('adminQuestions', { token });
    expect([answer.status, answer.body]).toEqual([500, { error: m.unexpected() }]);
    await server.close();
  });

  it('names what is unavailable, in the specified words [R8.timer-info-failed]', async () => {
    const server = await startTestServer();
    const { token } = await server.signInAs('home');
    await sql`alter table question rename to elsewhere`.execute(server.db.write);
    const answer = await server.call('timerInfo', { token, params: { id: newId() } });
    const error = 'Failed to fetch timer information.';
    expect([answer.status, answer.body]).toEqual([500, { error }]);
    await server.close();
  });
});
