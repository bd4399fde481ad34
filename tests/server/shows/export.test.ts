import { m } from 'messages';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import type { Presets } from '#machines/contract/rundown.ts';
import { serverEvents } from '#machines/contract/events.ts';
import { audienceOf } from '#machines/contract/audience.ts';
import { pointsFor, scoreGroups } from '#machines/results/rules/scoring.ts';
import { groupTexts, readQuestion, textKey } from 'answer-grouping';
import { layoutOf, likelySheet, readTable } from '#machines/show/rules/question-table.ts';
import { rowsTyped, textOfTable } from '#src/effects/tables/cells.ts';
import { parseFile } from '#src/effects/tables/parse.ts';
import { KNOWLEDGE, type Person, startTestServer, type TestServer } from '#tests/support/server.ts';
import { createShow } from '#tests/support/staged-show.ts';
import { connectProbe } from '#tests/support/sockets.ts';
import { unzip } from '#tests/support/unzip.ts';

/** Lets writing fail like a full disk, after the first bytes. */
function fillDisk(): void {
  const open = fs.createWriteStream;
  vi.spyOn(fs, 'createWriteStream').mockImplementation((...given) => {
    const stream = open(...given);
    stream.once('open', () => {
      stream.destroy(Object.assign(new Error('ENOSPC: no space left'), { syscall: 'write' }));
    });
    return stream;
  });
  // Other test files may have loaded the module: its named exports must change too.
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}

const START = Date.parse('2026-06-01T12:00:00.000Z');
const QUESTIONS = ['Name a fruit', '=SUM(A1:A9)'] as const;
/** Each player's answers, by question. */
const GIVEN: readonly (readonly string[])[] = [
  ['Banana', '=1+1'],
  ['bananna', "'=1+1"],
  ['Banana ', '@home & "away", <b>'],
  ['Apple', '-5'],
  ['Äpfel\ttab', '_x0041_'],
  ['banana', '=1+1'],
  ['cherry', '+49'],
];
const STUDIO = 2;

/** Restores a text that was escaped for spreadsheets. */
const asTyped = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

let clock = START;
let server: TestServer;
let admin: Person;
let players: Person[];
let showId: string;
beforeAll(async () => {
  server = await startTestServer({ now: () => clock });
  admin = await server.signInAs('admin', '=Producer');
  players = [];
  for (const index of GIVEN.keys())
    players.push(await server.signInAs(index < STUDIO ? 'contestant' : 'home', `Player ${index}`));
  showId = await playShow();
});
afterAll(() => server.close());

/** A show of two questions, run to its end through its own acts. */
async function playShow(): Promise<string> {
  const show = await createShow(server, admin.token, 'Friday', QUESTIONS);
  const { act } = show;
  await act({ type: 'goLive' });
  for (const [index, { id: itemId }] of show.rundown().items.entries()) {
    await show.release(index, { studio: 30, home: 30 });
    for (const [at, player] of players.entries()) {
      clock += 100;
      await show.answer(index, [[player, GIVEN[at]?.[index] ?? '']]);
    }
    await act({ type: 'extend', itemId, seconds: 10 });
    await act({ type: 'close', itemId });
    clock += 1_000;
    await show.settle(index, 'lock');
    await show.settle(index, 'publish');
    await act({ type: 'next', itemId });
  }
  await act({ type: 'end' });
  return show.id;
}

const fetchExport = async (format: string, id = showId): Promise<Buffer> => {
  const response = await fetch(`${server.url}/api/shows/${id}/export/${format}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
};

/** Audit details of an act on a result. */
const afterSchema = z.object({
  act: z.string().optional(),
  question: z.string().optional(),
  result: z.string().optional(),
});

type Row = Readonly<Record<string, string | number | null>>;
/** The sheets by name, each row by its columns; texts as they were typed. */
async function readBook(id = showId): Promise<Readonly<Record<string, readonly Row[]>>> {
  const sheets = await readXlsx(await fetchExport('xlsx', id), { trim: false });
  return Object.fromEntries(
    sheets.map(({ sheet, data: [columns = [], ...rows] }) => [
      sheet,
      rows.map((row) =>
        Object.fromEntries(
          columns.map((column, at) => {
            const cell = row[at] ?? null;
            return [
              String(column),
              typeof cell === 'number' || cell === null
                ? cell
                : cell instanceof Date
                  ? cell.toISOString()
                  : asTyped(String(cell)),
            ];
          }),
        ),
      ),
    ]),
  );
}

it('has the data to reproduce the scores by grouping and scoring its answers [R2.export-answers]', async () => {
  const { Answers = [], Scores = [], Groups = [] } = await readBook();
  expect(Answers.map(({ raw }) => raw)).toEqual(
    QUESTIONS.flatMap((_, index) => GIVEN.map((given) => given[index]?.trim())),
  );
  const totals = new Map<string, number>();
  for (const [index, text] of QUESTIONS.entries()) {
    const given = Answers.filter(({ item }) => item === index + 1);
    expect(given.map(({ normalised }) => normalised)).toEqual(
      given.map(({ raw }) => textKey(String(raw))),
    );
    const counts = new Map<string, Row[]>();
    for (const row of given) {
      const key = String(row['normalised']);
      counts.set(key, [...(counts.get(key) ?? []), row]);
    }
    const regrouped = groupTexts(
      [...counts].map(([key, same]) => ({
        key,
        count: same.length,
        text: String(same[0]?.['raw']),
      })),
      { knowledge: KNOWLEDGE, intent: readQuestion(text) },
    ).map(({ members }) => members.map(({ key }) => key));
    const exported = Groups.filter(({ item }) => item === index + 1);
    expect(
      exported
        .map((group) => String(group['merged_from']).split(' | ').toSorted().join())
        .toSorted(),
    ).toEqual(regrouped.map((keys) => keys.toSorted().join()).toSorted());
    const groups = regrouped.map((keys) =>
      given.filter(({ normalised }) => keys.includes(String(normalised))),
    );
    const scored = scoreGroups(
      groups.map((group, at) => ({
        groupId: String(at),
        studio: group.filter(({ audience }) => audience === 'studio').length,
        home: group.filter(({ audience }) => audience === 'home').length,
      })),
    );
    for (const [at, group] of groups.entries())
      for (const { user_id, audience, points } of group) {
        const earned = pointsFor(
          audience === 'studio' ? 'studio' : 'home',
          scored.get(String(at)) ?? { homePoints: 0, contestantPoints: 0 },
        );
        expect(points).toBe(earned);
        totals.set(String(user_id), (totals.get(String(user_id)) ?? 0) + earned);
      }
  }
  const scores = Scores.map(
    (score) => [String(score['user_id']), Number(score['points'])] as const,
  );
  expect(new Map(scores)).toEqual(totals);

  // The ranks equal those on the boards.
  const { token } = admin;
  for (const [name, audience] of [
    ['leaderboardAllHome', 'home'],
    ['leaderboardAllStudio', 'studio'],
  ] as const) {
    const board = await server.ok(name, { token });
    const own = Scores.filter((score) => score['audience'] === audience);
    expect(own.map(({ rank, name: who, points }) => [rank, who, points])).toEqual(
      board.map(({ rank, username, total_points }) => [rank, username, total_points]),
    );
    expect(board.every(({ role_id }) => audienceOf(role_id) === audience)).toBe(true);
  }
});

it("has what was aired when, and the producers' acts [R2.export-sheets]", async () => {
  const { AsRun = [], Audit = [], Manifest = [] } = await readBook();
  expect(
    AsRun.map((row) => [
      row['question'],
      row['audience'],
      row['added_seconds'],
      row['result'],
      row['revision'],
    ]),
  ).toEqual([
    [QUESTIONS[0], 'studio', 10, 'published', 2],
    [QUESTIONS[0], 'home', 10, 'published', 2],
    [QUESTIONS[1], 'studio', 10, 'published', 2],
    [QUESTIONS[1], 'home', 10, 'published', 2],
  ]);
  expect(AsRun[0]).toMatchObject({
    first_released: '2026-06-01T12:00:00.000Z',
    closed: '2026-06-01T12:00:00.700Z',
    planned_seconds: 30,
    actual_seconds: 0.7,
    published: '2026-06-01T12:00:01.700Z',
  });
  expect(Audit.map(({ seq }) => seq)).toEqual(Audit.map((_, index) => index + 1));
  expect(new Set(Audit.map(({ actor }) => actor))).toEqual(new Set(['=Producer']));
  expect(new Set(Audit.map(({ target }) => target))).toEqual(new Set(['Friday']));
  expect(
    Audit.map(({ after }) => afterSchema.parse(JSON.parse(String(after ?? '{}'))))
      .filter(({ result }) => result !== undefined)
      .map(({ act, question, result }) => [act, question, result]),
  ).toEqual(
    QUESTIONS.flatMap((question) => [
      ['lock', question, 'locked'],
      ['publish', question, 'published'],
    ]),
  );
  expect(Manifest.slice(0, 3).map(({ name, value }) => [name, value])).toEqual([
    ['show', 'Friday'],
    ['id', showId],
    ['mode', 'ended'],
  ]);
});

it('begins with what the show came to, and is named by its title and day', async () => {
  const [first] = await readXlsx(await fetchExport('xlsx'), { trim: false });
  expect(first?.sheet).toBe('Summary');
  const { Summary = [], Scores = [] } = await readBook();
  const facts = Summary.map(({ fact, value }) => [fact, value]);
  expect(facts.slice(0, 6)).toEqual([
    ['Show', 'Friday'],
    ['Date', '2026-06-01'],
    ['Players, Studio', STUDIO],
    ['Players, Home', GIVEN.length - STUDIO],
    ['Questions with points', QUESTIONS.length],
    ['Void questions', 0],
  ]);
  expect(
    Summary.filter(({ points }) => points !== null).map(({ value, points }) => [value, points]),
  ).toEqual(Scores.map(({ name, points }) => [name, points]));
  const titled = await createShow(server, admin.token, 'Größe: „日本“ / 1?', []);
  const response = await fetch(`${server.url}/api/shows/${titled.id}/export/csv`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  await response.arrayBuffer();
  const full = encodeURIComponent('Größe-日本-1-2026-06-01.zip');
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="Gro_e-__-1-2026-06-01.zip"; filename*=UTF-8''${full}`,
  );
});

const SHEETS = [
  'Summary',
  'Questions',
  'AsRun',
  'Answers',
  'Groups',
  'Scores',
  'Winners',
  'PointsByHand',
  'Payments',
  'Appeals',
  'Audit',
] as const;

it('is the same as CSV files, with their checksums, and contains no formulas [R2.export-csv]', async () => {
  const book = await readBook();
  const files = unzip(await fetchExport('csv'));
  expect(Object.keys(files)).toEqual([...SHEETS, 'Manifest'].map((name) => `${name}.csv`));
  const sheets = (book['Manifest'] ?? []).filter(({ name }) => name === 'sheet');
  expect(sheets.map(({ value, rows, sha256 }) => [value, rows, sha256])).toEqual(
    SHEETS.map((name) => [
      name,
      book[name]?.length,
      createHash('sha256')
        .update(files[`${name}.csv`] ?? '')
        .digest('hex'),
    ]),
  );
  // Without this byte order mark, spreadsheets use the system's encoding.
  expect(Object.values(files).every((file) => file.startsWith('\uFEFF'))).toBe(true);
  expect(files['Answers.csv']).toContain(`,'=1+1,`);
  expect(files['Answers.csv']).toContain(`,''=1+1,`);
  for (const file of Object.values(files)) expect(file).not.toMatch(/(?:^|[,\n])"?[=+@-](?!\d+,)/);
});

const imported = ({
  text,
  studioSeconds,
  homeSeconds,
  order,
  note,
}: Presets & { readonly text: string }) => ({
  text,
  studioSeconds,
  homeSeconds,
  order,
  note,
});

it.each(['xlsx', 'csv'])(
  'can be imported with the same questions from %s [R2.control-paste]',
  async (format) => {
    const { token } = admin;
    const presets: Presets = {
      studioSeconds: 20,
      homeSeconds: 90,
      order: 'home',
      note: 'Wait,\n"then" go; =',
    };
    const questions = [
      { text: "'=1+1 or\n;=2?", presets },
      {
        text: 'Größe: „日本“?',
        presets: { studioSeconds: null, homeSeconds: null, order: 'both' as const, note: '' },
      },
      { text: '=SUM(A1:A9)', presets },
      { text: '=SUM(A1:A9)', presets },
    ];
    const created = await server.ok('createShow', { token, body: { title: format } });
    const { id } = created.show.rundown;
    const { rundown } = (
      await server.ok('actOnShow', {
        token,
        params: { id },
        body: { requestId: `import-${format}`, act: { type: 'add', questions } },
      })
    ).show;
    const result = await parseFile(
      new Blob([new Uint8Array(await fetchExport(format, id))]),
      null,
      'en',
    );
    if (result.type !== 'tables') throw new Error(result.type);
    const questionsOf = (sheet: number) => {
      const { rows } = rowsTyped(textOfTable(result.sheets[sheet]?.rows ?? []));
      return readTable(rows, layoutOf(rows)).filter(({ kind }) => kind === 'question');
    };
    const likely = likelySheet(result.sheets);
    expect(result.sheets[likely]?.name).toBe('Questions');
    expect(questionsOf(likely)).toMatchObject(rundown.items.map(imported));
    // The sheet AsRun has a row for each audience.
    const asRun = questionsOf(result.sheets.findIndex(({ name }) => name === 'AsRun'));
    expect(asRun).toMatchObject(
      rundown.items.map(({ text, studioSeconds, homeSeconds }) => ({
        text,
        studioSeconds,
        homeSeconds,
      })),
    );
  },
);

it.each([
  ['is full', (folder: string) => folder, true],
  ['cannot be used', (folder: string) => join(folder, 'missing'), false],
])('is refused as a whole with a reason when the temporary folder %s', async (_, place, isFull) => {
  const folder = await mkdtemp(join(tmpdir(), 'full-'));
  vi.stubEnv('TMPDIR', place(folder));
  if (isFull) fillDisk();
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  });
  const params = { id: showId, format: 'xlsx' };
  const { status, body } = await server.call('exportShow', { token: admin.token, params });
  expect([status, body]).toEqual([503, { error: m.rundownExportNoSpace() }]);
  expect(await readdir(folder)).toEqual([]);
});

it('has times as dates in columns that fit them [R2.export-csv]', async () => {
  const sheets = await readXlsx(await fetchExport('xlsx'), { trim: false });
  const rows = sheets.find(({ sheet }) => sheet === 'Answers')?.data ?? [];
  const received = rows[0]?.indexOf('received') ?? -1;
  expect(rows[1]?.[received]).toEqual(new Date(START + 100));
  const files = unzip(await fetchExport('xlsx'));
  for (const [name, xml] of Object.entries(files).filter(([path]) => path.includes('worksheets/')))
    expect([name, xml.match(/<col /g)?.length]).toEqual([name, xml.match(/r="[A-Z]1"/g)?.length]);
  expect(unzip(await fetchExport('csv'))['Answers.csv']).toContain('2026-06-01T12:00:00.100Z');
});

it('has what follows a night: winners to contact, payments, appeals, and every act in words [R2.export-after]', async () => {
  const { token } = admin;
  const show = await createShow(server, token, 'After', ['Name a fruit', 'Name a tree', 'Wrong?']);
  const { act } = show;
  const code = show.rundown().join?.code ?? '';
  const body = { code, name: 'Gil', requestId: 'the-request-of-gil' };
  const { session } = await server.ok('joinShow', { body });
  await act({ type: 'goLive' });
  const viewers = players.slice(STUDIO);
  const [ada, ben] = viewers;
  if (ada === undefined || ben === undefined) throw new Error('no players');
  const to = { userId: ben.id };
  await act({ type: 'givePoints', to, points: 5, reason: 'Best costume' });
  const { adjustments } = await server.ok('showPeople', { token, params: { id: show.id } });
  await act({ type: 'undoPoints', adjustmentId: adjustments[0]?.id ?? '' });
  await act({ type: 'givePoints', to, points: -1, reason: 'Too loud' });
  await show.release(0);
  await show.answer(0, [
    [ada, 'Banana'],
    [ben, 'Plantain'],
    [{ token: session?.token ?? '' }, 'banana'],
  ]);
  const { id: itemId, gameSessionId } = show.item(0);
  await act({ type: 'revoke', itemId, audience: 'home' });
  await act({ type: 'close', itemId });
  clock += 1_000;
  await show.settle(0, 'lock');
  await act({ type: 'question', itemId });
  await show.reveal(0);
  await show.settle(0, 'publish');
  await server.ok('appeal', {
    token: ben.token,
    params: { gameSessionId },
    body: { wanted: 'Banana' },
  });
  await server.db.write
    .insertInto('payment')
    .values({
      id: 'a payment',
      provider: 'test',
      user_id: ada.id,
      game_session_id: gameSessionId,
      amount: 50,
      currency: 'usd',
      status: 'paid',
      created_at: clock,
      checked_at: clock,
      paid_at: clock,
    })
    .execute();
  const second = show.item(1);
  await show.release(1);
  await show.answer(1, [[ada, 'Oak']]);
  await act({ type: 'void', itemId: second.id, reason: 'It was ambiguous' });
  const wrong = show.item(2).questionId;
  await server.ok('deleteQuestion', { token, params: { id: wrong } });
  await server.ok('createShowLink', { token, query: { show: show.id } });
  const deck = { name: 'Deck', show: show.id };
  await server.ok('createControlToken', { token, body: deck });
  await act({ type: 'scene', scene: 'standings' });
  const screen = await connectProbe(server.url, { token, show: {} });
  /** The newest standings that the screen was sent. */
  const standings = () => {
    const boards = screen.received.flatMap(({ name, payload }) => {
      if (name !== 'show-updated') return [];
      const { board } = serverEvents[name].parse(payload).show;
      return board === null ? [] : [board];
    });
    const { studio = [], home = [] } = boards.at(-1) ?? {};
    return [...studio, ...home].map((row) => [row.rank, row.username, row.total_points]);
  };
  const expected = [
    [1, 'Gil', 2],
    [1, 'Player 2', 2],
    [3, 'Player 3', 0],
  ];
  await expect.poll(standings).toEqual(expected);
  screen.close();
  await act({ type: 'end' });
  const book = await readBook(show.id);
  expect(book['Scores']?.map(({ rank, name, points }) => [rank, name, points])).toEqual(expected);
  const [email = ''] = Object.keys(book['Winners']?.[0] ?? {}).slice(-1);
  expect(email).toContain('only for this show');
  expect(
    book['Winners']?.map((row) => [row['board'], row['place'], row['name'], row[email]]),
  ).toEqual([
    ['Home', 1, 'Gil', null],
    ['Home', 1, 'Player 2', ada.email],
    ['Home', 3, 'Player 3', ben.email],
  ]);
  expect(book['PointsByHand']).toMatchObject([
    { board: 'Home', name: 'Player 3', points: 5, reason: 'Best costume', undone_by: '=Producer' },
    { board: 'Home', name: 'Player 3', points: -1, reason: 'Too loud', by: '=Producer' },
  ]);
  expect(book['Payments']).toMatchObject([
    { item: 1, question: 'Name a fruit', name: 'Player 2', amount: 50, status: 'paid' },
  ]);
  expect(book['Appeals']).toMatchObject([
    { item: 1, name: 'Player 3', answer: 'Plantain', wanted: 'Banana', state: 'open' },
  ]);
  expect(
    book['AsRun']
      ?.filter(({ item }) => item === 2)
      .map((row) => [row['void_reason'], typeof row['voided']]),
  ).toEqual([
    ['It was ambiguous', 'string'],
    ['It was ambiguous', 'string'],
  ]);
  const words = book['Audit']?.map(({ what, reason }) => [what, reason]);
  expect(words).toEqual(
    expect.arrayContaining([
      ['Revoke: "Name a fruit"; Home: released → not released', null],
      ['Reveal an answer: "Name a fruit"; group: Plantain; rank: 2', null],
      ['Give or take points by hand: to: Player 3; points: -1', 'Too loud'],
      ['Undo points by hand: to: Player 3; points: 5; given for: Best costume', null],
      [expect.stringContaining('Void: take back its points: "Name a tree"'), 'It was ambiguous'],
      ['Delete a question with its answers: text: Wrong?', null],
      ['Make the link to the stage screen', null],
      ['Make a token for remote control: name: Deck', null],
    ]),
  );
});

it('does not exist for an unknown show or another format [R7.export-call]', async () => {
  const { token } = admin;
  const statuses = [
    { id: 'nobody', format: 'csv' },
    { id: showId, format: 'pdf' },
  ].map(async (params) => (await server.call('exportShow', { token, params })).status);
  expect(await Promise.all(statuses)).toEqual([404, 404]);
});

it('has the teams of a show and the board of its season, equal to what the boards say [R2.export-teams R2.export-season]', async () => {
  const { token } = admin;
  const show = await createShow(server, token, 'Teams', [QUESTIONS[0]]);
  const { act } = show;
  await act({ type: 'teams', teams: { mode: 'dealt', names: ['=Red', 'Blue'] } });
  await act({ type: 'season', season: { name: 'Autumn' } });
  const code = show.rundown().join?.code ?? '';
  const guests = [];
  for (const name of ['Ann', 'Ben', 'Cat']) {
    const body = { code, name, requestId: `the-request-of-${name}` };
    const { session } = await server.ok('joinShow', { body });
    guests.push({ token: session?.token ?? '' });
  }
  await act({ type: 'goLive' });
  await show.release(0);
  await show.answer(
    0,
    guests.map((guest, at) => [guest, at === 2 ? 'Apple' : 'Banana'] as const),
  );
  await act({ type: 'close', itemId: show.item(0).id });
  clock += 1_000;
  await show.settle(0, 'lock');
  await show.settle(0, 'publish');
  const book = await readBook(show.id);
  const { teams } = await server.ok('leaderboardShow', { token });
  const ofSeason = await server.ok('leaderboardSeason', { token });
  expect(
    book['Season']?.map((row) => [
      row['season'],
      row['audience'],
      row['rank'],
      row['name'],
      row['points'],
    ]),
  ).toEqual(
    ofSeason.home.entries.map((each) => [
      ofSeason.season?.name,
      'home',
      each.rank,
      each.username,
      each.total_points,
    ]),
  );
  expect(ofSeason.home.people).toBe(3);
  expect(book['Scores']?.map(({ name, team }) => [name, team])).toEqual([
    ['Ann', '=Red'],
    ['Ben', 'Blue'],
    ['Cat', '=Red'],
  ]);
  expect(book['Teams']).toEqual([
    { place: 1, team: 'Blue', members: 1, points: 2, mean: 2 },
    { place: 2, team: '=Red', members: 2, points: 3, mean: 1.5 },
  ]);
  expect(
    book['Teams']?.map(({ place, team, members, points }) => [place, team, members, points]),
  ).toEqual(teams?.entries.map(({ rank, name, members, points }) => [rank, name, members, points]));
  expect(unzip(await fetchExport('csv', show.id))['Teams.csv']).toContain("2,'=Red,2,3,1.5");
  const file = new Blob([new Uint8Array(await fetchExport('xlsx', show.id))]);
  const read = await parseFile(file, null, 'en');
  if (read.type !== 'tables') throw new Error(read.type);
  expect(read.sheets[likelySheet(read.sheets)]?.name).toBe('Questions');
});
