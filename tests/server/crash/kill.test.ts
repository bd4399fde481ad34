import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { clientOf } from '#tests/support/client.ts';
import { openQuestion } from '#tests/support/questions.ts';
import { LONGER } from '#tests/support/run-length.ts';
import { removeDataDir, startProcess, until } from '#tests/support/process.ts';
import { openStore, SEED_SECRET, seedShow, type SeededUser } from '#tests/support/seed.ts';

const ROUNDS = 3 * LONGER;
const PLAYERS = 60;

it(
  `neither loses nor doubles an acknowledged answer over ${ROUNDS} kills`,
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'kill-'));
    const { viewers, admin } = await seedShow(dataDir, PLAYERS);
    const env = { JWT_SECRET: SEED_SECRET };
    /** Acknowledged answers by `<session> <user>`. */
    const acknowledged = new Map<string, string>();

    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await startProcess({ dataDir, env });
      const client = clientOf(server.url, DEFAULT_BRAND);
      const { gameSessionId } = await openQuestion(client.ok, admin.token);
      const submit = async (player: SeededUser, index: number): Promise<void> => {
        await delay(index * 4);
        const answerText = `fruit ${index % 7}`;
        const body = { gameSessionId, answerText };
        const { status } = await client.call('submitAnswer', { token: player.token, body });
        if (status === 201) acknowledged.set(`${gameSessionId} ${player.id}`, answerText);
      };
      const answering = Promise.allSettled(viewers.map(submit));
      const pulledAt = acknowledged.size + Math.round((PLAYERS * (round + 1)) / (ROUNDS + 1));
      await until('some have answered', () => acknowledged.size >= pulledAt);
      await server.kill();
      await answering;
    }

    const server = await startProcess({ dataDir, env });
    const { ok } = clientOf(server.url, DEFAULT_BRAND);
    for (const [key, text] of acknowledged) {
      const [gameSessionId = '', userId = ''] = key.split(' ');
      const player = viewers.find(({ id }) => id === userId);
      if (player === undefined) throw new Error(userId);
      const { answer } = await ok('userAnswer', {
        token: player.token,
        params: { gameSessionId, userId },
      });
      expect(answer).toMatchObject({ gameSessionId, answer_text: text });
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
