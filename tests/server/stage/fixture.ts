import { onTestFinished } from 'vitest';
import type { StageView } from '#machines/contract/stage.ts';
import { ROLE } from '#machines/contract/entities.ts';
import type { Database } from '#server/db/client.ts';
import { isUnfit } from '#server/show/fit-for-air.ts';
import { createStageService } from '#server/show/stage/service.ts';
import { actsOver, showServices } from '#tests/support/show-acts.ts';
import { addUser, processOn, START, storeAnswer } from '../answers/fixture.ts';
import { recorder } from '../releases/fixture.ts';

/** The words of the dictionary. */
const WORDS = new Set(['the', 'train', 'zebra', 'giraffe', 'kangaroo']);

/** The show over a store, without sockets, and a producer's acts on it; events are recorded. */
export function showOn(db: Database) {
  const clock = { now: START };
  const { broadcaster, told, publish } = recorder();
  const pages: { showId: string; linkId: string | null; show: StageView }[] = [];
  const boards: NonNullable<StageView['board']> = { studio: [], home: [] };
  const warnings: string[] = [];
  const show = createStageService({
    appUrl: 'https://show.example',
    db,
    now: () => clock.now,
    broadcaster,
    rooms: {
      of: (showId) => ({
        watchers: () => ({ hasScreens: true, hasProducers: true }),
        toPages: (linkId, state) => pages.push({ showId, linkId, show: state }),
        toProducers: () => {},
      }),
      screens: () => 0,
      left: () => {},
      screensLeft: () => 0,
      touchOthers: () => {},
      whenTouched: () => {},
    },
    best: (audience) => Promise.resolve(boards[audience]),
    bestOfShow: () => Promise.resolve(null),
    bestOfSeason: () => Promise.resolve(null),
    topOfShow: () => Promise.resolve(null),
    isUnfit,
    isWord: (word) => WORDS.has(word),
    log: { warn: (_details, message) => warnings.push(message) },
  });
  onTestFinished(() => show.stop());
  const services = showServices({
    db,
    now: show.now,
    broadcaster,
    publish,
    touch: show.touch,
    readDirection: async () => (await show.readSnapshot()).direction,
  });
  let producer: Promise<string> | undefined;
  return {
    show,
    services,
    ...actsOver(services, () => (producer ??= addUser(db, ROLE.admin))),
    clock,
    /** Events to players and admins. */
    told,
    /** States sent to stage screens, with the link valid then. */
    pages,
    boards,
    warnings,
  };
}

/** Stores and counts this many answers of new players for each text. */
export async function answer(
  db: Database,
  gameSessionId: string,
  counts: Readonly<Record<string, number>>,
  roleId: 2 | 3 = ROLE.home,
): Promise<void> {
  for (const [text, count] of Object.entries(counts))
    for (let given = 0; given < count; given += 1) {
      const userId = await addUser(db, roleId);
      await storeAnswer(db, { gameSessionId, userId, roleId, text });
    }
  await processOn(db).recount(gameSessionId);
}

/** The ids of the groups of a game session, by their answers. */
export async function groupIds(
  db: Database,
  gameSessionId: string,
): Promise<Readonly<Record<string, string>>> {
  const groups = await db.read
    .selectFrom('answer_group')
    .select(['id', 'representative'])
    .where('game_session_id', '=', gameSessionId)
    .execute();
  return Object.fromEntries(groups.map(({ id, representative }) => [representative, id]));
}
