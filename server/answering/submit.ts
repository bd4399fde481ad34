import { m } from 'messages';
import type { Brand } from '#machines/contract/brand.ts';
import type { Audience, OwnAnswer } from '#machines/contract/entities.ts';
import { lockedMessage } from '#machines/contract/messages.ts';
import { audienceOf, otherAudience } from '#machines/contract/audience.ts';
import { admits, type OwnWindow } from '#machines/answering/rules/own-window.ts';
import { mayAnswer } from '#machines/answering/rules/schedule.ts';
import { textKey } from 'answer-grouping';
import { pipeline } from '#server/db/pipeline.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { busy } from '#server/http/refusals.ts';
import { ApiError } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import type { AnswerUpdates } from '#server/answering/answer-updates.ts';
import type { EmittedPoints } from '#server/answering/emitted-points.ts';
import { createBatcher } from './batcher.ts';
import { readHeld, readLocked } from '#server/results/result-store.ts';
import {
  type RequestedWindows,
  type Author,
  insertAnswers,
  type KnownPoints,
  type NewAnswer,
  readAnswers,
  readAuthors,
  readOwnWindows,
  readWindows,
  type StoredAnswer,
} from './store.ts';
import type { AnswerOrigin } from './origin.ts';
import type { PointsPreview } from './points-preview.ts';

/**
 * Maximum number of answers per transaction. A transaction takes three turns of the event loop, however many it stores,
 * so that many make the queue shorter. Their replies take a few milliseconds.
 */
const MAX_BATCH = 400;
const MAX_WAITING = 20_000;
/** The longest pause between two transactions, ms. On a busy machine batches are large without it. */
const LONGEST_REST_MS = 20;

/** A received answer. Its audience is not part of it: it follows from the author's role at the time of storing. */
export interface Submission extends Omit<StoredAnswer, 'audience' | 'textKey' | 'isHeld'> {
  /** Null for a simulated player. */
  readonly origin: AnswerOrigin | null;
  /** The version of the author's account that the request was made for. */
  readonly version: number;
}

export interface SubmitServices {
  readonly db: Database;
  readonly now: () => number;
  readonly brand: Brand;
  /** The day of an instant, epoch ms. */
  readonly dayOf: (instant: number) => string;
  readonly answerUpdates: Pick<AnswerUpdates, 'joined' | 'stored'>;
  readonly pointsPreview: PointsPreview;
  readonly emittedPoints: Pick<EmittedPoints, 'reading'>;
  /** Requests a recount, because the game session has new answers. */
  readonly answered: (gameSessionId: string) => void;
  /** Returns the number of other processes that store answers, too. */
  readonly otherProcesses: () => number;
  readonly log: { warn(details: object, message: string): void };
}

type Verdict = { readonly answer: StoredAnswer | KnownPoints; readonly isNew: boolean } | Refusal;
type Admission = { readonly audience: Audience; readonly language: string } | Refusal;
type Refusal = { readonly refused: ApiError };
type Decided = { readonly own: OwnAnswer } | Refusal;

/** Normalises a text in the language of its show. Called only for answers that are accepted, however many a player sends. */
type Normalise = (text: string, language: string) => string;

/**
 * Creates the function that accepts answers. An answer is stored durably before its call resolves, many in one
 * transaction (decisions §5). The same text sent again by the same user gets the first result, even after the window
 * has closed.
 * @throws ApiError 401 403 404 409 410; StoreUnavailable if it is unknown whether the answer was stored
 */
export function createSubmit(
  services: SubmitServices,
  normalise: Normalise = textKey,
): (submission: Submission) => Promise<OwnAnswer> {
  const { db, now, brand, dayOf, answerUpdates, pointsPreview, emittedPoints, answered, log } =
    services;

  /** Returns the points of each answer as currently known: from the recount, if one has already counted the answer. */
  async function newestPoints(
    accepted: readonly (StoredAnswer & { readonly isNew: boolean })[],
  ): Promise<readonly number[]> {
    const wereEmittedSince = emittedPoints.reading();
    const points = await pointsPreview.settle(accepted);
    const emitted = accepted.filter(({ gameSessionId }) => wereEmittedSince([gameSessionId]));
    if (emitted.length === 0) return points;
    const counted = await readFirsts(db.read, emitted, now());
    return accepted.map(
      (answer, index) => counted.get(keyOf(answer))?.points ?? points[index] ?? 0,
    );
  }

  async function settle(verdicts: readonly Verdict[]): Promise<Decided[]> {
    const accepted = verdicts.flatMap((verdict) =>
      'answer' in verdict ? { ...verdict.answer, isNew: verdict.isNew } : [],
    );
    for (const answer of accepted) {
      answerUpdates.joined(answer);
      if (answer.isNew) answered(answer.gameSessionId);
    }
    let points: readonly number[] = [];
    try {
      points = await newestPoints(accepted);
    } catch (error) {
      // A recount may have sent these points before this reply, so another recount must send them after it.
      log.warn({ err: error }, 'answers could not be scored yet');
      for (const gameSessionId of distinct(accepted, 'gameSessionId')) answered(gameSessionId);
    }
    let next = 0;
    return verdicts.map((verdict) => {
      if ('refused' in verdict) return verdict;
      const counted = points[next++] ?? 0;
      const { answer } = verdict;
      const known = 'isFormer' in answer && answer.isFormer ? (answer.points ?? 0) : counted;
      const { gameSessionId, text, receivedAt, isHeld } = answer;
      const own = {
        gameSessionId,
        answer_text: text,
        awardedPoints: isHeld ? 0 : known,
        answeredAt: receivedAt,
        ...(isHeld && { held: true }),
      };
      // Send the event even for a repeated answer: the process that stored it may have crashed before it sent the
      // event.
      answerUpdates.stored(verdict.answer, own);
      return { own };
    });
  }

  const submit = createBatcher<Submission, Decided>({
    maxBatch: MAX_BATCH,
    maxWaiting: MAX_WAITING,
    // So that all processes together need as many transactions as one process would.
    restMs: (tookMs) => Math.min(LONGEST_REST_MS, services.otherProcesses() * tookMs),
    run: async (batch) => settle(await store({ db, now, brand, dayOf }, batch, normalise)),
  });
  return async (submission) => {
    const decided = await submit(submission);
    if ('refused' in decided) throw decided.refused;
    return decided.own;
  };
}

/** Stores the admissible answers in one transaction. */
const store = (
  { db, now, brand, dayOf }: Pick<SubmitServices, 'db' | 'now' | 'brand' | 'dayOf'>,
  batch: readonly Submission[],
  normalise: Normalise,
): Promise<Verdict[]> =>
  inTransaction(db, async (tx) => {
    const gameSessionIds = distinct(batch, 'gameSessionId');
    // Keep this order: once the game sessions are locked here, no result can be locked before these answers are stored.
    const [windows, locked, held, authors, earlier] = await pipeline(tx, (queries) =>
      Promise.all([
        readWindows(queries, gameSessionIds),
        readLocked(queries, gameSessionIds),
        readHeld(queries, gameSessionIds),
        readAuthors(queries, distinct(batch, 'userId')),
        readFirsts(queries, batch, now()),
      ]),
    );
    const ownWindows = await readOwnWindows(tx, late(batch, windows, authors));
    const judged = batch.map((submission) => ({
      submission,
      admitted: judge(submission, {
        windows: windows.get(submission.gameSessionId) ?? null,
        own: ownWindows.get(keyOf(submission)) ?? null,
        isLocked: locked.has(submission.gameSessionId),
        author: authors.get(submission.userId) ?? null,
        brand,
      }),
    }));
    const fresh = new Map<string, Fresh>();
    for (const { submission, admitted } of judged) {
      const key = keyOf(submission);
      if ('refused' in admitted || earlier.has(key) || fresh.has(key)) continue;
      const { audience, language } = admitted;
      const { text, receivedAt, gameSessionId } = submission;
      const isHeld = held.has(gameSessionId);
      const added = {
        id: newId(receivedAt),
        textKey: normalise(text, language),
        day: dayOf(receivedAt),
      };
      fresh.set(key, { submission, row: { ...submission, ...added, audience, isHeld } });
    }
    const rows = Array.from(fresh.values(), ({ row }) => row);
    const stored = await insertAnswers(tx, inLockOrder(rows));
    // Answers that were not stored because another process has just stored an answer of the same user.
    const others = await readFirsts(
      tx,
      rows.filter(({ id }) => !stored.has(id)),
      now(),
    );
    return judged.map(({ submission, admitted }): Verdict => {
      const key = keyOf(submission);
      const own = fresh.get(key);
      const isStored = own !== undefined && stored.has(own.row.id);
      if (isStored && own.submission === submission) return { answer: own.row, isNew: true };
      const first = isStored ? own.row : (earlier.get(key) ?? others.get(key));
      // Neither stored nor explained by an earlier answer: it must never be acknowledged.
      if (first === undefined) return 'refused' in admitted ? admitted : { refused: busy() };
      if (first.text === submission.text) return { answer: first, isNew: false };
      return refused(409, m.answerAlready(), 'already');
    });
  });

/** The answers that came after the end of their audience's window, and count only in a window of the author's own. */
const late = (
  batch: readonly Submission[],
  windows: ReadonlyMap<string, RequestedWindows>,
  authors: ReadonlyMap<string, Author>,
): readonly Submission[] =>
  batch.filter(({ gameSessionId, userId, receivedAt }) => {
    const asked = windows.get(gameSessionId);
    const author = authors.get(userId);
    const audience = author === undefined ? null : audienceOf(author.roleId);
    if (asked === undefined || audience === null) return false;
    const admission = mayAnswer(asked, audience, receivedAt);
    return !admission.ok && admission.reason === 'expired';
  });

/** A new answer that is accepted unless another answer of the same user is stored first. */
interface Fresh {
  readonly submission: Submission;
  readonly row: NewAnswer;
}

/**
 * Returns the stored answers of these users to the same game sessions, by user and game session, as visible to them
 * at `now`.
 */
async function readFirsts(
  db: Parameters<typeof readAnswers>[0],
  answers: readonly Pick<Submission, 'gameSessionId' | 'userId'>[],
  now: number,
): Promise<Map<string, KnownPoints>> {
  const found = await readAnswers(db, {
    gameSessionIds: distinct(answers, 'gameSessionId'),
    userIds: distinct(answers, 'userId'),
    now,
  });
  return new Map(found.map((answer) => [keyOf(answer), answer]));
}

/** Decides whether the first answer of a user is accepted (decisions §4). */
function judge(
  submission: Submission,
  found: {
    windows: RequestedWindows | null;
    /** The author's own window. */
    own: Pick<OwnWindow, 'openedAt' | 'closesAt'> | null;
    isLocked: boolean;
    author: Author | null;
    brand: Brand;
  },
): Admission {
  const { windows, own, isLocked, author, brand } = found;
  if (author?.version !== submission.version) return refused(401, m.signInFirst());
  const audience = audienceOf(author.roleId);
  if (audience === null) return refused(403, m.answerAdminNever());
  if (windows !== null && author.produces.includes(windows.showId))
    return refused(403, m.producersNeverPlays());
  if (windows === null || !takesPart(author, windows)) return refused(404, m.notFound());
  if (author.isSimulated && !windows.isRehearsed) return refused(403, m.rehearsalSimulated());
  const admission = mayAnswer(windows, audience, submission.receivedAt);
  if (admission.ok || (own !== null && admits(own, submission.receivedAt)))
    return isLocked
      ? refused(410, m.answerExpired(), 'expired')
      : { audience, language: windows.language };
  if (admission.reason === 'withheld') return refused(409, m.answerNotReleased(), admission.reason);
  if (admission.reason === 'locked')
    return refused(403, lockedMessage(otherAudience(audience), brand), admission.reason);
  return refused(410, m.answerExpired(), admission.reason);
}

const takesPart = (
  { rehearses, shows }: Author,
  { showId, isRehearsed, isOpen }: RequestedWindows,
): boolean => (isRehearsed ? rehearses === showId : isOpen || shows.includes(showId));

const refused = (status: number, message: string, code?: string): Refusal => ({
  refused: new ApiError(status, message, code === undefined ? {} : { code }),
});

const keyOf = ({ gameSessionId, userId }: Pick<Submission, 'gameSessionId' | 'userId'>): string =>
  `${gameSessionId} ${userId}`;

const distinct = (
  batch: readonly Pick<Submission, 'gameSessionId' | 'userId'>[],
  key: 'gameSessionId' | 'userId',
): string[] => [...new Set(batch.map((submission) => submission[key]))];

/** A fixed order prevents deadlocks between processes that store answers of the same users. */
const inLockOrder = <A extends Pick<Submission, 'gameSessionId' | 'userId'>>(
  answers: readonly A[],
): A[] => answers.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
