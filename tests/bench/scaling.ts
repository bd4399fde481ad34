/**
 * `npm run scaling [viewers ...]`: what a show with so many viewers needs, computed from the figures of `docs/sizing.md`.
 * First compares the model with measured rounds, so that a figure which is no longer true is seen.
 */

/** Seconds between two questions, and seconds in which the viewers answer. */
const ROUND_S = 30;
const ANSWERING_S = 20;
/** Players of one process, and the share of a core that it may use while they answer. */
const VIEWERS_PER_PROCESS = 5_000;

/** CPU of a process per round, s: for its timers and boards, and for each viewer. */
const CPU_PER_ROUND_S = 3.4;
const CPU_PER_FURTHER_PROCESS_S = 0.65;
const CPU_PER_VIEWER_S = 0.00072;
/** Memory of an idle process, and of each connected player, MB. */
const IDLE_MB = 160;
const VIEWER_MB = 0.02;
/** Frames that a viewer receives per round, and their sizes, bytes. */
const FRAMES = 16;
const RELEASE_BYTES = 650;
const BOARDS_BYTES = 3_500;
/** Everybody gets a release within this time, and boards this often, s. */
const RELEASE_S = 2;
const BOARDS_EVERY_S = 1.5;

/** What a process sends to the others: messages a second, and bytes for each stored answer. */
const MESSAGES_PER_SECOND = 10;
const ANSWER_BYTES = 240;
/** CPU of a process for each answer and each message of the others, s; of Redis for each delivery, s. */
const CPU_PER_FOREIGN_ANSWER_S = 0.000_001;
const CPU_PER_FOREIGN_MESSAGE_S = 0.000_03;
const CPU_PER_DELIVERY_S = 0.000_006;
/** Entries of the stream that lets a process catch up. */
const STREAM_ENTRIES = 10_000;

/** Time of a recount for each person who gets other points, and the time limit of a statement, s. */
const RECOUNT_PER_VIEWER_S = 0.000_02;
const STATEMENT_S = 5;
/** Rows that one PostgreSQL server writes in a second, the network of a machine in Gbit/s: rules of thumb, not measured. */
const ROWS_PER_SECOND = 100_000;
const NETWORK_GBIT = 10;

/** Server CPU per viewer of a round with everybody answering, ms (`docs/sizing.md`). */
const MEASURED = [
  { viewers: 1_000, processes: 1, ms: 4.2 },
  { viewers: 1_000, processes: 2, ms: 4.9 },
  { viewers: 1_000, processes: 4, ms: 6 },
  { viewers: 5_000, processes: 1, ms: 1.4 },
  { viewers: 10_000, processes: 1, ms: 1.1 },
];

const cpuPerRoundS = (viewers: number, processes: number): number =>
  CPU_PER_ROUND_S + (processes - 1) * CPU_PER_FURTHER_PROCESS_S + viewers * CPU_PER_VIEWER_S;

const gbit = (bytesPerSecond: number): number => (bytesPerSecond * 8) / 1e9;

/** What a show needs: rows of a label, a value, its unit, and from which value on it no longer works. */
function needs(viewers: number) {
  const processes = Math.ceil(viewers / VIEWERS_PER_PROCESS);
  const answers = viewers / ANSWERING_S;
  const messages = processes * MESSAGES_PER_SECOND;
  const deliveries = messages * processes;
  const recountS = viewers * RECOUNT_PER_VIEWER_S;
  const foreignCores = answers * CPU_PER_FOREIGN_ANSWER_S + messages * CPU_PER_FOREIGN_MESSAGE_S;
  return [
    ['processes of one core', processes, '', Infinity],
    [
      'their share of a core while answering',
      cpuPerRoundS(viewers, processes) / processes / ANSWERING_S + foreignCores,
      'cores',
      0.8,
    ],
    [
      'memory of a process',
      IDLE_MB + Math.min(viewers, VIEWERS_PER_PROCESS) * VIEWER_MB,
      'MB',
      Infinity,
    ],
    ['descriptors at the proxies, two per player', 2 * viewers, '', Infinity],
    ['frames to players', (viewers * FRAMES) / ROUND_S, '/s', Infinity],
    [
      'network of players: a release',
      gbit((viewers * RELEASE_BYTES) / RELEASE_S),
      'Gbit/s',
      Infinity,
    ],
    [
      'network of players: boards',
      gbit((viewers * BOARDS_BYTES) / BOARDS_EVERY_S),
      'Gbit/s',
      Infinity,
    ],
    ['answers stored', answers, '/s', ROWS_PER_SECOND],
    ['totals stored in a recount', viewers / RELEASE_S, '/s', ROWS_PER_SECOND],
    ['a recount is one statement of', recountS, 's', STATEMENT_S],
    ['deliveries by Redis', deliveries, '/s', Infinity],
    ['its share of a core', deliveries * CPU_PER_DELIVERY_S, 'cores', 1],
    ['its network', gbit(answers * ANSWER_BYTES * processes), 'Gbit/s', NETWORK_GBIT],
    ['its stream remembers', STREAM_ENTRIES / messages, 's', Infinity],
  ] as const;
}

const shown = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: 2 });

const line = (label: string, cells: readonly string[]): void => {
  console.log([label.padEnd(44), ...cells.map((cell) => cell.padStart(18))].join(''));
};

/** The smallest audience with which a row exceeds its limit, in steps of 5 %; null: none up to a hundred million. */
function breaksAt(row: number): number | null {
  for (let viewers = 1_000; viewers < 100_000_000; viewers *= 1.05) {
    const [, value, , most] = needs(viewers)[row] ?? ['', 0, '', 0];
    if (value > most) return viewers;
  }
  return null;
}

console.log('CPU per viewer and round, ms: the model beside measured rounds\n');
line('viewers, processes', ['model', 'measured']);
for (const { viewers, processes, ms } of MEASURED) {
  const modelled = (1_000 * cpuPerRoundS(viewers, processes)) / viewers;
  line(`${shown(viewers)}, ${processes}`, [modelled.toFixed(1), ms.toFixed(1)]);
}

const given = process.argv.slice(2).map(Number).filter(Number.isInteger);
const audiences = given.length > 0 ? given : [10_000, 100_000, 1_000_000];
console.log(`\nA question every ${ROUND_S} s, everybody answers within ${ANSWERING_S} s\n`);
line('viewers', audiences.map(shown));
const plans = audiences.map(needs);
for (const [row, [label, , unit]] of needs(1).entries())
  line(
    label,
    plans.map((plan) => `${shown(plan[row]?.[1] ?? 0)} ${unit}`.trim()),
  );

console.log('\nWhat breaks first\n');
const breaking = needs(1).flatMap(([label], row) => {
  const viewers = breaksAt(row);
  return viewers === null ? [] : [{ label, viewers }];
});
for (const { label, viewers } of breaking.toSorted((a, b) => a.viewers - b.viewers))
  line(label, [shown(viewers)]);
