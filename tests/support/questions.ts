import type { Client } from './client.ts';

export interface CreatedQuestion {
  readonly id: string;
  readonly gameSessionId: string;
}

/** Creates a question of the house show, planned for the hour from `at`, epoch ms. */
export async function createQuestion(
  ok: Client['ok'],
  token: string,
  text = 'Name a fruit.',
  at: number = Date.now(),
): Promise<CreatedQuestion> {
  const [startTime, endTime] = [new Date(at).toISOString(), new Date(at + 3_600_000).toISOString()];
  const { question } = await ok('generate', {
    token,
    body: { question: text, startTime, endTime },
  });
  return { id: question.id, gameSessionId: question.game_session_id };
}

/** Creates a question and opens it to home viewers, without a timer. */
export async function openQuestion(...asked: Parameters<typeof createQuestion>) {
  const question = await createQuestion(...asked);
  const [ok, token] = asked;
  await ok('releaseHome', { token, params: { id: question.id }, body: {} });
  return question;
}
