import { m } from 'messages';
import { isFinale } from '#machines/show/rules/rundown.ts';
import type { AuditState } from '#server/db/audit-details.ts';
import { ApiError } from '#server/http/route.ts';
import { type Acts, itemOf, touchStage } from '#server/show/act-effects.ts';
import { readStage, writeInterlude, writeScene } from './store.ts';

/** Acts on what the screens show. */
export const STAGE_ACTS: Acts<'scene' | 'interlude' | 'question'> = {
  scene: (act) => ({
    perform: async ({ tx, at, rundown: { id } }) => {
      const { scene: before } = await readStage(tx, id);
      await writeScene(tx, id, act.scene, { at });
      return { details: { before: { scene: before }, after: { scene: act.scene } } };
    },
    notify: ({ presented, touch }, { id, state, join }) => {
      // Players' boards contain no points of a rehearsal, so players need no update.
      if (isFinale(act) && state !== 'rehearsal') presented({ join });
      else touch(id);
    },
  }),
  interlude: ({ interlude, ...prepared }) => ({
    // A draft's picture must not replace the stage of the live show on the same screens.
    ...(interlude !== undefined && { isExclusive: true }),
    perform: async ({ tx, rundown: { id, season } }) => {
      if (interlude === 'season' && season === undefined)
        throw new ApiError(409, m.rundownNoSeason(), { code: 'guard' });
      const before = await readStage(tx, id);
      await writeInterlude(tx, id, { interlude, ...prepared });
      const after = await readStage(tx, id);
      if (interlude === 'countdown' && after.startsAt === null)
        throw new ApiError(409, m.rundownNoStart(), { code: 'guard' });
      return { details: { before: interludeAudit(before), after: interludeAudit(after) } };
    },
    notify: touchStage,
  }),
  question: (act) => ({
    perform: async ({ tx, at, rundown }) => {
      const { scene: before } = await readStage(tx, rundown.id);
      const { gameSessionId } = itemOf(rundown, act);
      await writeScene(tx, rundown.id, 'question', { at, gameSessionId });
      return { details: { before: { scene: before }, after: { scene: 'question' } } };
    },
    notify: touchStage,
  }),
};

const interludeAudit = ({
  scene,
  holdingText,
  startsAt,
}: Awaited<ReturnType<typeof readStage>>): AuditState => ({
  scene,
  'holding text': holdingText,
  'starts at': startsAt === null ? null : new Date(startsAt).toISOString(),
});
