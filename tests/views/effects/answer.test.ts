import { m } from 'messages';
import { createActor, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import { selectAnswerState, selectMessage } from '#machines/answering/answer.ts';
import type { CallApi } from '#src/effects/api.ts';
import { provideAnswer } from '#src/effects/provide/app.ts';
import { createRuntime } from '#src/effects/runtime.ts';
import { T0 } from '#tests/support/game.ts';

/** The dialog's text when the server refuses an answer with this text, or with none. */
async function saidOf(words?: string, code?: string) {
  const call: CallApi = async (_name, _request, texts) => ({
    ok: false,
    message: words ?? texts.fallback,
    ...(code === undefined ? {} : { code }),
    status: 400,
    reply: null,
  });
  const actor = createActor(provideAnswer({ ...createRuntime(window), call }), {
    input: {
      userId: 'u1',
      gameSessionId: 'g1',
      window: { isOpen: true, closesAt: null },
      isConnected: true,
      now: () => T0,
      random: () => 0.5,
    },
  }).start();
  await waitFor(actor, (snapshot) => snapshot.matches('editing'));
  actor.send({ type: 'answer.submit', text: 'Apple' });
  const refused = await waitFor(actor, (snapshot) => snapshot.matches({ editing: 'refused' }));
  actor.stop();
  return [selectMessage(refused), selectAnswerState(refused)];
}

it.each([
  [undefined, undefined, 'Failed to submit answer', 'refused'],
  ['Not so fast.', undefined, 'Not so fast.', 'refused'],
  [m.answerExpired(), 'expired', m.answerExpired(), 'tooLate'],
  [m.answerAlready(), 'already', m.answerAlready(), 'refused'],
])(
  'a refusal of %j with the code %j reads: %s [R8.answer-server-text R8.answer-failed]',
  async (words, code, said, state) => {
    expect(await saidOf(words, code)).toEqual([said, state]);
  },
);
