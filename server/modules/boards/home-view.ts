import type { Kysely } from 'kysely';
import type { RoleId } from '#machines/contract/entities.ts';
import type { Schema } from '#server/db/schema.ts';
import {
  type HiddenPoints,
  type Player,
  readBest,
  readHidden,
  type Row,
  type Tally,
} from './store.ts';

type Reader = Kysely<Schema>;

/** People with hidden points in a scope. */
interface Hidden {
  readonly rows: readonly HiddenPoints[];
  /** Hidden points by person. */
  readonly points: ReadonlyMap<string, number>;
}

/**
 * The totals as Home sees them while some points are hidden from it: the stored ones minus the hidden points. Every `db`
 * passed in shows the same state.
 */
export class HomeView {
  /** Epoch ms. */
  readonly at: number;
  readonly #hidden = new Map<string, Promise<Hidden>>();

  constructor(at: number) {
    this.at = at;
  }

  /** The top of a role's board in a scope. */
  async best(db: Reader, scope: string, role: Player, limit: number): Promise<Row[]> {
    const others = await readBest(db, scope, role, { limit, homeAt: this.at });
    const { rows } = await this.#of(db, scope);
    return [...others, ...rows.filter(({ role_id }) => role_id === role).map(known)];
  }

  /** The hidden part of each person's total in a scope; people without one are absent. */
  async hidden(db: Reader, scope: string): Promise<ReadonlyMap<string, number>> {
    return (await this.#of(db, scope)).points;
  }

  /** What to add to the stored number of people of a role with more points in a scope. */
  async moreAbove(
    db: Reader,
    { scope, role, points }: { scope: string; role: RoleId; points: number },
  ): Promise<number> {
    const rows = (await this.#of(db, scope)).rows.filter(({ role_id }) => role_id === role);
    const above = (totals: readonly Row[]) =>
      totals.filter(({ total_points }) => total_points > points).length;
    return above(rows.map(known)) - above(rows);
  }

  /** What to add to the stored histograms of points in these scopes. */
  async tallies(
    db: Reader,
    scopes: readonly string[],
  ): Promise<(Tally & { readonly scope: string; readonly role_id: RoleId })[]> {
    const found = await Promise.all(
      scopes.map(async (scope) =>
        (await this.#of(db, scope)).rows.flatMap((row) => [
          { ...row, scope, people: -1 },
          { ...known(row), scope, people: 1 },
        ]),
      ),
    );
    return found.flat();
  }

  #of(db: Reader, scope: string): Promise<Hidden> {
    const hidden = this.#hidden.get(scope) ?? read(db, scope, this.at);
    this.#hidden.set(scope, hidden);
    hidden.catch(() => this.#hidden.delete(scope));
    return hidden;
  }
}

async function read(db: Reader, scope: string, at: number): Promise<Hidden> {
  const rows = await readHidden(db, scope, at);
  return { rows, points: new Map(rows.map(({ user_id, hidden }) => [user_id, hidden])) };
}

const known = ({ hidden, ...row }: HiddenPoints): Row => ({
  ...row,
  total_points: row.total_points - hidden,
});
