import type { Transaction } from 'kysely';
import { FINALE, HOUSE_SHOW, type Scene } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { revealKnownFrom } from '#machines/answering/rules/disclosure.ts';
import { shownAfterMs } from '#machines/show/rules/stage.ts';
import { isAnswerable, lastRevealed, nextToReveal } from '#machines/results/rules/ranked-groups.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { DeedDetails } from '#server/db/deed.ts';
import type { Schema } from '#server/db/schema.ts';
import { Refused } from '#server/http/route.ts';
import type { Publisher } from '#server/show/publisher.ts';
import type { ChangeEvent } from '#server/show/releases/change.ts';
import {
  lockFeed,
  readGameSession,
  readQuestion,
  storeChange,
  storeDisclosure,
} from '#server/answering/feed-store.ts';
import { actOnResult, onceCounted, showPoints } from '#server/results/result-store.ts';
import { type QuestionRecord, windowsOf } from '#server/answering/view.ts';
import {
  deleteReveal,
  insertReveal,
  isHeldBack,
  lockRankedGroups,
  type RankedGroups,
  readLastAired,
  readPage,
  readStage,
  writeScene,
} from './store.ts';

export interface DirectServices {
  readonly db: Database;
  readonly now: () => number;
  readonly publish: Publisher['publish'];
  /** What the stage of a show shows has changed. */
  readonly touch: (showId: string) => void;
  /** Points of a game session that were held may be shown, or the other way round. */
  readonly pointsShown: (gameSessionId: string) => void;
}

/**
 * Puts a scene on the stage that the screens of a show show, or a question on the stage of its own show, also before it is
 * released to anybody: the producer shows what they choose. What was revealed of it before is still revealed.
 * @throws Refused 404; 409 for the board of a show while none was on air
 */
export async function direct(
  { db, now, touch }: DirectServices,
  scene: Scene,
  questionId: string | undefined,
  screen = HOUSE_SHOW,
): Promise<void> {
  const directed = await inTransaction(
    db,
    async (tx) => {
      // Keeps the question from being deleted until the transaction ends.
      await lockFeed(tx);
      const question =
        scene === 'question' && questionId !== undefined
          ? await readQuestion(tx, questionId)
          : null;
      if (scene === 'question' && question === null) throw new Refused(404, MESSAGES.notFound);
      const showId = question?.showId ?? (await stageFor(tx, scene, screen));
      const { scene: was } = await readPage(tx, screen);
      await writeScene(tx, showId, scene, {
        at: now(),
        ...(question !== null && { gameSessionId: question.gameSessionId }),
      });
      return { showId, was, question };
    },
    ({ was, question }) => ({
      before: { scene: was },
      after: { scene, ...(question !== null && { question: question.text }) },
    }),
  );
  touch(directed.showId);
}

/** The show whose stage a scene of a screen goes to. @throws Refused 404; 409: the board of a show, and none was on air */
async function stageFor(tx: Transaction<Schema>, scene: Scene, screen: string): Promise<string> {
  const { showId } = await readPage(tx, screen);
  if (showId !== HOUSE_SHOW || !FINALE.some((each) => each === scene)) return showId;
  // The house show has no board of its own: it is the last show's.
  const last = await readLastAired(tx);
  if (last === null) throw new Refused(409, MESSAGES.show.noShow);
  return last;
}

/**
 * Reveals a group of the question that is shown, without a choice the least popular hidden one; the first one locks the
 * result by itself. What is revealed already stays so and is told to nobody again. Players hear of it with a version of its own, so
 * that it hides no change that they missed.
 * @throws Refused 404; 409 while somebody can answer, for another question, when all is revealed
 */
export async function reveal(
  { db, now, publish, pointsShown }: DirectServices,
  questionId: string,
  groupId: string | undefined,
  by: string | null = null,
): Promise<void> {
  const { gameSessionId: about, changes } = await onceCounted(() =>
    inTransaction(
      db,
      async (tx) => {
        await lockFeed(tx);
        const { record, places, revealed } = await shownQuestion(tx, questionId);
        const at = now();
        if (isAnswerable(windowsOf(record), at)) throw new Refused(409, MESSAGES.show.stillOpen);
        const chosen = chosenOf(places, groupId) ?? nextToReveal(places, revealed);
        if (chosen === null) throw new Refused(409, MESSAGES.show.nothingLeft);
        const details = detailsOf(record, places, chosen);
        if (revealed.includes(chosen)) return { gameSessionId: null, changes: [], details };
        const after = await actOnResult(tx, record, { act: 'reveal', at, by, reason: null });
        await insertReveal(tx, record.showId, chosen, at);
        const { id, gameSessionId } = record;
        await showPoints(tx, [gameSessionId]);
        const place = places.findIndex(({ groupId: each }) => each === chosen) + 1;
        const { homeDelayMs, rehearsal } = record;
        const isBehind = homeDelayMs > 0;
        if (isBehind) {
          const knownAt = revealKnownFrom('home', { at, place, homeDelayMs });
          await storeDisclosure(tx, { at: knownAt, gameSessionId, isReveal: true });
        }
        const shown: ChangeEvent = {
          type: 'answers-shown',
          showId: record.showId,
          questionId: id,
          gameSessionId,
          to: isBehind ? ['studio'] : [...AUDIENCES],
          ...((await isHeldBack(tx, gameSessionId)) && { shownAt: at + shownAfterMs(place) }),
          ...(rehearsal !== undefined && { rehearsal }),
        };
        const isFirst = after.result.version !== record.result.version;
        const locked = { type: 'changed', record: after, windowEvents: {} } as const;
        const locking = isFirst ? [await storeChange(tx, at, locked)] : [];
        return { gameSessionId, changes: [...locking, await storeChange(tx, at, shown)], details };
      },
      ({ details }) => details,
    ),
  );
  for (const change of changes) publish(change);
  if (about !== null) pointsShown(about);
}

/**
 * Takes a revealed group back, without a choice the one revealed last; one that is hidden stays so.
 * @throws Refused 404; 409 for another question, when nothing is revealed
 */
export async function hide(
  { db, touch, pointsShown }: DirectServices,
  questionId: string,
  groupId: string | undefined,
): Promise<void> {
  const { about } = await inTransaction(
    db,
    async (tx) => {
      await lockFeed(tx);
      const { record, places, revealed } = await shownQuestion(tx, questionId);
      const chosen = chosenOf(places, groupId) ?? lastRevealed(places, revealed);
      if (chosen === null) throw new Refused(409, MESSAGES.show.nothingRevealed);
      await deleteReveal(tx, record.showId, chosen);
      await showPoints(tx, [record.gameSessionId]);
      return { about: record, details: detailsOf(record, places, chosen) };
    },
    ({ details }) => details,
  );
  touch(about.showId);
  pointsShown(about.gameSessionId);
}

/** Audit details of a revealed or hidden group. */
function detailsOf(
  { text }: QuestionRecord,
  places: RankedGroups['places'],
  groupId: string,
): DeedDetails {
  const group = places.find((place) => place.groupId === groupId);
  return { name: text, after: { group: group?.representative ?? '', place: group?.rank ?? null } };
}

/** The question, which must be the one on the stage of its show, with its places. */
async function shownQuestion(
  tx: Transaction<Schema>,
  questionId: string,
): Promise<{ record: QuestionRecord } & RankedGroups> {
  const question = await readQuestion(tx, questionId);
  if (question === null) throw new Refused(404, MESSAGES.notFound);
  const { scene, gameSessionId } = await readStage(tx, question.showId);
  const isShown = scene === 'question' && gameSessionId !== null;
  const record = isShown ? await readGameSession(tx, gameSessionId) : null;
  if (record?.id !== questionId) throw new Refused(409, MESSAGES.show.otherQuestion);
  return { record, ...(await lockRankedGroups(tx, record.gameSessionId)) };
}

/** The chosen group, which must have a place; null: none was chosen. */
function chosenOf(places: RankedGroups['places'], groupId: string | undefined): string | null {
  if (groupId === undefined) return null;
  if (!places.some((place) => place.groupId === groupId)) throw new Refused(404, MESSAGES.notFound);
  return groupId;
}
