/** `node scripts/run.mjs tests/campaign/storm-cli.ts --seed 7`: storms by hand, from that seed on. */
import { parseArgs } from 'node:util';
import buildServer from '#tests/support/build-server.ts';
import { stormRound } from './storm.ts';
import { measureDistinct } from './storm-distinct.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '1' },
    players: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '20' },
    'latency-ms': { type: 'string', default: '0' },
    calm: { type: 'boolean', default: false },
    /** So many distinct texts are measured instead. */
    distinct: { type: 'string' },
  },
});
const log = (line: string): void => void process.stdout.write(`${line}\n`);

await buildServer();
for (let round = 0; round < Number(values.rounds); round += 1) {
  const seed = Number(values.seed) + round;
  if (values.distinct !== undefined) {
    await measureDistinct(Number(values.distinct), { seed, log });
    continue;
  }
  const faults = await stormRound({
    seed,
    log,
    players: Number(values.players),
    durationMs: Number(values.seconds) * 1_000,
    latencyMs: Number(values['latency-ms']),
    isCalm: values.calm,
  });
  for (const fault of faults) log(`  ${fault}`);
}
process.exit();
