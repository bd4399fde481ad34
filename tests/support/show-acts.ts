import { randomUUID } from 'node:crypto';
import type { ShowAct, ShowView } from '#machines/show/calls.ts';
import type { Direction, Scene } from '#machines/contract/stage.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { actOnShow } from '#server/show/act.ts';
import type { ShowsServices } from '#server/show/services.ts';
import { readItemOf } from '#server/show/store.ts';

/** Acts about a question rather than about an item. */
export type QuestionAct =
  | { readonly type: 'lock' | 'publish' | 'question' }
  | { readonly type: 'unvoid' }
  | { readonly type: 'unlock' | 'void'; readonly reason: string }
  | { readonly type: 'reveal' | 'hide'; readonly groupId?: string | undefined }
  | Omit<Extract<ShowAct, { readonly type: 'decide' }>, 'itemId'>;

const ofItem = (act: QuestionAct, itemId: string): ShowAct => ({ ...act, itemId });

/** Does an act on the show that owns a question, based on its newest version. */
export async function actOnQuestion(
  services: ShowsServices,
  questionId: string,
  act: QuestionAct,
  by: string,
  requestId: string = randomUUID(),
): Promise<ShowView> {
  const { showId, itemId } = (await readItemOf(services.db.read, questionId)) ?? {
    showId: 'no show',
    itemId: 'no item',
  };
  return actOnShow(services, showId, { requestId, act: ofItem(act, itemId) }, by);
}

/** A producer's acts on questions and the stage. `by`: reads the producer's id. */
export function actsOver(services: ShowsServices, by: () => Promise<string>) {
  const act = async (questionId: string, asked: QuestionAct): Promise<ShowView> =>
    actOnQuestion(services, questionId, asked, await by());
  return {
    act,
    /** Puts a question or another scene on the stage. */
    direct: async (
      scene: Extract<Scene, 'idle' | 'board' | 'question'>,
      questionId = '',
      showId: string = HOUSE_SHOW,
    ) =>
      scene === 'question'
        ? act(questionId, { type: scene })
        : actOnShow(
            services,
            showId,
            { requestId: randomUUID(), act: { type: 'scene', scene } },
            await by(),
          ),
    reveal: (questionId: string, groupId?: string) => act(questionId, { type: 'reveal', groupId }),
    hide: (questionId: string, groupId?: string) => act(questionId, { type: 'hide', groupId }),
  };
}

const EMPTY_STAGE: Direction = {
  showId: HOUSE_SHOW,
  scene: 'idle',
  questionId: null,
  itemId: null,
  gameSessionId: null,
  groups: [],
  link: null,
  screens: 0,
};

/** Services of shows over a store; only those passed are notified of their acts. */
export const showServices = (
  services: Pick<ShowsServices, 'db' | 'now' | 'publish' | 'broadcaster'> & Partial<ShowsServices>,
): ShowsServices => ({
  standings: () => Promise.reject(new Error('not asked for')),
  rehearsalChanged: () => {},
  touch: () => {},
  announceMedia: async () => {},
  named: () => {},
  presented: () => {},
  boardsChanged: () => {},
  daysChanged: async () => {},
  pointsShown: () => {},
  decided: async () => {},
  readDirection: async () => EMPTY_STAGE,
  ...services,
});
