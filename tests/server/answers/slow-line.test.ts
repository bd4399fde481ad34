import { request } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { ANSWER_GRACE_MS } from '#machines/contract/limits.ts';
import { startTestServer } from '#tests/support/server.ts';
import { createQuestion } from '#tests/support/questions.ts';

const START = Date.UTC(2026, 5, 1, 12);
const OPEN_MS = 20_000;

it('accepts an answer by the time of its last byte, however early its headers came', async () => {
  let now = START;
  const server = await startTestServer({ now: () => now });
  onTestFinished(() => server.close());
  const admin = await server.signInAs('admin');

  /** Sends the headers, moves the clock to `lastByteAt` (ms after the release), sends the body. */
  const answerSlowly = async (lastByteAt: number): Promise<number> => {
    // The clock is never set back.
    now += 3_600_000;
    const startedAt = now;
    const { token } = await server.signInAs('home');
    const { id, gameSessionId } = await createQuestion(server.ok, admin.token, undefined, now);
    await server.ok('releaseHome', {
      token: admin.token,
      params: { id },
      body: { timerSeconds: OPEN_MS / 1_000 },
    });
    const body = JSON.stringify({ gameSessionId, answerText: 'banana' });
    return new Promise((resolve, reject) => {
      const sending = request(`${server.url}/api/game-sessions/answers`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          expect: '100-continue',
        },
      });
      sending.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sending.on('error', reject);
      sending.on('continue', () => {
        sending.write(body.slice(0, 5));
        now = startedAt + lastByteAt;
        sending.end(body.slice(5));
      });
      sending.flushHeaders();
    });
  };

  expect(await answerSlowly(OPEN_MS + ANSWER_GRACE_MS)).toBe(201);
  expect(await answerSlowly(OPEN_MS + ANSWER_GRACE_MS + 1)).toBe(410);
  expect(await answerSlowly(OPEN_MS + 50_000)).toBe(410);
});
