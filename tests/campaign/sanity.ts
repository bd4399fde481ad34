import type { Client } from '#tests/support/client.ts';
import { until } from '#tests/support/process.ts';

/** A whole round as people play it: whoever can play it stands before a working product. */
export async function playRound(client: Client, adminToken: string): Promise<readonly string[]> {
  try {
    const person = await client.signUp('Round Player');
    const { token } = person;
    const body = {
      question: 'Name a round thing.',
      startTime: '2026-01-01T12:00:00Z',
      endTime: '2036-01-01T12:00:00Z',
    };
    const { question } = await client.ok('generate', { token: adminToken, body });
    const asked = { token: adminToken, params: { id: question.id } };
    await client.ok('releaseHome', { ...asked, body: {} });
    await client.ok('submitAnswer', {
      token,
      body: { gameSessionId: question.game_session_id, answerText: 'a ball' },
    });
    await until('the answer has brought points', async () => {
      const points = await client.ok('pointsDaily', { token, params: { userId: person.id } });
      return points.total_points > 0;
    });
    await client.ok('revokeHome', asked);
    return [];
  } catch (error) {
    return [`a round cannot be played afterwards: ${String(error)}`];
  }
}
