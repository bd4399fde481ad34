import { randomUUID } from 'node:crypto';
import type { BodyOf } from '#machines/contract/calls.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import type { Rundown, RundownItem } from '#machines/contract/rundown.ts';
import type { Client, Person } from './client.ts';
import { until } from './process.ts';

type Calls = Pick<Client, 'call' | 'ok'>;

/** A player's answer. */
type Answers = readonly (readonly [player: Pick<Person, 'token'>, text: string])[];

type ResultAct = 'lock' | 'unlock' | 'publish';

/** A show that the producer acts on. */
export interface StagedShow {
  readonly id: string;
  readonly rundown: () => Rundown;
  /** Reads the stored rundown. */
  readonly reload: () => Promise<Rundown>;
  readonly item: (index: number) => RundownItem;
  /** @throws Error when the act is refused */
  readonly act: (act: ShowAct) => Promise<Rundown>;
  /** The reply to an act that may be refused. */
  readonly tryAct: (act: ShowAct) => ReturnType<Client['call']>;
  /** Arms and releases an item, without timers unless given. */
  readonly release: (
    index: number,
    timers?: Extract<ShowAct, { type: 'release' }>['timers'],
  ) => Promise<void>;
  readonly answer: (index: number, answers: Answers) => Promise<void>;
  /** Locks, unlocks or publishes as soon as possible. */
  readonly settle: (index: number, act: ResultAct, reason?: string) => Promise<void>;
  /** Reveals the next group on the stage screen. */
  readonly reveal: (index: number) => Promise<void>;
  /** Plays an item from arming to locked groups. */
  readonly playToLock: (index: number, answers: Answers) => Promise<void>;
  /** Plays an item from arming to published points. */
  readonly play: (index: number, answers: Answers) => Promise<void>;
}

/** Creates a show with these questions. */
export async function createShow(
  client: Calls,
  token: string,
  title: string,
  texts: readonly string[],
): Promise<StagedShow> {
  const made = await client.ok('createShow', { token, body: { title } });
  const show = stagedShow(client, token, made.show.rundown);
  if (texts.length > 0) await show.act({ type: 'add', questions: texts.map((text) => ({ text })) });
  return show;
}

/** Acts on an existing show, e.g. one that another server has created. */
export function stagedShow(client: Calls, token: string, created: Rundown): StagedShow {
  let rundown = created;
  const { id } = rundown;
  const bodyOf = (act: ShowAct): BodyOf<'actOnShow'> => ({
    version: rundown.version,
    requestId: randomUUID(),
    act,
  });
  const act: StagedShow['act'] = async (wanted) => {
    // Read the newest version first, since calls about the stage and single questions raise it too.
    const body = { requestId: randomUUID(), act: wanted };
    ({ rundown } = (await client.ok('actOnShow', { token, params: { id }, body })).show);
    return rundown;
  };
  const item = (index: number): RundownItem => {
    const found = rundown.items[index];
    if (found === undefined) throw new Error(`The show has no item ${index}.`);
    return found;
  };
  const show: StagedShow = {
    id,
    rundown: () => rundown,
    reload: async () => {
      ({ rundown } = (await client.ok('showView', { token, params: { id } })).show);
      return rundown;
    },
    item,
    act,
    tryAct: (wanted) => client.call('actOnShow', { token, params: { id }, body: bodyOf(wanted) }),
    release: async (index, timers = { studio: null, home: null }) => {
      const { id: itemId } = item(index);
      await act({ type: 'arm', itemId });
      await act({ type: 'release', itemId, timers });
    },
    answer: async (index, answers) => {
      const { gameSessionId } = item(index);
      for (const [player, answerText] of answers)
        await client.ok('submitAnswer', {
          token: player.token,
          body: { gameSessionId, answerText },
        });
    },
    settle: async (index, type, reason = '') => {
      const { id: itemId } = item(index);
      const wanted: ShowAct = type === 'unlock' ? { type, itemId, reason } : { type, itemId };
      const body = { requestId: randomUUID(), act: wanted };
      // Refused while an answer on its way may still count.
      await until(`the result of question ${index} can be changed: ${type}`, async () => {
        const { status } = await client.call('actOnShow', { token, params: { id }, body });
        return status === 200;
      });
      await show.reload();
    },
    reveal: async (index) => {
      await act({ type: 'reveal', itemId: item(index).id });
    },
    playToLock: async (index, answers) => {
      await show.release(index);
      await show.answer(index, answers);
      await act({ type: 'close', itemId: item(index).id });
      await show.settle(index, 'lock');
    },
    play: async (index, answers) => {
      await show.playToLock(index, answers);
      await show.settle(index, 'publish');
    },
  };
  return show;
}
