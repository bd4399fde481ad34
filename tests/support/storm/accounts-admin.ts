import { setTimeout as delay } from 'node:timers/promises';
import { ROLE } from '#machines/contract/entities.ts';
import type { Random } from '../random.ts';
import type { Player } from './player.ts';
import { type Actor, anyUrl, type Scenario } from './scenario.ts';

const REST_MS = { least: 300, most: 1_200 };
const MOST_TRIES = 20;
const AGAIN_MS = 400;

/** An admin who changes roles and deletes accounts. */
export class AccountsAdmin implements Actor {
  readonly #scenario: Scenario;
  readonly #token: string;
  readonly #players: readonly Player[];
  readonly #random: Random;

  constructor(scenario: Scenario, token: string, players: readonly Player[], random: Random) {
    this.#scenario = scenario;
    this.#token = token;
    this.#players = players;
    this.#random = random;
  }

  rest(): number {
    return this.#random.between(REST_MS.least, REST_MS.most);
  }

  async act(): Promise<void> {
    const player = this.#random.pick(this.#players);
    if (player.isGone) return;
    await (this.#random.chance(0.3) ? this.#delete(player) : this.#move(player));
  }

  /** Changes a role; retried until it is acknowledged, since otherwise it is unknown which tokens are valid. */
  async #move(player: Player): Promise<void> {
    const { id, name, email } = player;
    const { caller, ledger, db } = this.#scenario;
    const roleId = player.roleId === ROLE.home ? ROLE.contestant : ROLE.home;
    const from = Date.now();
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const sent = { token: this.#token, params: { id }, body: { name, email, role_id: roleId } };
      const { status } = await caller.call(
        anyUrl(this.#scenario, this.#random),
        'updateUser',
        sent,
      );
      if (status === 200) break;
      await delay(AGAIN_MS);
    }
    ledger.roles.push({ playerId: id, roleId, from, to: Date.now() });
    const { role_id, token_version } = await db.read
      .selectFrom('user')
      .select(['role_id', 'token_version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    player.become(role_id, token_version);
  }

  async #delete(player: Player): Promise<void> {
    const { caller, ledger } = this.#scenario;
    player.leave();
    const url = anyUrl(this.#scenario, this.#random);
    const sent = { token: this.#token, params: { id: player.id } };
    const { status } = await caller.call(url, 'deleteUser', sent);
    ledger.deletedPlayers.push({ id: player.id, isDone: status === 200 ? true : null });
  }
}
