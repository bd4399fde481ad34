import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ownAnswerSchema } from '#machines/contract/entities.ts';
import { LONGER } from '#tests/support/run-length.ts';
import { removeDataDir, startProcess, until } from '#tests/support/process.ts';
import { openStore, SEED_SECRET, seedShow, type SeededUser } from '#tests/support/seed.ts';

const ROUNDS = 3 * LONGER;
const PLAYERS = 60;

const headers = ({ token }: SeededUser) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${token}`,
});

async function releasedSession(url: string, admin: SeededUser): Promise<string> {
  const post = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${url}/api/game-sessions/${path}`, {
      method: 'POST',
      headers: headers(admin),
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const { question } = z
    .object({ question: z.object({ id: z.string(), game_session_id: z.string() }) })
    .parse(
      await post('generate', {
        question: 'Name a fruit',
        startTime: new Date().toISOString(),
        endTime: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    );
  await post(`release-question-home/${question.id}`, { timerMinutes: 10, timerSeconds: 0 });
  return question.game_session_id;
}

it(
  `neither loses nor doubles an acknowledged answer over ${ROUNDS} kills`,
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'kill-'));
    const { viewers, admin } = await seedShow(dataDir, PLAYERS);
    const env = { JWT_SECRET: SEED_SECRET };
    /** Acknowledged answers by `<session> <user>`. */
    const acknowledged = new Map<string, string>();
    let sessions: string[] = [];

    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await startProcess({ dataDir, env });
      sessions = [...sessions, await releasedSession(server.url, admin)];
      const gameSessionId = sessions.at(-1) ?? '';
      const submit = async (player: SeededUser, index: number): Promise<void> => {
        await delay(index * 4);
        const answerText = `fruit ${index % 7}`;
        const answer = await fetch(`${server.url}/api/game-sessions/answers`, {
          method: 'POST',
          headers: headers(player),
          body: JSON.stringify({ gameSessionId, answerText }),
        });
        if (answer.ok) acknowledged.set(`${gameSessionId} ${player.id}`, answerText);
      };
      const answering = Promise.allSettled(viewers.map(submit));
      const pulledAt = acknowledged.size + Math.round((PLAYERS * (round + 1)) / (ROUNDS + 1));
      await until('some have answered', () => acknowledged.size >= pulledAt);
      await server.kill();
      await answering;
    }

    const server = await startProcess({ dataDir, env });
    for (const [key, text] of acknowledged) {
      const [gameSessionId = '', userId = ''] = key.split(' ');
      const player = viewers.find(({ id }) => id === userId);
      if (player === undefined) throw new Error(userId);
      const answer = await fetch(
        `${server.url}/api/game-sessions/user-answer/${gameSessionId}/${userId}`,
        { headers: headers(player) },
      );
      const stored = z
        .object({ hasAnswered: z.boolean(), answer: ownAnswerSchema })
        .parse(await answer.json());
      expect({ ...stored.answer, awardedPoints: 0, answeredAt: 0 }).toEqual({
        gameSessionId,
        answer_text: text,
        awardedPoints: 0,
        answeredAt: 0,
      });
    }
    await server.stop();
    const db = await openStore(dataDir);
    const doubled = await db.read
      .selectFrom('answer')
      .select(['game_session_id', 'user_id'])
      .groupBy(['game_session_id', 'user_id'])
      .having(({ fn }) => fn.countAll<number>(), '>', 1)
      .execute();
    await db.close();
    await removeDataDir(dataDir);
    expect(doubled).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(ROUNDS);
  },
  60_000 * LONGER,
);
