/**
 * `npm run campaign`: sends random requests, frames and storms to servers that it starts, for ten minutes or
 * `--minutes`. If it finds a fault, it prints a command that replays it, and exits with code 1.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { DialectName } from '#server/db/dialect.ts';
import { framesOn } from './frames.ts';
import type { CampaignPart } from './part.ts';
import { requestsOn } from './requests.ts';
import { stormOn } from './storm.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
    case: { type: 'string' },
    store: { type: 'string', default: 'sqlite' },
  },
});

function storeOf(name: string): DialectName {
  if (name === 'sqlite' || name === 'postgres') return name;
  throw new Error('--store is sqlite or postgres');
}

const store = storeOf(values.store);
const seed = Number(values.seed ?? randomInt(1_000_000));
const minutes = Number(values.minutes);
const log = (line: string): void => console.log(line);

type Part = CampaignPart & Partial<Pick<ReturnType<typeof requestsOn>, 'replay'>>;
const parts: readonly Part[] = [requestsOn(store), framesOn(store), stormOn(store)];

const chosen = parts.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0)
  throw new Error(`--only is one of ${parts.map(({ name }) => name).join(', ')}`);
log(
  `Campaign: seed ${seed}, ${store}, ${minutes} minutes, ${chosen.map(({ name }) => name).join(', ')}`,
);

const found: string[] = [];
for (const part of chosen) {
  const options = { seed, budgetMs: (minutes * 60_000) / chosen.length, log };
  const faults =
    values.case === undefined || part.replay === undefined
      ? await part.run(options)
      : await part.replay(options, Number(values.case));
  for (const fault of faults) {
    const index = /^case (-?\d+)/u.exec(fault)?.[1];
    const [, played = seed] = /^storm of seed (\d+)/u.exec(fault) ?? [];
    const again = [
      `npm run campaign -- --seed ${played} --store ${store} --only ${part.name}`,
      ...(index === undefined ? [] : [`--case ${index}`]),
    ];
    found.push(`${fault}\n    again: ${again.join(' ')}`);
  }
}
for (const fault of found) log(`  FOUND ${fault}`);
log(found.length === 0 ? 'Nothing found.' : `${found.length} found.`);
process.exit(found.length === 0 ? 0 : 1);
