import { ROLE } from '#machines/contract/entities.ts';
import { until } from '#tests/support/process.ts';
import { at, faultsOf, type Scenario, type Stage, startAnother } from './stage.ts';

/** More show pages than a process has places for. */
const PAGES = 115;
/** Not each of them is ended while the other process remembers it. */
const SESSIONS = 5;

const createKey = async ({ client }: Stage, { token }: { token: string }): Promise<string> =>
  (await client.ok('createShowLink', { token })).key;

/** The show page, its link, and the connected clients. */
export const airScenarios: readonly Scenario[] = [
  {
    name: 'the link of the show page ends with the role or the sessions of its maker',
    run: async (stage) => {
      const { client, producer, hire } = stage;
      const found: string[] = [];
      for (const ending of ['role', 'password'] as const) {
        const maker = await hire(`${ending}@show.example`, 'Made-for-a-link-1', ROLE.admin);
        const { id, name, email, token } = maker;
        const key = await createKey(stage, maker);
        const page = await stage.connect({ show: { key } });
        await page.next('show-updated');
        if (ending === 'role')
          await client.ok('updateUser', {
            token: producer.token,
            params: { id },
            body: { name, email, role_id: ROLE.home },
          });
        else
          await client.ok('updateProfile', { token, body: { name, email, password: 'Another-1' } });
        if (await stage.opensPage(key))
          found.push(`it opens a page after another ${ending} of its maker`);
        else await page.closed();
      }
      return found;
    },
  },
  {
    name: 'a session that a new password ended makes no link through another process',
    only: 'postgres',
    run: async (stage) => {
      const { client, producer, hire } = stage;
      const key = await createKey(stage, producer);
      const { client: other } = await startAnother(stage);
      const statuses: number[] = [];
      for (let time = 0; time < SESSIONS; time += 1) {
        const maker = await hire(`maker${time}@show.example`, 'Made-for-a-link-1', ROLE.admin);
        const { name, email, token } = maker;
        // The other process remembers a session for a moment.
        await other.ok('adminStats', { token });
        await client.ok('updateProfile', { token, body: { name, email, password: 'Another-1' } });
        statuses.push((await other.call('createShowLink', { token })).status);
      }
      return faultsOf({
        [`another process answers ${statuses.join(', ')}`]: statuses.some((each) => each !== 401),
        'the link of another producer is over': !(await stage.opensPage(key)),
      });
    },
  },
  {
    name: 'a show page that is open stays when many more come with its link',
    run: async (stage) => {
      const key = await createKey(stage, stage.producer);
      const page = await stage.connect({ show: { key } });
      await page.next('show-updated');
      const others = await Promise.all(Array.from({ length: PAGES }, () => stage.opensPage(key)));
      const isOpen = await page.settled().then(
        () => true,
        () => false,
      );
      return faultsOf({
        'it was cut': !isOpen,
        'no other page opens': !others.includes(true),
      });
    },
  },
  {
    name: 'the control room counts players before anything was released',
    run: async (stage) => {
      const desk = await stage.connect(stage.producer);
      await stage.connect(at(stage.home, 0));
      await stage.connect(at(stage.home, 1));
      await stage.connect(at(stage.studio, 0));
      await until('the control room hears of three players', () =>
        desk.received.some(({ payload }) =>
          JSON.stringify(payload).includes('"connected":{"studio":1,"home":2}'),
        ),
      );
      return [];
    },
  },
  {
    name: 'a phone that comes back knows the place of its group on the board',
    run: async (stage) => {
      const show = await stage.createShow('Friday', ['Name a fruit']);
      await show.act({ type: 'goLive' });
      const [second, first, alike] = [at(stage.home, 0), at(stage.home, 1), at(stage.home, 2)];
      await show.playToLock(0, [
        [second, 'Pear'],
        [first, 'Apple'],
        [alike, 'Apple'],
      ]);
      await show.reveal(0);
      await show.reveal(0);
      const { gameSessionId } = show.item(0);
      const options = { token: second.token, params: { gameSessionId, userId: second.id } };
      const known = async () => (await stage.client.ok('userAnswer', options)).answer;
      await until('its points are known', async () => (await known())?.held !== true);
      const phone = await stage.connect(second);
      const { answers } = await phone.next('snapshot');
      const [told, asked] = [answers[0]?.place, (await known())?.place];
      return faultsOf({
        [`a snapshot says place ${told}`]: told !== 2,
        [`a reply says place ${asked}`]: asked !== 2,
      });
    },
  },
];
