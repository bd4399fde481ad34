import { m } from 'messages';
import { createHash } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { actWords } from '#machines/admin/rules/audit.ts';
import type { Rundown, RundownItem } from '#machines/contract/rundown.ts';
import { auditEntrySchema } from '#machines/admin/calls.ts';
import type { Audience, MediaType, TeamEntry } from '#machines/contract/entities.ts';
import { type Cell, csvRow } from '#machines/show/rules/cells.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { voidReasonText } from '#machines/results/rules/finality.ts';
import { dayAt } from '#machines/results/rules/day.ts';
import { compareText } from '#machines/results/rules/ranking.ts';
import { scoreTenths } from '#machines/results/rules/teams.ts';
import type { Database } from '#server/db/client.ts';
import { Download, ApiError } from '#server/http/route.ts';
import { readDays } from '#server/show/days.ts';
import { readMediaBytes, readMediaTypes } from '#server/show/media/store.ts';
import { rundownOf, type ShowsServices } from '#server/show/services.ts';
import {
  APPEALS,
  appeals,
  PAYMENTS,
  payments,
  POINTS_BY_HAND,
  pointsByHand,
  type Standings,
  WINNERS,
  winners,
} from './people.ts';
import {
  type ItemRelease,
  isBeingCounted,
  readAddedSeconds,
  readItemRelease,
  readExportedAnswers,
  readAuditEntries,
  readExportedGroups,
  readFirstRelease,
} from './read.ts';
import { fileName } from './file-name.ts';
import { SUMMARY, summary } from './summary.ts';
import { csvBook, CSV_BOM, type Rows, type Sheet, xlsxBook } from './book.ts';
import { inPages, moment, pagesOf } from './rows.ts';
import { zip, type ZipEntry } from './zip.ts';

export type ExportServices = Pick<ShowsServices, 'db' | 'now' | 'standings'>;

const FORMATS = {
  xlsx: {
    book: xlsxBook,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
    hasMedia: false,
  },
  csv: { book: csvBook, type: 'application/zip', extension: 'zip', hasMedia: true },
} as const;
export type ExportFormat = keyof typeof FORMATS;

/**
 * Exports a show as a workbook, or as a ZIP archive with one CSV file per sheet and the pictures and sounds. The file is complete before the
 * first byte is sent, so no client receives a partial file, and a slow client keeps no query open.
 * @throws ApiError 404; 409 during a rehearsal; 503 if published points are not counted in time, or the file cannot
 * be written
 */
export async function exportShow(
  services: ExportServices,
  id: string,
  format: ExportFormat,
): Promise<Download> {
  const rundown = await rundownOf(services.db.read, id);
  if (rundown.state === 'rehearsal') throw new ApiError(409, m.rundownInRehearsal());
  const { book, type, extension, hasMedia } = FORMATS[format];
  const day = await dayOfShow(services.db.read, rundown);
  const media = hasMedia ? await mediaFiles(services.db.read, rundown) : [];
  await untilCounted(services.db.read, rundown);
  const { path, remove } = await openTemporary();
  try {
    await pipeline(
      Readable.from(zip(entriesOf(book(sheetsOf(services, rundown, { media, day })), media))),
      createWriteStream(path, { mode: 0o600 }),
    );
    const file = createReadStream(path);
    file.once('close', () => void remove());
    return new Download(type, `${fileName(rundown.title, day)}.${extension}`, file);
  } catch (error) {
    await remove();
    throw withoutSpace(error);
  }
}

/** Creates a file in the temporary folder; returns its path and a function that removes it. @throws ApiError 503 */
async function openTemporary() {
  try {
    const folder = await mkdtemp(join(tmpdir(), 'show-export-'));
    return {
      path: join(folder, 'export'),
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  } catch (error) {
    throw withoutSpace(error);
  }
}

/** Converts a system error to a 503, with the system error as its logged cause. Returns any other error unchanged. */
const withoutSpace = (cause: unknown): unknown =>
  cause instanceof Error && 'syscall' in cause
    ? new ApiError(503, m.rundownExportNoSpace(), { cause })
    : cause;

const COUNTED = { everyMs: 100, attempts: 50 };
/** Waits until newly published points are counted. @throws ApiError 503 */
async function untilCounted(db: Database['read'], { items }: Rundown): Promise<void> {
  const ids = items.map(({ gameSessionId }) => gameSessionId);
  for (let attempt = 0; await isBeingCounted(db, ids); attempt += 1) {
    if (attempt === COUNTED.attempts)
      throw new ApiError(503, m.rundownExportTooSoon(), { code: 'busy' });
    await after(COUNTED.everyMs);
  }
}

/** Returns the day of a show: of its first release, or without one of its creation. */
async function dayOfShow(db: Database['read'], { items, createdAt }: Rundown): Promise<string> {
  const first = await readFirstRelease(
    db,
    items.map(({ gameSessionId }) => gameSessionId),
  );
  return dayAt(await readDays(db), first ?? createdAt);
}

/** Returns the sheets in order; the last one describes the others. */
async function* sheetsOf(
  services: ExportServices,
  rundown: Rundown,
  { media, day }: { readonly media: readonly MediaEntry[]; readonly day: string },
): AsyncGenerator<Sheet> {
  const { db } = services;
  const standings = await services.standings(rundown.id);
  const { teams } = standings;
  const written: Written[] = [];
  const sheet = (name: string, columns: readonly string[], rows: Rows): Sheet => ({
    name,
    rows: counting(name, columns, rows, written),
  });
  const groups: (readonly Cell[])[] = [];
  yield sheet(m.exportSummary(), SUMMARY, summary(rundown, standings, day));
  yield sheet(m.commonQuestions(), QUESTIONS, questions(rundown, media));
  yield sheet('AsRun', AS_RUN, asRun(services, rundown));
  yield sheet(m.commonAnswers(), ANSWERS, answers(db, rundown.items, groups));
  yield sheet(m.exportGroups(), GROUPS, inPages(groups));
  yield sheet(
    m.exportScores(),
    teams === null ? SCORES : [...SCORES, 'team'],
    scores(standings, rundown),
  );
  if (teams !== null) yield sheet(m.exportTeams(), TEAMS, inPages(teams.entries.map(teamCells)));
  if (standings.season !== null)
    yield sheet(m.commonSeason(), SEASON, season(standings.season, rundown));
  yield sheet(m.exportWinners(), WINNERS, winners(db, standings));
  yield sheet('PointsByHand', POINTS_BY_HAND, pointsByHand(db, rundown.id));
  yield sheet(m.exportPayments(), PAYMENTS, payments(db, rundown.items));
  yield sheet(m.exportAppeals(), APPEALS, appeals(db, rundown.items));
  yield sheet(m.exportAudit(), AUDIT, audit(db, rundown));
  yield { name: m.exportManifest(), rows: manifest(services, rundown, { written, media }) };
}

/** The picture or sound of an item as a file of the archive. */
interface MediaEntry {
  readonly itemId: string;
  readonly name: string;
  readonly read: () => Promise<Uint8Array>;
}

/** The names of the pictures and sounds. Their bytes are read one after the other, so that only one is in memory. */
async function mediaFiles(db: Database['read'], { items }: Rundown): Promise<MediaEntry[]> {
  const types = await readMediaTypes(
    db,
    items.flatMap(({ media }) => media?.id ?? []),
  );
  return items.flatMap(({ id: itemId, media }, index) => {
    const type = types.get(media?.id ?? '');
    if (media === undefined || type === undefined) return [];
    const read = async () => (await readMediaBytes(db, media.id))?.bytes ?? NO_BYTES;
    return [{ itemId, name: `media/item-${index + 1}.${EXTENSIONS[type]}`, read }];
  });
}

const NO_BYTES = new Uint8Array();
const EXTENSIONS: Readonly<Record<MediaType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'audio/mpeg': 'mp3',
};

async function* entriesOf(
  book: AsyncIterable<ZipEntry>,
  media: readonly MediaEntry[],
): AsyncGenerator<ZipEntry> {
  yield* book;
  for (const { name, read } of media) yield { name, content: Readable.from([await read()]) };
}

interface Written {
  readonly name: string;
  readonly rows: number;
  readonly sha256: string;
}

/** Passes a sheet's rows on with the column names before them; counts them and hashes the sheet in its CSV form. */
async function* counting(
  name: string,
  columns: readonly string[],
  rows: Rows,
  written: Written[],
): Rows {
  const hash = createHash('sha256').update(CSV_BOM + csvRow(columns));
  let count = 0;
  yield [columns];
  for await (const some of rows) {
    count += some.length;
    hash.update(some.map(csvRow).join(''));
    yield some;
  }
  written.push({ name, rows: count, sha256: hash.digest('hex') });
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function* manifest(
  { now }: ExportServices,
  { id, title, state, version, createdAt, items }: Rundown,
  {
    written,
    media,
  }: { readonly written: readonly Written[]; readonly media: readonly MediaEntry[] },
): Rows {
  yield [['name', 'value', 'rows', 'sha256']];
  yield [
    ['show', title, null, null],
    ['id', id, null, null],
    ['mode', state, null, null],
    [m.exportVersionShow(), version, null, null],
    [m.exportVersionFormat(), 2, null, null],
    ['items', items.length, null, null],
    ['created', moment(createdAt), null, null],
    ['exported', moment(now()), null, null],
    [m.exportTimeZone(), 'UTC', null, null],
    ...written.map((each) => ['sheet', each.name, each.rows, each.sha256]),
  ];
  for (const { name, read } of media) yield [['file', name, null, sha256(await read())]];
}

/** The column names and timers in the form that the control room's import reads. */
const QUESTIONS = 'question,studio,home,order,note,media,media_alt'.split(',');

const timerCell = (seconds: number | null): string =>
  seconds === null ? 'none' : shortClockText(seconds);

const questions = ({ items }: Rundown, files: readonly MediaEntry[]): Rows =>
  inPages(
    items.map(({ id, text, studioSeconds, homeSeconds, order, note, media }) => [
      text,
      timerCell(studioSeconds),
      timerCell(homeSeconds),
      order,
      note,
      files.find(({ itemId }) => itemId === id)?.name ?? media?.kind ?? null,
      media?.alt ?? null,
    ]),
  );

const AS_RUN =
  'item,question,question_id,game_session_id,state,audience,planned_seconds,first_released,released,closed,actual_seconds,added_seconds,result,reason,voided,void_reason,locked,revealed,published,revision'.split(
    ',',
  );

async function* asRun({ db, now }: ExportServices, { id, items }: Rundown): Rows {
  const added = await readAddedSeconds(db.read, id);
  for (const [index, item] of items.entries()) {
    const aired = await readItemRelease(db.read, item.gameSessionId);
    yield airings(item, aired).map(({ audience, planned, window }) => [
      index + 1,
      item.text,
      item.questionId,
      item.gameSessionId,
      item.state,
      audience,
      planned,
      ...[window?.firstReleasedAt ?? null, window?.releasedAt ?? null].map(moment),
      moment(window?.closedAt ?? null),
      window === undefined ? null : secondsOpen(window, now()),
      window === undefined ? null : (added.get(item.id) ?? 0),
      aired.result?.state ?? 'counting',
      aired.result?.reason ?? null,
      moment(aired.result?.voidedAt ?? null),
      typeof aired.result?.voidReason === 'string' ? voidReasonText(aired.result.voidReason) : null,
      ...[aired.result?.lockedAt ?? null, aired.revealedAt, aired.result?.publishedAt ?? null].map(
        moment,
      ),
      aired.result?.version ?? 0,
    ]);
  }
}

/** How many seconds a window was open, to the millisecond; null: it has not closed yet. */
function secondsOpen(
  { opensAt, releasedAt, closedAt }: ItemRelease['windows'][number],
  now: number,
): number | null {
  if (closedAt === null || closedAt > now) return null;
  return Math.max(0, closedAt - (opensAt ?? releasedAt)) / 1_000;
}

/** Returns one row for each audience, whether or not the question was released to it. */
const airings = ({ studioSeconds, homeSeconds }: RundownItem, { windows }: ItemRelease) =>
  (
    [
      ['studio', studioSeconds],
      ['home', homeSeconds],
    ] as const
  ).map(([audience, planned]) => ({
    audience,
    planned,
    window: windows.find((each) => each.audience === audience),
  }));

const ANSWERS =
  'item,question_id,game_session_id,answer_id,user_id,name,audience,raw,normalised,received,elapsed_ms,late_ms,group_id,points'.split(
    ',',
  );
const GROUPS =
  'item,game_session_id,group_id,label,merged_from,studio,home,count,studio_points,home_points,held_back,decided_by'.split(
    ',',
  );

/**
 * Returns the answers by question. Also collects each question's groups from the same snapshot for the sheet of groups.
 */
async function* answers(
  db: Database,
  items: readonly RundownItem[],
  groups: (readonly Cell[])[],
): Rows {
  for (const [index, item] of items.entries()) {
    const { gameSessionId, questionId } = item;
    const { aired, grouped, given } = await db.consistent.reading(async (read) => ({
      aired: await readItemRelease(read, gameSessionId),
      grouped: await readExportedGroups(read, gameSessionId),
      given: await readExportedAnswers(read, gameSessionId),
    }));
    for (const group of grouped) groups.push([index + 1, gameSessionId, ...groupCells(group)]);
    const windowOf = new Map(aired.windows.map((window) => [window.audience, window]));
    for (const some of pagesOf(given))
      yield some.map((answer) => [
        index + 1,
        questionId,
        gameSessionId,
        ...answerCells(answer, windowOf.get(answer.audience)),
      ]);
  }
}

type Grouped = Awaited<ReturnType<typeof readExportedGroups>>[number];
function groupCells({ answerTexts, studio, home, ...group }: Grouped): readonly Cell[] {
  const reasons = [...new Set(answerTexts.map(({ matchReason }) => matchReason))].toSorted(
    compareText,
  );
  const texts = answerTexts.map(({ textKey }) => textKey).join(' | ');
  return [
    group.id,
    group.representative,
    texts,
    studio,
    home,
    studio + home,
    group.contestantPoints,
    group.homePoints,
    group.held === 1,
    reasons.join(', '),
  ];
}

type Answered = Awaited<ReturnType<typeof readExportedAnswers>>[number];
function answerCells(
  { receivedAt, ...answer }: Answered,
  window: ItemRelease['windows'][number] | undefined,
): readonly Cell[] {
  const { releasedAt = Infinity, firstReleasedAt = receivedAt, closesAt = null } = window ?? {};
  const begun = releasedAt <= receivedAt ? releasedAt : firstReleasedAt;
  return [
    answer.id,
    answer.userId,
    answer.name,
    answer.audience,
    answer.text,
    answer.textKey,
    moment(receivedAt),
    receivedAt - begun,
    Math.max(0, receivedAt - (closesAt ?? Infinity)),
    answer.groupId,
    answer.points,
  ];
}

const SCORES = 'audience,rank,user_id,name,points,answers,first_answer'.split(',');

/** Returns the show's boards, one per audience; in a show with teams, with each person's team. */
async function* scores(boards: Standings, { teams }: Rundown): Rows {
  const nameOf = new Map(teams?.list.map(({ id, name }) => [id, name]));
  const teamOf = (userId: string): Cell => nameOf.get(boards.teams?.of.get(userId) ?? '') ?? null;
  yield* inPages(
    AUDIENCES.flatMap((audience) =>
      boards[audience].map((each) => [
        audience,
        each.rank,
        each.user_id,
        each.username,
        each.total_points,
        each.answers,
        moment(each.answeredAt),
        ...(boards.teams === null ? [] : [teamOf(each.user_id)]),
      ]),
    ),
  );
}

const SEASON = 'season,audience,rank,user_id,name,points,answers'.split(',');

/** Returns the boards of the show's season, one per audience. */
const season = (boards: Pick<Standings, Audience>, { season: own }: Rundown): Rows =>
  inPages(
    AUDIENCES.flatMap((audience) =>
      boards[audience].map((each) => [
        own?.name ?? null,
        audience,
        each.rank,
        each.user_id,
        each.username,
        each.total_points,
        each.answers,
      ]),
    ),
  );

const TEAMS = 'place,team,members,points,mean'.split(',');

const teamCells = (team: TeamEntry): readonly Cell[] => [
  team.rank,
  team.name,
  team.members,
  team.points,
  scoreTenths(team) / 10,
];

const stateSchema = auditEntrySchema.shape.before;
const stateOf = (json: string | null) => stateSchema.parse(JSON.parse(json ?? 'null'));

const AUDIT = 'seq,at,actor,source,what,action,target,before,after,reason'.split(',');

async function* audit(db: Database, { id, title, items }: Rundown): Rows {
  const auditEntries = await readAuditEntries(db.read, id, items);
  const names = new Map([[id, title]]);
  for (const { questionId, gameSessionId, text } of items)
    names.set(questionId, text).set(gameSessionId, text);
  yield* inPages(
    auditEntries.map(({ target, targetName, ...entry }, index) => [
      index + 1,
      moment(entry.at),
      entry.isByItself ? m.exportItself() : (entry.name ?? entry.userId),
      entry.isByItself ? 'server' : entry.address,
      actWords(entry.action, stateOf(entry.before), stateOf(entry.after)),
      entry.action,
      targetName ?? names.get(target ?? '') ?? target,
      entry.before,
      entry.after,
      entry.reason,
    ]),
  );
}
