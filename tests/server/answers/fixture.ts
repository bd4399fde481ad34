import { utcDay } from '#machines/connection/rules/clock.ts';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import {
  type Audience,
  type OwnAnswer,
  type ReleaseWindow,
  ROLE,
  type RoleId,
} from '#machines/contract/entities.ts';
import { audienceOf } from '#machines/contract/audience.ts';
import { differing, groupTexts, textKey } from 'answer-grouping';
import { type Database, inTransaction } from '#server/db/client.ts';
import { ApiError } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import type { AnswerOrigin } from '#server/answering/origin.ts';
import { createSubmit, type SubmitServices } from '#server/answering/submit.ts';
import { createPointsPreview } from '#server/answering/points-preview.ts';
import {
  recount,
  type RecountResult,
  type RecountServices,
} from '#server/results/grouping/recount.ts';
import { insertQuestion } from '#server/show/questions/store.ts';
import { EmittedPoints } from '#server/answering/emitted-points.ts';
import { readGameSession } from '#server/answering/feed-store.ts';
import type { QuestionRecord } from '#server/answering/view.ts';
import { indexGroups } from '#tests/support/at-once.ts';
import { actOnQuestion, type QuestionAct, showServices } from '#tests/support/show-acts.ts';
import { SILENT_BROADCASTER } from '#tests/support/silent-broadcaster.ts';

export const START = 1_700_000_000_000;
export const HOUR = 3_600_000;

export async function addUser(
  db: Database,
  roleId: RoleId = ROLE.home,
  name = 'Some Body',
): Promise<string> {
  const id = newId();
  await db.write
    .insertInto('user')
    .values({
      id,
      name,
      email: `${id.toLowerCase()}@show.example`,
      password_hash: 'none',
      role_id: roleId,
      verified_at: START,
      created_at: START,
    })
    .execute();
  return id;
}

export const addUsers = (
  db: Database,
  count: number,
  roleId: RoleId = ROLE.home,
): Promise<string[]> => Promise.all(Array.from({ length: count }, () => addUser(db, roleId)));

/** A question with these newest releases; an audience without one was never released to. */
export async function addQuestion(
  db: Database,
  windows: Partial<Record<Audience, ReleaseWindow>> = { studio: OPEN, home: OPEN },
): Promise<QuestionRecord> {
  const plan = { text: 'A fruit?', startAt: START, endAt: START + HOUR, createdBy: null };
  const record = await inTransaction(db, (tx) => insertQuestion(tx, { ...plan, createdAt: START }));
  for (const [audience, window] of [
    ['studio', windows.studio],
    ['home', windows.home],
  ] as const)
    if (window !== undefined) await setWindow(db, record.gameSessionId, audience, window);
  return record;
}

export const OPEN: ReleaseWindow = { released: true, timed: false, closesAt: null };
export const REVOKED: ReleaseWindow = { released: false, timed: false, closesAt: null };
export const timedUntil = (closesAt: number): ReleaseWindow => ({
  released: true,
  timed: true,
  closesAt,
});

export async function setWindow(
  db: Database,
  gameSessionId: string,
  audience: Audience,
  { released, timed, closesAt }: ReleaseWindow,
  openedAt = START - HOUR,
): Promise<void> {
  const row = {
    released: released ? 1 : 0,
    timed: timed ? 1 : 0,
    closes_at: closesAt,
    duration_s: 0,
    released_at: START,
    first_released_at: START,
    opened_at: openedAt,
  } as const;
  await db.write
    .insertInto('release')
    .values({ ...row, game_session_id: gameSessionId, audience })
    .onConflict((conflict) => conflict.columns(['game_session_id', 'audience']).doUpdateSet(row))
    .execute();
}

/** The outcome of an answer: itself, or the refusal's status, code and text. */
type Fate = OwnAnswer | { status: number; code: string | undefined; error: string };

export const fate = (submitted: Promise<Fate>): Promise<Fate> =>
  submitted.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, code: error.more.code, error: error.message };
  });

export const recountServices = (db: Database): RecountServices => ({
  db,
  now: () => START,
  group: (texts) => Promise.resolve(groupTexts(texts)),
  mustDiffer: differing(),
  whileConsistent: (write) => write(),
  sliceSize: 2,
});

/**
 * One process that accepts and counts answers; `valued` runs after answers are valued, before that
 * is announced.
 */
export function processOn(
  db: Database,
  valued: () => Promise<unknown> = () => Promise.resolve(),
  now: () => number = () => START,
  dayOf: SubmitServices['dayOf'] = utcDay,
) {
  const pointsPreview = createPointsPreview(db);
  const emittedPoints = new EmittedPoints();
  const joined: string[] = [];
  const told: unknown[] = [];
  const answered: string[] = [];
  const warnings: string[] = [];
  const normalised: string[] = [];
  const services: SubmitServices = {
    db,
    now,
    brand: DEFAULT_BRAND,
    dayOf,
    pointsPreview: {
      ...pointsPreview,
      settle: async (answers) => {
        const points = await pointsPreview.settle(answers);
        await valued();
        return points;
      },
    },
    emittedPoints,
    answerUpdates: {
      joined: ({ userId, gameSessionId, audience, textKey: key }) =>
        void joined.push([userId, gameSessionId, audience, key].join(' ')),
      stored: ({ userId }, answer) => void told.push({ userId, answer }),
    },
    answered: (gameSessionId) => void answered.push(gameSessionId),
    otherProcesses: () => 0,
    log: { warn: (_details, message) => void warnings.push(message) },
  };
  const submit = createSubmit(services, (text, language) => {
    normalised.push(text);
    return textKey(text, language);
  });
  return {
    pointsPreview,
    emittedPoints,
    joined,
    told,
    answered,
    warnings,
    normalised,
    submit: (
      userId: string,
      gameSessionId: string,
      text: string,
      receivedAt = START,
      version = 0,
    ) => submit({ userId, version, gameSessionId, text, receivedAt, origin: null }),
    recount: async (
      gameSessionId: string,
    ): Promise<RecountResult | 'leased' | 'stale' | 'gone'> => {
      const result = await recount({ ...recountServices(db), now }, gameSessionId);
      if (typeof result === 'object')
        pointsPreview.regroup(gameSessionId, result.groupIds, indexGroups(result.groups));
      return result;
    },
  };
}

/** An answer as stored, not counted yet. */
export async function storeAnswer(
  db: Database,
  answer: {
    gameSessionId: string;
    userId: string;
    roleId?: RoleId;
    text: string;
    receivedAt?: number;
    origin?: AnswerOrigin;
  },
): Promise<void> {
  const { gameSessionId, userId, roleId = ROLE.home, text, receivedAt = START, origin } = answer;
  await db.write
    .insertInto('answer')
    .values({
      id: newId(),
      game_session_id: gameSessionId,
      user_id: userId,
      audience: audienceOf(roleId) ?? 'home',
      text,
      text_key: textKey(text),
      received_at: receivedAt,
      day: new Date(receivedAt).toISOString().slice(0, 10),
      ...(origin && { network: origin.network, network_domain: origin.networkDomain }),
    })
    .execute();
}

type Deciding = Omit<Extract<QuestionAct, { type: 'decide' }>, 'type'> & {
  readonly gameSessionId: string;
  readonly requestId?: string;
  /** The id of the deciding producer; by default a new one. */
  readonly by?: string;
};

/** Decides about groups, without clients. */
export async function decideGroups(
  db: Database,
  { gameSessionId, by, requestId, ...decided }: Deciding,
): Promise<void> {
  const silent = { publish: () => {}, broadcaster: SILENT_BROADCASTER };
  const services = showServices({ db, now: () => START, ...silent });
  const { id = 'no question' } = (await readGameSession(db.read, gameSessionId)) ?? {};
  const producer = by ?? (await addUser(db, ROLE.admin));
  await actOnQuestion(services, id, { type: 'decide', ...decided }, producer, requestId);
}

/** Accepts or dismisses joins suggested by a model. */
export const decideMerges = (
  db: Database,
  {
    accepted,
    mergeIds,
    ...more
  }: Omit<Deciding, 'decision'> & {
    readonly mergeIds: string[];
    readonly accepted: boolean;
  },
): Promise<void> =>
  decideGroups(db, { ...more, decision: { kind: accepted ? 'accept' : 'dismiss', mergeIds } });
