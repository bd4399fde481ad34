import type { Kysely } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import { countAbove, type Player, PLAYERS, readSteps } from './store.ts';

/** So many different totals are looked up one by one; for more, all are read once. */
const MOST_LOOKUPS = 200;
/** Totals of one query: none holds the event loop. */
const STEPS_AT_ONCE = 2_000;

/** Ranks of one scope as it stood when this was made: by points alone, equal points share one. */
export class Ranks {
  readonly #db: Kysely<Schema>;
  readonly #scope: string;
  readonly #known = new Map<number, Promise<number>>();
  #ladders: Promise<readonly Ladder[]> | null = null;

  constructor(db: Kysely<Schema>, scope: string) {
    this.#db = db;
    this.#scope = scope;
  }

  of(points: number): Promise<number> {
    const known = this.#known.get(points) ?? this.#find(points);
    this.#known.set(points, known);
    return known;
  }

  async #find(points: number): Promise<number> {
    if (this.#known.size < MOST_LOOKUPS) {
      return (await countAbove(this.#db, this.#scope, points)) + 1;
    }
    this.#ladders ??= Promise.all(PLAYERS.map((role) => readLadder(this.#db, this.#scope, role)));
    const ladders = await this.#ladders;
    return ladders.reduce((rank, ladder) => rank + above(ladder, points), 1);
  }
}

/** Totals, highest first, each with how many have more. */
interface Ladder {
  readonly points: readonly number[];
  /** One longer than `points`: its last is all of them. */
  readonly above: readonly number[];
}

async function readLadder(db: Kysely<Schema>, scope: string, role: Player): Promise<Ladder> {
  const totals: number[] = [];
  const aboves = [0];
  let sum = 0;
  let below: number | null = null;
  for (;;) {
    const steps = await readSteps(db, scope, role, { below, limit: STEPS_AT_ONCE });
    for (const { points, count } of steps) {
      sum += count;
      below = points;
      totals.push(points);
      aboves.push(sum);
    }
    if (steps.length < STEPS_AT_ONCE) return { points: totals, above: aboves };
  }
}

/** How many of the ladder have more than `points`. */
function above(ladder: Ladder, points: number): number {
  let low = 0;
  let high = ladder.points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ladder.points[middle] ?? 0) > points) low = middle + 1;
    else high = middle;
  }
  return ladder.above[low] ?? 0;
}
