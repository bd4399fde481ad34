import type { ShowAct } from '#machines/show/calls.ts';
import { FINALE, HOUSE_SHOW, type Scene } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type Handlers, recording, type RecordAudit, ApiError } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import { actOnShow } from '../act.ts';
import type { ShowsServices } from '../services.ts';
import { readItemOf } from '../store.ts';
import { createLink, type LinkServices, revokeLink } from './link.ts';
import { readLastAired, readPage } from './store.ts';

/** Calls about the stage: each finds the show, and does an act on it. */
export function showHandlers(stage: LinkServices, services: ShowsServices) {
  const { db, now } = services;
  const reply = async ({ show }: { readonly show?: string | undefined }) => ({
    direction: await services.readDirection(show),
  });
  const act = async (showId: string, asked: ShowAct, by: string, record: RecordAudit) => {
    const request = { act: asked, requestId: newId(now()) };
    await actOnShow(recording(services, record), showId, request, by);
  };
  /** The newest item of a question. @throws ApiError 404 */
  const itemOf = async (questionId: string | undefined) => {
    const item = questionId === undefined ? undefined : await readItemOf(db.read, questionId);
    if (item === undefined) throw new ApiError(404, MESSAGES.notFound);
    return item;
  };
  /** The show whose stage a scene of a screen goes to. @throws ApiError 409: it is the board of a show, and none was on air */
  const stageFor = async (scene: Scene, screen: string | undefined): Promise<string> => {
    const { showId } = await readPage(db.read, screen);
    if (showId !== HOUSE_SHOW || !FINALE.some((each) => each === scene)) return showId;
    // The house show has no board of its own: it is the last show's.
    const last = await readLastAired(db.read);
    if (last === null) throw new ApiError(409, MESSAGES.show.noShow);
    return last;
  };
  return {
    show: ({ query }) => reply(query),
    directShow: async ({ caller, body, record }) => {
      const { scene, questionId, show } = body;
      if (scene === 'question') {
        const { showId, itemId } = await itemOf(questionId);
        await act(showId, { type: 'question', itemId }, caller.id, record);
      } else await act(await stageFor(scene, show), { type: 'scene', scene }, caller.id, record);
      return reply(body);
    },
    showAnswers: async ({ caller, params, query, body, record }) => {
      const { showId, itemId } = await itemOf(params.id);
      await act(showId, { type: 'reveal', itemId, ...body }, caller.id, record);
      return reply(query);
    },
    hideAnswers: async ({ caller, params, query, body, record }) => {
      const { showId, itemId } = await itemOf(params.id);
      await act(showId, { type: 'hide', itemId, ...body }, caller.id, record);
      return reply(query);
    },
    createShowLink: async ({ caller, query, record }) => {
      const key = await createLink(recording(stage, record), caller, query.show);
      return { ...(await reply(query)), key };
    },
    revokeShowLink: async ({ query, record }) => {
      await revokeLink(recording(stage, record), query.show);
      return reply(query);
    },
  } satisfies Handlers;
}
