import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import type { BodyOf } from '#machines/contract/calls.ts';
import type { RundownAct } from '#machines/contract/calls/shows.ts';
import { ROLE, type Rundown, type RundownItem } from '#machines/contract/entities.ts';
import { type Client, clientOf } from '#tests/support/client.ts';
import { type RunningServer, startProcess } from '#tests/support/process.ts';
import { seedUsers, type SeededUser } from '#tests/support/seed.ts';
import type { Dice } from '../dice.ts';
import { openPlace, type Place, type StoreName } from '../fixture.ts';

/** A way in which a show went wrong before, played against a server of its own as its users would. */
export interface Scenario {
  readonly name: string;
  /** One line a fault; empty: none. */
  readonly run: (stage: Stage, dice: Dice) => Promise<readonly string[]>;
}

/** A fresh server, a producer, and players of both audiences. */
export interface Stage {
  readonly place: Place;
  readonly server: RunningServer;
  readonly client: Client;
  readonly producer: SeededUser;
  readonly home: readonly SeededUser[];
  readonly studio: readonly SeededUser[];
  /** A new show of the producer's with these questions. */
  readonly createShow: (title: string, texts: readonly string[]) => Promise<StagedShow>;
  readonly close: () => Promise<void>;
}

/** A show that the producer acts on. */
export interface StagedShow {
  readonly id: string;
  readonly rundown: () => Rundown;
  readonly item: (index: number) => RundownItem;
  /** @throws Error when the act is refused */
  readonly act: (act: RundownAct) => Promise<Rundown>;
  /** The reply to an act that may be refused. */
  readonly tryAct: (act: RundownAct) => ReturnType<Client['call']>;
}

const PLAYERS = 12;

/** Opens a stage on a store of its own; `env`: settings beside those of the place. */
export async function openStage(
  store: StoreName,
  env: Readonly<Record<string, string>> = {},
): Promise<Stage> {
  const place = await openPlace(store);
  const db = await place.open();
  const [producer] = await seedUsers(db, 1, ROLE.admin, 'producer');
  const home = await seedUsers(db, PLAYERS, ROLE.home, 'viewer');
  const studio = await seedUsers(db, PLAYERS, ROLE.contestant, 'guest');
  await db.close();
  if (producer === undefined) throw new Error('There is no producer.');
  const server = await startProcess({ dataDir: place.dataDir, env: { ...place.env, ...env } });
  const client = clientOf(server.url, DEFAULT_BRAND);
  const { token } = producer;

  return {
    place,
    server,
    client,
    producer,
    home,
    studio,
    createShow: async (title, texts) => {
      let { rundown } = await client.ok('createShow', { token, body: { title } });
      const { id } = rundown;
      let requests = 0;
      const bodyOf = (act: RundownAct): BodyOf<'actOnShow'> => {
        requests += 1;
        return { version: rundown.version, requestId: `request-${requests}`, act };
      };
      const act: StagedShow['act'] = async (asked) => {
        const options = { token, params: { id }, body: bodyOf(asked) };
        ({ rundown } = await client.ok('actOnShow', options));
        return rundown;
      };
      await act({ type: 'add', questions: texts.map((text) => ({ text })) });
      return {
        id,
        rundown: () => rundown,
        item: (index) => {
          const item = rundown.items[index];
          if (item === undefined) throw new Error(`The show has no item ${index}.`);
          return item;
        },
        act,
        tryAct: (asked) => client.call('actOnShow', { token, params: { id }, body: bodyOf(asked) }),
      };
    },
    close: async () => {
      client.disconnect();
      await server.stop();
      await place.remove();
    },
  };
}
