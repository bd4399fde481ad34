import { strFromU8, unzipSync } from 'fflate';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { type BodyOf, callPath, calls } from '#machines/contract/calls.ts';
import type { Call } from '#machines/contract/call.ts';
import { ROLE, type RoleId, type Show } from '#machines/contract/entities.ts';
import { type Client, clientOf, type Person } from '#tests/support/client.ts';
import { type RunningServer, startProcess, until } from '#tests/support/process.ts';
import { seedUsers, type SeededUser } from '#tests/support/seed.ts';
import { connectProbe, type SocketProbe, type SocketProbeOptions } from '#tests/support/sockets.ts';
import { createShow, type StagedShow } from '#tests/support/staged-show.ts';
import { exchange } from '#tests/support/wire.ts';
import type { Dice } from '../dice.ts';
import { openPlace, type Place, type StoreName } from '../fixture.ts';

/** A known fault, played against its own server the way its users would. */
export interface Scenario {
  readonly name: string;
  /** Further settings of the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** The store that the scenario needs; absent: any. */
  readonly only?: StoreName;
  /** The faults found, one line each. */
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
  /** Makes a show with these questions. */
  readonly createShow: (title: string, texts: readonly string[]) => Promise<StagedShow>;
  /** Opens a socket that closes with the stage; `url`: another server than the stage's. */
  readonly connect: (options: SocketProbeOptions, url?: string) => Promise<SocketProbe>;
  /** Makes an account with a password and signs it in; its role is Home unless given. Seeded accounts have no password. */
  readonly hire: (email: string, password: string, role?: RoleId) => Promise<Person>;
  /** The snapshot that a newly opened show page gets. */
  readonly shown: () => Promise<Show>;
  /** Whether a link's key opens a show page, which then stays open until the stage closes; `url`: another server than the stage's. */
  readonly opensPage: (key: string, url?: string) => Promise<boolean>;
  /** Registers a function that runs when the stage closes. */
  readonly onClose: (close: () => unknown) => void;
  readonly close: () => Promise<void>;
}

/** Enough home viewers to compare the origins of groups. */
const HOME_PLAYERS = 48;
const STUDIO_PLAYERS = 12;

/** The names of the true conditions. */
export const faultsOf = (conditions: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(conditions).flatMap(([fault, isSo]) => (isSo ? [fault] : []));

/** @throws Error when there is none */
export function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`There is nothing at ${index}.`);
  return found;
}

/** Makes a call from another of this machine's addresses, like another network. */
export async function callFrom<N extends keyof typeof calls>(
  { url }: Pick<RunningServer, 'url'>,
  address: string,
  name: N,
  { token, body }: { readonly token?: string; readonly body: BodyOf<N> },
): Promise<number> {
  const { method, path }: Call = calls[name];
  const content = JSON.stringify(body);
  const head = [
    `${method} ${callPath(path, DEFAULT_BRAND)} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    'connection: close',
    'content-type: application/json',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    `content-length: ${Buffer.byteLength(content)}`,
  ].join('\r\n');
  const { replies } = await exchange(url, [`${head}\r\n\r\n${content}`], { from: address });
  return replies[0]?.status ?? 0;
}

/** A CSV file of the show's export, as soon as it is available. */
export async function exportedSheet(
  { server, producer }: Stage,
  show: StagedShow,
  file: string,
): Promise<string> {
  const params = { id: show.id, format: 'csv' };
  const path = callPath(calls.exportShow.path, DEFAULT_BRAND, params);
  let bytes = new Uint8Array();
  await until('the show can be exported', async () => {
    const reply = await fetch(server.url + path, {
      headers: { authorization: `Bearer ${producer.token}` },
    });
    bytes = new Uint8Array(await reply.arrayBuffer());
    return reply.ok;
  });
  return strFromU8(unzipSync(bytes)[file] ?? new Uint8Array());
}

/** Opens a stage with its own store; `env`: further settings. */
export async function openStage(
  store: StoreName,
  env: Readonly<Record<string, string>> = {},
): Promise<Stage> {
  const place = await openPlace(store);
  const db = await place.open();
  const producers = await seedUsers(db, 1, ROLE.admin, 'producer');
  const home = await seedUsers(db, HOME_PLAYERS, ROLE.home, 'viewer');
  const studio = await seedUsers(db, STUDIO_PLAYERS, ROLE.contestant, 'guest');
  await db.close();
  const producer = at(producers, 0);
  const server = await startProcess({ dataDir: place.dataDir, env: { ...place.env, ...env } });
  const client = clientOf(server.url, DEFAULT_BRAND);
  const closings: (() => unknown)[] = [];
  const connect: Stage['connect'] = async (options, url = server.url) => {
    const probe = await connectProbe(url, options);
    closings.push(() => probe.close());
    return probe;
  };

  return {
    place,
    server,
    client,
    producer,
    home,
    studio,
    connect,
    createShow: (title, texts) => createShow(client, producer.token, title, texts),
    hire: async (email, password, role = ROLE.home) => {
      const body = { name: 'Hired', email, password, role_id: role };
      await client.ok('createUser', { token: producer.token, body });
      return client.signIn(email, password);
    },
    shown: async () => {
      const page = await connect({ token: producer.token, show: {} });
      const { show } = await page.next('show-updated');
      page.close();
      return show;
    },
    opensPage: async (key, url) => {
      try {
        const page = await connect({ show: { key } }, url);
        const first = () => page.received[0]?.name;
        await until('the server says something', () => first() !== undefined);
        return first() === 'show-updated';
      } catch {
        return false;
      }
    },
    onClose: (close) => void closings.push(close),
    close: async () => {
      for (const end of closings) await end();
      client.disconnect();
      await server.stop();
      await place.remove();
    },
  };
}

/** Starts another server upon the place of the stage. */
export async function startAnother(
  { place, onClose }: Stage,
  env: Readonly<Record<string, string>> = {},
) {
  const server = await startProcess({ dataDir: place.dataDir, env: { ...place.env, ...env } });
  onClose(server.stop);
  return { server, client: clientOf(server.url, DEFAULT_BRAND) };
}
