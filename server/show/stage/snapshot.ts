import type { Direction, RankedGroup, Scene, StageView } from '#machines/contract/stage.ts';
import { nextShowChange, shownGroups } from '#machines/results/rules/ranked-groups.ts';
import { isFrozen, publicResult } from '#machines/results/rules/result.ts';
import { withoutDelay } from '#machines/answering/rules/schedule.ts';
import { isOverAt } from '#machines/show/rules/stage.ts';
import { cleanerLabel } from '#machines/show/rules/labels.ts';
import type { Database } from '#server/db/client.ts';
import { readGameSession } from '#server/answering/feed-store.ts';
import { windowsOf } from '#server/answering/view.ts';
import { readArmedMedia } from '#server/show/media/store.ts';
import { readRankedGroups } from './ranked-groups.ts';
import {
  readFlagged,
  readHasMore,
  readIsRehearsing,
  readJoined,
  readPage,
  readRemoved,
  readTexts,
} from './store.ts';

type People = readonly NonNullable<Direction['people']>[number][];

export interface SnapshotServices {
  readonly db: Pick<Database, 'read'>;
  readonly now: () => number;
  /** Returns the boards that a scene shows (in a rehearsal, the rehearsal's boards); null: the scene shows none. */
  readonly board: (
    scene: Scene,
    show: { readonly showId: string; readonly isForMembers: boolean },
    isRehearsing: boolean,
  ) => Promise<Pick<StageView, 'board' | 'title'> | null>;
  /**
   * Returns a show with the tops of its boards; null: it does not exist. For the house show's stage, the show is the
   * one that is live or ended last.
   */
  readonly topOfShow: (
    showId: string,
  ) => Promise<{ readonly id: string; readonly best: People } | null>;
  /** Whether a word list flags a text as unfit for air. */
  readonly isUnfit: (text: string) => boolean;
  /** Whether a dictionary has a word in lower case. */
  readonly isWord: (word: string) => boolean;
  /** Returns the number of connected screens of a show. */
  readonly screens: (showId: string) => number;
  /** Returns the number of screens of a show that were closed on purpose. */
  readonly screensLeft: (showId: string) => number;
  /** Returns the number of connected players by audience; with `membersOf`, only that show's members. */
  readonly connected: (membersOf?: string) => { readonly studio: number; readonly home: number };
  /** The public address, shown to viewers who want to play. */
  readonly appUrl: string;
}

/** What the screens of a show and its producer may see at one instant. */
export interface StageSnapshot {
  readonly show: StageView;
  readonly direction: Direction;
  /** The id of the valid link; screens opened with another link are closed. */
  readonly linkId: string | null;
  /** The revision of the stage and its link (`StageTable.revision`). */
  readonly revision: number;
  /** Time until the content changes without an act, ms; Infinity: no such change is known. */
  readonly changesInMs: number;
}

const NO_PLACES = {
  groups: [],
  revealed: [],
  revealedAt: new Map<string, number>(),
  answered: { studio: 0, home: 0 },
  tied: 0,
};

/** Scenes in which the stage waits for players. */
const LOBBIES: ReadonlySet<Scene> = new Set(['idle', 'countdown']);
/** How long the name of a player who has joined is sent, ms: longer than the time between two reads. */
const JOINED_MS = 8_000;

/**
 * Reads what a show's screens show. Windows are read after reveals, so a question that opens in between hides its
 * reveals, and only reveals of closed questions are shown. Uses no transaction, which would block other readers; the
 * next update shows changes made during the read.
 */
export async function readSnapshot(
  {
    db,
    now,
    board,
    topOfShow,
    isUnfit,
    isWord,
    screens,
    screensLeft,
    connected,
    appUrl,
  }: SnapshotServices,
  screen: string,
): Promise<StageSnapshot> {
  const {
    scene: directed,
    behind,
    finaleAt,
    prepared,
    gameSessionId,
    showId,
    title,
    language,
    isForMembers,
    joinCode,
    link,
    revision,
  } = await readPage(db.read, screen);
  const isShown = gameSessionId !== null;
  const found = isShown ? await readRankedGroups(db.read, gameSessionId) : NO_PLACES;
  const record = isShown ? await readGameSession(db.read, gameSessionId) : null;
  const isRehearsing = await readIsRehearsing(db.read, showId);
  const ahead = await readArmedMedia(db.read, showId);
  const { groups, revealed, revealedAt, answered, tied } = found;
  // The question was deleted during the read, so show nothing.
  const scene = directed === 'question' && record === null ? 'idle' : directed;
  const boards = await board(scene, { showId, isForMembers }, isRehearsing);
  const hasMore = scene === 'standings' && (await readHasMore(db.read, showId));
  const people = await readPeople(db.read, await topOfShow(showId));
  const at = now();
  const left = screensLeft(screen);
  const joined = LOBBIES.has(scene) ? await readJoined(db.read, showId, at - JOINED_MS) : [];
  const question = scene === 'question' ? record : null;
  const isRehearsal = question === null ? isRehearsing : question.rehearsal !== undefined;
  const windows = question && windowsOf(question);
  const visibleGroups =
    windows === null || question === null || !isFrozen(question.result)
      ? []
      : shownGroups(groups, revealed, { windows, now: at });
  const sorting =
    windows === null || question === null || isFrozen(question.result) || !isOverAt(windows, at)
      ? null
      : await readSorting(db.read, question.gameSessionId, at);
  const cleaner =
    question !== null && isFrozen(question.result)
      ? await readCleaner(db.read, question.gameSessionId, { groups, revealed, isWord })
      : new Map<string, string>();
  return {
    show: {
      serverTime: at,
      scene,
      ...(title !== null && { language }),
      question: question &&
        windows && {
          question_id: question.id,
          game_session_id: question.gameSessionId,
          question_text: question.text,
          ...(question.media && { media: question.media }),
          // The stage screen is what the stream shows, so its windows have no home delay.
          windows: withoutDelay(windows, question.homeDelayMs),
          result: publicResult(question.result),
          answered,
          ...(sorting && { sorting }),
        },
      groups: visibleGroups.map((group) => group && withTime(group, revealedAt.get(group.groupId))),
      // Sent only once the last group is revealed, because the number of groups of the same size would give it away.
      ...(tied > 0 && (visibleGroups.at(-1) ?? null) !== null && { tied }),
      ...(boards ?? { board: null, ...(scene !== 'question' && title !== null && { title }) }),
      ...(hasMore && { hasMore }),
      ...(scene === 'holding' &&
        prepared.holdingText !== undefined && { holdingText: prepared.holdingText }),
      ...(scene === 'countdown' &&
        prepared.startsAt !== undefined && { startsAt: prepared.startsAt }),
      ...(joined.length > 0 && { joined }),
      connected: isForMembers ? connected(showId) : connected(),
      joinUrl: joinCode === null ? appUrl : `${appUrl}/join/${joinCode}`,
      ...(joinCode !== null && { joinCode }),
      ...(ahead && { ahead }),
      ...(isRehearsal && { rehearsal: true }),
    },
    direction: {
      showId,
      scene,
      ...(behind !== null && { behind }),
      ...(finaleAt !== null && { finaleAt }),
      ...prepared,
      questionId: record?.id ?? null,
      itemId: record?.itemId ?? null,
      gameSessionId: record?.gameSessionId ?? null,
      questionText: question?.text ?? null,
      groups: groups.map((group) => ({
        ...group,
        revealed: revealed.includes(group.groupId),
        ...(isUnfit(group.representative) && { isFlagged: true as const }),
        ...(cleaner.has(group.groupId) && { cleaner: cleaner.get(group.groupId) }),
      })),
      ...(boards !== null && { board: boards.board }),
      ...(hasMore && { hasMore }),
      ...(people.length > 0 && { people }),
      link: link && { createdAt: link.createdAt },
      screens: screens(screen),
      ...(left > 0 && { screensLeft: left }),
      ...(isRehearsing && { rehearsal: true }),
    },
    linkId: link?.id ?? null,
    revision,
    changesInMs: ((windows && nextShowChange(windows, at)) ?? Infinity) - at,
  };
}

/** Returns how far the grouping of a question is; null: it has not begun. */
async function readSorting(
  db: Database['read'],
  gameSessionId: string,
  now: number,
): Promise<NonNullable<StageView['question']>['sorting'] | null> {
  const grouping = await db
    .selectFrom('grouping')
    .where('game_session_id', '=', gameSessionId)
    .select(['version', 'answers_counted', 'answers_grouped', 'asked', 'asking_until'])
    .executeTakeFirst();
  if (grouping === undefined) return null;
  const { version, answers_counted: counted, answers_grouped: grouped, asked } = grouping;
  const isAsking = grouping.asking_until !== null && grouping.asking_until > now;
  // Without a model, only the producer knows when the answers are sorted.
  return { changes: version, isDone: asked > 0 && !isAsking && grouped >= counted };
}

/** Returns better labels for hidden groups with an obvious slip in their label, by group. */
async function readCleaner(
  db: Database['read'],
  gameSessionId: string,
  {
    groups,
    revealed,
    isWord,
  }: Pick<SnapshotServices, 'isWord'> & {
    readonly groups: readonly RankedGroup[];
    readonly revealed: readonly string[];
  },
): Promise<Map<string, string>> {
  const hidden = groups.filter(({ groupId }) => !revealed.includes(groupId));
  if (hidden.length === 0) return new Map();
  const all = await readTexts(
    db,
    gameSessionId,
    groups.map(({ groupId }) => groupId),
  );
  return new Map(
    hidden.flatMap(({ groupId, representative }) => {
      const texts = all.filter((each) => each.groupId === groupId);
      const label = cleanerLabel(representative, texts, { all, isWord });
      return label === null ? [] : [[groupId, label] as const];
    }),
  );
}

/**
 * Returns flagged names of people who may appear on the stage, the best of the show, and the people removed from it.
 */
async function readPeople(
  db: Database['read'],
  show: { readonly id: string; readonly best: People } | null,
): Promise<NonNullable<Direction['people']>> {
  const flagged = await readFlagged(db, show?.id ?? null);
  if (show === null) return flagged;
  const ids = new Set(flagged.map(({ userId }) => userId));
  const best = show.best.filter(({ userId }) => !ids.has(userId));
  return [...flagged, ...best, ...(await readRemoved(db, show.id))];
}

const withTime = (group: RankedGroup, revealedAt: number | undefined) =>
  revealedAt === undefined ? group : { ...group, revealedAt };
