import { randomUUID } from 'node:crypto';
import type { ShowAct } from '#machines/show/calls.ts';
import type { Direction } from '#machines/contract/stage.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import type { Client } from './client.ts';

/** A producer's acts on stages with this token, through `ok`; each returns the new stage. */
export function stageOver(ok: Client['ok'], token: string) {
  const direction = async (id: string = HOUSE_SHOW): Promise<Direction> =>
    (await ok('showView', { token, params: { id } })).show.direction;
  const act = async (id: string, asked: ShowAct): Promise<Direction> => {
    const body = { requestId: randomUUID(), act: asked };
    return (await ok('actOnShow', { token, params: { id }, body })).show.direction;
  };
  const onItem = async (
    questionId: string,
    actOn: (itemId: string) => ShowAct,
  ): Promise<Direction> => {
    const { questions } = await ok('adminQuestions', { token });
    const question = questions.find(({ id }) => id === questionId);
    if (question === undefined) throw new Error('There is no such question.');
    return act(question.show_id, actOn(question.item_id));
  };
  return {
    /** What is on air, or on the stage of a show. */
    direction,
    /** Shows a scene on the stage that is on air. */
    scene: async (scene: Extract<ShowAct, { type: 'scene' }>['scene']) =>
      act((await direction()).showId, { type: 'scene', scene }),
    question: (questionId: string) =>
      onItem(questionId, (itemId) => ({ type: 'question', itemId })),
    reveal: (questionId: string, groupId?: string) =>
      onItem(questionId, (itemId) => ({ type: 'reveal', itemId, groupId })),
    hide: (questionId: string, groupId?: string) =>
      onItem(questionId, (itemId) => ({ type: 'hide', itemId, groupId })),
  };
}
