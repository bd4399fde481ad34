/**
 * `npm run bench`: measures the cost of inspecting, in events per second through the charts of a release window and of
 * an answer being typed: without a recorder, with the recorder but no inspector watching, and with an inspector. The
 * three run in turn; each figure is the median of its rounds, relative to the first.
 */
import { createActor, fromPromise, type InspectionEvent } from 'xstate';
import { answerMachine, type DraftKey } from '#machines/answering/answer.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import { createRecorder } from 'chart-inspector/recorder/recorder';
import { releaseWindowMachine } from '#machines/answering/release-window.ts';

const ROUNDS = 15;
const TURNS = 2_000;

type Inspect = (event: InspectionEvent) => void;
const now = (): number => 0;
const OPEN = { released: true, timed: false, closesAt: null };

/** Events per second of CPU time, so that other processes do not affect the figure. */
async function measure(inspect: Inspect | null): Promise<number> {
  const options = inspect === null ? {} : { inspect };
  const releaseWindow = createActor(releaseWindowMachine, { ...options, input: { now } }).start();
  const answer = createActor(
    answerMachine.provide({
      actors: {
        recallDraft: fromPromise<Outcome<string>, DraftKey>(async () => success('')),
      },
      actions: { saveDraft: () => {} },
    }),
    {
      ...options,
      input: {
        userId: 'viewer',
        gameSessionId: 'g1',
        window: { isOpen: true, closesAt: null },
        isConnected: true,
        now,
        random: () => 0.5,
      },
    },
  ).start();
  // Wait until the draft has been loaded.
  await new Promise((resolve) => void setImmediate(resolve));
  if (!answer.getSnapshot().hasTag('editable')) throw new Error('The answer cannot be typed.');

  const before = process.cpuUsage();
  for (let turn = 0; turn < TURNS; turn += 1) {
    releaseWindow.send({ type: 'window.released', window: OPEN });
    answer.send({ type: 'answer.edit', text: `text ${turn}` });
    answer.send({ type: 'connection.lost' });
    answer.send({ type: 'connection.restored' });
    releaseWindow.send({ type: 'window.revoked' });
  }
  const { user, system } = process.cpuUsage(before);
  releaseWindow.stop();
  answer.stop();
  return (5 * TURNS * 1_000_000) / (user + system);
}

const WAYS: readonly (readonly [string, () => Inspect | null])[] = [
  ['not inspected', () => null],
  ['inspected', () => createRecorder({ now, send: () => {}, isWatched: () => false }).inspect],
  ['watched', () => createRecorder({ now, send: (record) => JSON.stringify(record) }).inspect],
];
const rounds = WAYS.map(([name, inspect]) => ({ name, inspect, rates: new Array<number>() }));
for (let round = 0; round < ROUNDS; round += 1)
  for (const { inspect, rates } of rounds) rates.push(await measure(inspect()));

const median = (rates: readonly number[]): number =>
  rates.toSorted((one, other) => one - other)[Math.floor(rates.length / 2)] ?? 0;
const bare = median(rounds[0]?.rates ?? []);
for (const { name, rates } of rounds) {
  const rate = median(rates);
  const share = `${((rate / bare) * 100).toFixed(0)} %`.padStart(6);
  process.stdout.write(
    `${name.padEnd(14)} ${Math.round(rate).toLocaleString('en').padStart(9)} events/s ${share}   ${(1_000 * (1_000 / rate)).toFixed(1).padStart(6)} us an event\n`,
  );
}
