import type { Rundown } from '#machines/contract/entities.ts';
import { at, exportedSheet, faultsOf, type Scenario, type Stage } from './stage.ts';

const TWO = ['Name a secret fruit', 'Name a secret tree'] as const;
const PLAYERS = 20;

/** Makes a token of the remote control. */
const createDevice = async ({ client, producer }: Stage): Promise<string> =>
  (await client.ok('createControlToken', { token: producer.token, body: { name: 'Device' } }))
    .token;

/** The acts of a rehearsal on the items of a show. */
const itemsOf = ({ items }: Rundown) =>
  items.map((item) => [item.text, item.state, item.studioSeconds, item.homeSeconds, item.order]);

/** Whether a spreadsheet computes the cell. */
const isFormula = (cell: string): boolean => /^["\s]*[=+\-@].*1\+1/u.test(cell);

/** Shows, rehearsals, the control room and the remote control. */
export const showScenarios: readonly Scenario[] = [
  {
    name: 'a rehearsed question reaches no player by any list or event',
    run: async ({ client, producer, home, studio, createShow, connect }, dice) => {
      const show = await createShow('Friday', TWO);
      const [viewer, guest] = [dice.pick(home), dice.pick(studio)];
      const probes = [await connect(viewer), await connect(guest)];
      const admin = await connect(producer);
      await show.act({ type: 'rehearse', players: PLAYERS });
      await show.release(0);
      await admin.next('question-released');
      const late = await connect(viewer);
      await late.next('snapshot');
      const lists = [
        await client.ok('activeQuestions', { token: viewer.token }),
        await client.ok('contestantQuestions', { token: guest.token }),
        await client.ok('myLastAnswer', { token: viewer.token, body: {} }),
      ];
      for (const probe of probes) await probe.settled();
      const { text, gameSessionId } = show.item(0);
      const tells = (what: unknown) =>
        [text, gameSessionId].some((secret) => JSON.stringify(what).includes(secret));
      const body = { gameSessionId, answerText: 'Mango' };
      const { status } = await client.call('submitAnswer', { token: viewer.token, body });
      return faultsOf({
        'a list has it': lists.some(tells),
        'an event has it': probes.some(({ received }) => tells(received)),
        'a snapshot has it': tells(late.received),
        [`an answer to it: ${status}`]: status !== 404,
      });
    },
  },
  {
    name: 'clearing a rehearsal takes back skips, timers and order',
    run: async ({ createShow }, dice) => {
      const show = await createShow('Friday', [...TWO, 'Name a third thing']);
      const before = JSON.stringify(itemsOf(show.rundown()));
      await show.act({ type: 'rehearse', players: PLAYERS });
      const [skipped, timed] = [dice.below(3), dice.below(3)];
      const presets = { studioSeconds: 7, homeSeconds: null, order: 'home', note: '' } as const;
      await show.act({ type: 'edit', itemId: show.item(timed).id, presets });
      await show.act({ type: 'skip', itemId: show.item(skipped).id, skipped: true });
      await show.act({ type: 'move', itemId: show.item(2).id, to: 0 });
      await show.act({ type: 'clear' });
      const after = JSON.stringify(itemsOf(await show.reload()));
      return faultsOf({ [`before: ${before}; after: ${after}`]: before !== after });
    },
  },
  {
    name: 'no second show goes live, or is rehearsed, beside a live one',
    run: async ({ createShow }) => {
      const first = await createShow('Friday', TWO);
      const second = await createShow('Saturday', ['Name a lake']);
      await first.act({ type: 'goLive' });
      const live = await second.tryAct({ type: 'goLive' });
      const rehearsed = await second.tryAct({ type: 'rehearse', players: PLAYERS });
      return faultsOf({
        [`a second show goes live: ${live.status}`]: live.status !== 409,
        [`a show is rehearsed beside it: ${rehearsed.status}`]: rehearsed.status !== 409,
      });
    },
  },
  {
    name: 'a draft airs nothing before it was confirmed',
    run: async ({ createShow, shown }) => {
      const show = await createShow('Friday', TWO);
      const itemId = show.item(0).id;
      await show.act({ type: 'arm', itemId });
      const timers = { studio: null, home: null };
      const { status } = await show.tryAct({ type: 'release', itemId, timers });
      return faultsOf({
        [`a release: ${status}`]: status !== 409,
        'the show page has the question': JSON.stringify(await shown()).includes(TWO[0]),
      });
    },
  },
  {
    name: 'the remote control acts on the live show alone',
    run: async (stage, dice) => {
      const { client, createShow } = stage;
      const token = await createDevice(stage);
      const draft = await createShow('Draft', TWO);
      const act = dice.pick(['go', 'release-home', 'release-studio'] as const);
      const pressed = await client.call('control', { token, params: { act }, body: {} });
      const before = await client.ok('controlState', { token });
      const live = await createShow('Live', TWO);
      await live.act({ type: 'goLive' });
      await createShow('Newer draft', TWO);
      const after = await client.ok('controlState', { token });
      return faultsOf({
        [`${act} of a draft: ${pressed.status}`]: pressed.status === 200,
        'its state is of a draft': before.show_id === draft.id,
        'its state is not of the live show': after.show_id !== live.id,
        'its version does not name the show': !after.version.includes(live.id),
      });
    },
  },
  {
    name: 'a question that is revoked from both leaves the show page and is not released again',
    run: async (stage, dice) => {
      const { client, producer, createShow, shown } = stage;
      const token = await createDevice(stage);
      const show = await createShow('Friday', TWO);
      await show.act({ type: 'goLive' });
      await show.release(0);
      const params = { id: show.item(0).questionId };
      const revokes = ['revoke', 'revokeHome'] as const;
      for (const name of dice.chance(0.5) ? revokes : revokes.toReversed())
        await client.ok(name, { token: producer.token, params });
      const { go, go_text: text } = await client.ok('controlState', { token });
      return faultsOf({
        'the show page has the question': JSON.stringify(await shown()).includes(TWO[0]),
        [`the main button: ${text}`]: go === 'release' || text.includes(TWO[0]),
      });
    },
  },
  {
    name: 'a release to both with one timer locks nobody out',
    run: async ({ client, home, studio, createShow }, dice) => {
      const show = await createShow('Friday', TWO);
      await show.act({ type: 'goLive' });
      const isStudio = dice.chance(0.5);
      await show.release(0, isStudio ? { studio: 60, home: null } : { studio: null, home: 60 });
      const { token } = isStudio ? at(home, 0) : at(studio, 0);
      const body = { gameSessionId: show.item(0).gameSessionId, answerText: 'Apple' };
      const { status } = await client.call('submitAnswer', { token, body });
      return faultsOf({ [`an answer of the audience without a timer: ${status}`]: status !== 201 });
    },
  },
  {
    name: 'a question in play is not deleted',
    run: async ({ client, producer, home, createShow }, dice) => {
      const show = await createShow('Friday', TWO);
      await show.act({ type: 'goLive' });
      await show.release(0);
      await show.answer(0, [[at(home, 0), 'Apple']]);
      if (dice.chance(0.5)) {
        await show.act({ type: 'close', itemId: show.item(0).id });
        await show.settle(0, 'lock');
      }
      const options = { token: producer.token, params: { id: show.item(0).questionId } };
      const { status } = await client.call('deleteQuestion', options);
      return faultsOf({ [`it is deleted: ${status}`]: status !== 409 });
    },
  },
  {
    name: 'a show with a question that nobody answered is exported',
    run: async (stage, dice) => {
      const show = await stage.createShow('Friday', TWO);
      await show.act({ type: 'goLive' });
      const isFirst = dice.chance(0.5);
      const answers = stage.home.slice(0, 3).map((player) => [player, 'Apple'] as const);
      await show.play(0, isFirst ? [] : answers);
      await show.play(1, isFirst ? answers : []);
      // Points are sent again even if no player has any.
      for (const on of [false, true]) await show.act({ type: 'suspense', on });
      await show.act({ type: 'end' });
      const file = await exportedSheet(stage, show, 'Answers.csv');
      return faultsOf({ 'the export has no answers': !file.includes('Apple') });
    },
  },
  {
    name: 'no export has a formula, whichever sign separates its cells',
    run: async (stage, dice) => {
      const show = await stage.createShow('Friday', TWO);
      await show.act({ type: 'goLive' });
      const sign = dice.pick(['=', '+', '-', '@']);
      const texts = [`x;${sign}1+1;`, `${sign}1+1`, `x; ${sign}1+1`];
      await show.play(
        0,
        texts.map((text, index) => [at(stage.home, index), text] as const),
      );
      await show.act({ type: 'end' });
      const lines = (await exportedSheet(stage, show, 'Answers.csv')).split('\r\n');
      return lines
        .filter((line) => [',', ';', '\t'].some((sep) => line.split(sep).some(isFormula)))
        .map((line) => `a formula: ${line}`);
    },
  },
];
