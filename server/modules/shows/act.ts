import type { Transaction } from 'kysely';
import type { BodyOf, RundownAct } from '#machines/contract/calls.ts';
import type { Audience, Finale, Rundown, RundownItem } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { isFinished, type ItemStage, stageOf } from '#machines/rules/item.ts';
import { armedOf, nextPlanned, whyNotAct } from '#machines/rules/rundown.ts';
import { openTo } from '#machines/rules/schedule.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import { lockScores } from '#server/db/score-lock.ts';
import { Refused } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import type { Announcer } from '#server/realtime/announce.ts';
import {
  announceListToAdmins,
  announceToAdmins,
  type Change,
  type WindowEvent,
} from '#server/realtime/change.ts';
import type { Publisher } from '#server/realtime/publisher.ts';
import { showPoints } from '#server/realtime/result-store.ts';
import { lockFeed, readGameSession, storeChange } from '#server/realtime/store.ts';
import { wasReleased } from '#server/realtime/change.ts';
import { type QuestionRecord, windowsOf } from '#server/realtime/view.ts';
import {
  DEFAULT_PRESETS,
  deleteItem,
  insertItem,
  insertShow,
  noteRequest,
  readOther,
  readRundown,
  replaceSession,
  writeItemState,
  writeOrder,
  writePresets,
  writeShow,
  writeSuspense,
} from './store.ts';

type Tx = Transaction<Schema>;

/** How long after it was made a question of a rundown is planned to end, ms: a window without a timer ends then. */
const PLANNED_MS = 24 * 60 * 60_000;

/** What shows stand on; the ports are other modules'. */
export interface ShowsServices {
  readonly db: Database;
  readonly now: () => number;
  readonly announcer: Announcer;
  readonly publish: Publisher['publish'];
  readonly insertQuestion: (
    tx: Tx,
    question: {
      readonly text: string;
      readonly startAt: number;
      readonly endAt: number;
      readonly createdAt: number;
      readonly createdBy: string;
      readonly rehearsal?: true;
    },
  ) => Promise<QuestionRecord>;
  /** Deletes a question with its answers, and what they gave; under `lockScores`. */
  readonly removeQuestion: (tx: Tx, record: QuestionRecord) => Promise<void>;
  readonly rehearsal: {
    /** Creates the simulated players. */
    readonly begin: (tx: Tx, showId: string, players: number, at: number) => Promise<void>;
    /** Deletes them. */
    readonly end: (tx: Tx) => Promise<void>;
    /** Whether the game session is of the rehearsal. */
    readonly mark: (tx: Tx, gameSessionIds: readonly string[], isOf: boolean) => Promise<void>;
    /** A rehearsal has begun or ended: whoever runs its players looks. */
    readonly changed: () => void;
  };
  /** Releases to an audience with a timer of so many seconds, or without; the record after it. */
  readonly release: (
    tx: Tx,
    record: QuestionRecord,
    audience: Audience,
    seconds: number | null,
    doing: { readonly at: number; readonly by: string },
  ) => Promise<QuestionRecord>;
  /** Moves the end of an open window; the record after it. */
  readonly moveEnd: (
    tx: Tx,
    record: QuestionRecord,
    audience: Audience,
    closesAt: number,
    at: number,
  ) => Promise<QuestionRecord>;
  /** Puts a question on the show page. */
  readonly putOnAir: (tx: Tx, gameSessionId: string) => Promise<unknown>;
  /** Puts the board of a show on the show page. */
  readonly present: (tx: Tx, scene: Finale, showId: string) => Promise<unknown>;
  readonly takeOut: (tx: Tx) => Promise<unknown>;
  /** What the show page shows has changed. */
  readonly touch: () => void;
  /** The board of a show is on the screen: players are told how they came off when it is their turn. */
  readonly presented: () => void;
  /** Points of a game session that were held may be shown, or the other way round. */
  readonly pointsShown: (gameSessionId: string) => void;
}

/** @throws Refused 404 */
export async function rundownOf(db: Database['read'], id: string): Promise<Rundown> {
  const rundown = await readRundown(db, id);
  if (rundown === null) throw new Refused(404, MESSAGES.notFound);
  return rundown;
}

/**
 * Creates a show, empty or with new questions of the texts and presets of another one.
 * @throws Refused 404
 */
export async function createShow(
  services: ShowsServices,
  { title, from }: BodyOf<'createShow'>,
  by: string,
): Promise<Rundown> {
  const { db, now } = services;
  const done = await inTransaction(db, async (tx) => {
    const version = await lockFeed(tx);
    const at = now();
    const id = newId(at);
    const copied = from === undefined ? null : await rundownOf(tx, from);
    await insertShow(
      tx,
      { id, title, ...(copied && { homeDelaySeconds: copied.homeDelaySeconds }) },
      at,
    );
    const questions = (copied?.items ?? []).map(
      ({ text, studioSeconds, homeSeconds, order, note }) => ({
        text,
        presets: { studioSeconds, homeSeconds, order, note },
      }),
    );
    const added = await addQuestions({ services, tx, at, by }, id, 0, questions);
    return { rundown: await rundownOf(tx, id), added, at, version };
  });
  const { rundown } = done;
  tellAdded(services, done);
  tell(services, rundown);
  return rundown;
}

function tellAdded(
  { announcer }: ShowsServices,
  { added, version, at }: Pick<Effect, 'added'> & Pick<Change, 'version' | 'at'>,
): void {
  const [record] = added;
  if (record === undefined) return;
  if (added.length > 1) announceListToAdmins(announcer, { version, at });
  else announceToAdmins(announcer, { version, at, record });
}

const tell = ({ announcer }: ShowsServices, { id: showId, version }: Rundown): void =>
  announcer.toAdmins('rundown-changed', { showId, version });

/**
 * Does an act upon the version that the producer saw; a request that was done before changes nothing.
 * @throws Refused 404; 409 with the rundown as it is when somebody was faster, or while a guard holds
 */
export async function actOnShow(
  services: ShowsServices,
  id: string,
  asked: BodyOf<'actOnShow'>,
  by: string,
): Promise<Rundown> {
  const { db, now, publish, touch, pointsShown } = services;
  const { version, requestId, act } = asked;
  const done = await inTransaction(
    db,
    async (tx) => {
      // In the order in which a question is deleted. Whether points are held must not change within a count.
      if (isClearing(act) || isHolding(act)) await lockScores(tx, 'alone');
      const feedVersion = await lockFeed(tx);
      const before = await rundownOf(tx, id);
      const at = now();
      if (!(await noteRequest(tx, id, requestId, at))) return { rundown: before, before };
      if (before.version !== version)
        throw new Refused(409, PRODUCER_MESSAGES.rundown.outdated, {
          code: 'outdated',
          also: { rundown: before },
        });
      const stages = await stagesOf(tx, before, act, at);
      const why = whyNotAct(before, act, (item) => stages.get(item.id) ?? 'planned');
      const other =
        why ?? (await whyNotForgotten(tx, before, act)) ?? (await whyNotBeside(tx, before, act));
      if (other !== null) throw new Refused(409, other, { code: 'guard' });
      const doing = { services, tx, at, by };
      const effect = await perform(doing, before, act, stages);
      const state = stateAfter(before, act);
      const next = {
        ...before,
        title: act.type === 'rename' ? act.title : before.title,
        state,
        version: before.version + 1,
        homeDelaySeconds: act.type === 'delay' ? act.seconds : before.homeDelaySeconds,
      };
      const wasEnded = before.state === 'ended';
      await writeShow(tx, next, state !== 'ended' ? null : wasEnded ? undefined : at);
      return { rundown: await rundownOf(tx, id), before, effect, at, version: feedVersion };
    },
    ({ rundown, before }) => ({
      target: id,
      before: { version: before.version, state: before.state },
      after: {
        version: rundown.version,
        state: rundown.state,
        act: act.type,
        ...('itemId' in act && { item: act.itemId }),
        ...(act.type === 'extend' && { seconds: act.seconds }),
      },
      ...(act.type === 'reopen' && { reason: act.reason }),
    }),
  );
  const { rundown, effect } = done;
  if (effect === undefined) return rundown;
  for (const change of effect.changes) publish(change);
  tellAdded(services, { added: effect.added, version: done.version, at: done.at });
  const isRehearsalMoved = isClearing(act) || act.type === 'rehearse';
  if (act.type === 'release' || isRehearsalMoved) touch();
  if (act.type === 'present') services.presented();
  if (isHolding(act))
    for (const { id: itemId, gameSessionId } of done.before.items)
      if (act.type === 'suspense' || act.itemId === itemId) pointsShown(gameSessionId);
  if (isRehearsalMoved) services.rehearsal.changed();
  tell(services, rundown);
  return rundown;
}

/** Whether points that were held may be shown after it, or the other way round: no show holds those of what is removed. */
const isHolding = (act: RundownAct): act is Extract<RundownAct, { type: 'suspense' | 'remove' }> =>
  act.type === 'suspense' || act.type === 'remove';

/** Whether what was rehearsed goes with it. */
const isClearing = ({ type }: RundownAct): boolean => type === 'clear' || type === 'goLive';

function stateAfter({ state }: Rundown, act: RundownAct): Rundown['state'] {
  if (act.type === 'release') return state === 'rehearsal' ? state : 'live';
  return STATE_AFTER[act.type] ?? state;
}
const STATE_AFTER: Partial<Record<RundownAct['type'], Rundown['state']>> = {
  end: 'ended',
  reopen: 'live',
  rehearse: 'rehearsal',
  clear: 'draft',
  goLive: 'live',
};

/**
 * Why an act would mix what is real with what is rehearsed, or null: who has seen a question has perhaps answered, also
 * when it has been revoked since.
 */
async function whyNotForgotten(tx: Tx, rundown: Rundown, act: RundownAct): Promise<string | null> {
  const isRehearsed = rundown.state === 'rehearsal';
  const isOf = ({ id }: RundownItem): boolean =>
    act.type === 'rehearse' || (act.type === 'remove' && isRehearsed && act.itemId === id);
  for (const item of rundown.items.filter(isOf))
    if (wasReleased(await recordOf(tx, item)))
      return PRODUCER_MESSAGES.rundown[isRehearsed ? 'inPlay' : 'alreadyReleased'];
  return null;
}

const BESIDE_NO_REHEARSAL: ReadonlySet<RundownAct['type']> = new Set([
  'rehearse',
  'release',
  'goLive',
  'reopen',
  'present',
]);

/** Why an act cannot be done beside another show, or null: what is rehearsed and what is live share phones and the show page. */
async function whyNotBeside(tx: Tx, { id }: Rundown, act: RundownAct): Promise<string | null> {
  if (!BESIDE_NO_REHEARSAL.has(act.type)) return null;
  const other = await readOther(tx, id);
  if (other === 'rehearsal') return PRODUCER_MESSAGES.rundown.otherRehearsal;
  return other !== null && act.type === 'rehearse' ? PRODUCER_MESSAGES.rundown.otherLive : null;
}

/** How far the items are that an act looks at. */
async function stagesOf(
  tx: Tx,
  rundown: Rundown,
  act: RundownAct,
  at: number,
): Promise<ReadonlyMap<string, ItemStage>> {
  const itemId = 'itemId' in act ? act.itemId : null;
  const looked = rundown.items.filter(
    ({ id, state }) => act.type === 'rehearse' || id === itemId || state === 'armed',
  );
  const stages = new Map<string, ItemStage>();
  for (const item of looked) {
    const record = await recordOf(tx, item);
    stages.set(item.id, stageOf(item, { windows: windowsOf(record), result: record.result }, at));
  }
  return stages;
}

async function recordOf(tx: Tx, { gameSessionId }: RundownItem): Promise<QuestionRecord> {
  const record = await readGameSession(tx, gameSessionId);
  if (record === null) throw new Refused(404, MESSAGES.notFound);
  return record;
}

interface Doing {
  readonly services: ShowsServices;
  readonly tx: Tx;
  readonly at: number;
  readonly by: string;
}
/** What is told of an act besides the rundown: to players, and new questions, which only admins know. */
interface Effect {
  readonly changes: readonly Change[];
  readonly added: readonly QuestionRecord[];
}
const NO_EFFECT: Effect = { changes: [], added: [] };

async function perform(
  doing: Doing,
  rundown: Rundown,
  act: RundownAct,
  stages: ReadonlyMap<string, ItemStage>,
): Promise<Effect> {
  const { services, tx } = doing;
  if (act.type === 'rename' || act.type === 'delay') return NO_EFFECT;
  if (act.type === 'end' || act.type === 'reopen') return NO_EFFECT;
  if (act.type === 'suspense') {
    await writeSuspense(tx, rundown.id, act.on);
    await showPoints(
      tx,
      rundown.items.map(({ gameSessionId }) => gameSessionId),
    );
    return NO_EFFECT;
  }
  if (act.type === 'present') {
    await services.present(tx, act.scene, rundown.id);
    return NO_EFFECT;
  }
  const { items } = rundown;
  if (act.type === 'rehearse') {
    await doing.services.rehearsal.begin(tx, rundown.id, act.players, doing.at);
    const sessions = items.map(({ gameSessionId }) => gameSessionId);
    await doing.services.rehearsal.mark(tx, sessions, true);
    return { changes: [], added: await recordsOf(tx, items) };
  }
  if (act.type === 'clear' || act.type === 'goLive')
    return rundown.state === 'rehearsal' ? clearRehearsal(doing, rundown) : NO_EFFECT;
  if (act.type === 'add') {
    const isRehearsed = rundown.state === 'rehearsal';
    const added = await addQuestions(doing, rundown.id, items.length, act.questions, isRehearsed);
    return { changes: [], added };
  }
  const item = items.find(({ id }) => id === act.itemId);
  if (item === undefined) throw new Refused(404, PRODUCER_MESSAGES.rundown.unknown);
  switch (act.type) {
    case 'edit':
      await writePresets(tx, item.id, act.presets);
      return NO_EFFECT;
    case 'move': {
      const others = items.filter(({ id }) => id !== item.id).map(({ id }) => id);
      await writeOrder(tx, others.toSpliced(act.to, 0, item.id));
      return NO_EFFECT;
    }
    case 'skip':
      await writeItemState(tx, item.id, act.skipped ? 'skipped' : 'planned');
      return NO_EFFECT;
    case 'remove':
      // Nobody has seen it: the question stays, as a real one.
      await doing.services.rehearsal.mark(tx, [item.gameSessionId], false);
      await deleteItem(tx, item.id);
      await showPoints(tx, [item.gameSessionId]);
      return NO_EFFECT;
    case 'arm': {
      const armed = armedOf(rundown);
      if (armed !== null && armed.id !== item.id) {
        const isOver = isFinished(stages.get(armed.id) ?? 'planned');
        await writeItemState(tx, armed.id, isOver ? 'done' : 'planned');
      }
      await writeItemState(tx, item.id, 'armed');
      return NO_EFFECT;
    }
    case 'next': {
      await writeItemState(tx, item.id, 'done');
      const next = nextPlanned(rundown, item.id);
      if (next !== null) await writeItemState(tx, next.id, 'armed');
      return NO_EFFECT;
    }
    case 'release':
      return releaseItem(doing, item, act.timers);
    case 'extend':
      return moveEnds(doing, item, (closesAt) => closesAt && closesAt + act.seconds * 1_000);
    case 'close':
      break;
  }
  // Home hears of it as late as its stream shows it.
  return moveEnds(doing, item, (closesAt, delayMs) =>
    Math.min(closesAt ?? Infinity, doing.at + delayMs),
  );
}

const planned = ({ text, at, by }: { text: string; at: number; by: string }) => ({
  text,
  startAt: at,
  endAt: at + PLANNED_MS,
  createdAt: at,
  createdBy: by,
});

async function recordsOf(tx: Tx, items: readonly RundownItem[]): Promise<QuestionRecord[]> {
  const records: QuestionRecord[] = [];
  for (const item of items) records.push(await recordOf(tx, item));
  return records;
}

/**
 * Forgets all that was done in the rehearsal: who has seen a question loses it, and its item gets a new one of the same
 * text. The rundown with its order and presets stays.
 */
async function clearRehearsal(
  { services, tx, at, by }: Doing,
  { id, items }: Rundown,
): Promise<Effect> {
  const records: QuestionRecord[] = [];
  for (const item of items) {
    const record = await recordOf(tx, item);
    if (!wasReleased(record)) continue;
    records.push(record);
    const { gameSessionId } = await services.insertQuestion(
      tx,
      planned({ text: record.text, at, by }),
    );
    await replaceSession(tx, item.id, gameSessionId);
    await services.removeQuestion(tx, record);
  }
  const { items: now } = await rundownOf(tx, id);
  await services.rehearsal.mark(
    tx,
    now.map(({ gameSessionId }) => gameSessionId),
    false,
  );
  for (const item of now)
    if (item.state !== 'skipped') await writeItemState(tx, item.id, 'planned');
  await services.rehearsal.end(tx);
  await services.takeOut(tx);
  const changes =
    records.length === 0 ? [] : [await storeChange(tx, at, { type: 'deleted', records })];
  return { changes, added: await recordsOf(tx, now) };
}

/** Questions at the end of a rundown, with their dates filled in; their records. */
async function addQuestions(
  { services, tx, at, by }: Doing,
  showId: string,
  place: number,
  questions: Extract<RundownAct, { type: 'add' }>['questions'],
  isRehearsed = false,
): Promise<QuestionRecord[]> {
  const added: QuestionRecord[] = [];
  for (const [index, { text, presets = DEFAULT_PRESETS }] of questions.entries()) {
    const record = await services.insertQuestion(tx, {
      ...planned({ text, at, by }),
      ...(isRehearsed && { rehearsal: true }),
    });
    const { gameSessionId } = record;
    added.push(record);
    await insertItem(tx, { id: newId(at), showId, gameSessionId, place: place + index, presets });
  }
  return added;
}

/** Releases to all that are named in one act, and puts the question on the show page. */
async function releaseItem(
  { services, tx, at, by }: Doing,
  item: RundownItem,
  timers: Extract<RundownAct, { type: 'release' }>['timers'],
): Promise<Effect> {
  let record = await recordOf(tx, item);
  const windowEvents: Partial<Record<Audience, WindowEvent>> = {};
  for (const audience of AUDIENCES) {
    const seconds = timers[audience];
    if (seconds === undefined) continue;
    record = await services.release(tx, record, audience, seconds, { at, by });
    windowEvents[audience] = 'question-released';
  }
  await services.putOnAir(tx, item.gameSessionId);
  const change = await storeChange(tx, at, { type: 'changed', record, windowEvents });
  return { changes: [change], added: [] };
}

/**
 * Moves the end of every window that is open, or will be; `end` null: it stays as it is.
 * @throws Refused 409 when no end moves
 */
async function moveEnds(
  { services, tx, at }: Doing,
  item: RundownItem,
  end: (closesAt: number | null, delayMs: number) => number | null,
): Promise<Effect> {
  const before = await recordOf(tx, item);
  let record = before;
  for (const audience of openTo(windowsOf(before), at)) {
    const was = windowsOf(before)[audience].closesAt;
    const closesAt = end(was, audience === 'home' ? before.homeDelayMs : 0);
    if (closesAt === null || closesAt === was) continue;
    record = await services.moveEnd(tx, record, audience, closesAt, at);
  }
  if (record === before)
    throw new Refused(409, PRODUCER_MESSAGES.rundown.closing, { code: 'guard' });
  const change = await storeChange(tx, at, { type: 'changed', record, windowEvents: {} });
  return { changes: [change], added: [] };
}
