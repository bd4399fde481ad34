import type { CallName } from '#machines/contract/calls.ts';
import { ROLE } from '#machines/contract/entities.ts';
import { SHOW_PLACES } from '#machines/contract/limits.ts';
import { until } from '#tests/support/process.ts';
import type { StagedShow } from '#tests/support/staged-show.ts';
import { at, callFrom, exportedSheet, faultsOf, type Scenario, type Stage } from './stage.ts';

/** The home delay. If a machine takes longer than this from the act to the last reply, no fault is found. */
const HOME_DELAY_S = 60;
const isEarly = (actedAt: number): boolean => Date.now() < actedAt + HOME_DELAY_S * 1_000;

const liveShow = async ({ createShow }: Stage, texts: readonly string[]): Promise<StagedShow> => {
  const show = await createShow('Friday', texts);
  await show.act({ type: 'goLive' });
  return show;
};

const readDesk = async ({ client, producer }: Stage, show: StagedShow, index: number) => {
  const params = { gameSessionId: show.item(index).gameSessionId };
  return (await client.ok('groupingDesk', { token: producer.token, params })).desk;
};

type Desk = Awaited<ReturnType<typeof readDesk>>;
const groupOf = ({ groups }: Desk, label: string): string => {
  const found = groups.find((group) => group.label === label);
  if (found === undefined) throw new Error(`There is no group ${label}.`);
  return found.groupId;
};

/** All replies that a home viewer can get, as JSON, by the name of the call. */
async function askEverything(
  { client }: Stage,
  { id: userId, token }: { id: string; token: string },
  { questionId, gameSessionId }: { questionId: string; gameSessionId: string },
) {
  const params = { id: questionId, gameSessionId, userId };
  const names: readonly CallName[] = [
    'activeQuestions',
    'explainAnswer',
    'leaderboardSession',
    'leaderboardDaily',
    'leaderboardAll',
    'leaderboardDailyHome',
    'leaderboardAllHome',
    'leaderboardShow',
    'pointsDaily',
    'pointsAllTime',
    'userAnswer',
    'timerInfo',
  ];
  const replies: { readonly name: string; readonly reply: string }[] = [];
  for (const name of names) {
    const { body } = await client.call(name, { token, params });
    replies.push({ name, reply: JSON.stringify(body) });
  }
  const { body } = await client.call('myLastAnswer', { token, body: {} });
  return [...replies, { name: 'myLastAnswer', reply: JSON.stringify(body) }];
}

const PERIOD_BOARDS = [
  'leaderboardDailyHome',
  'leaderboardAllHome',
  'leaderboardDailyStudio',
  'leaderboardAllStudio',
] as const;

/** More answers than places, all different. */
const PLANTS = 'Apple Birch Clover Daisy Elm Fern Grape Holly Ivy Juniper'.split(' ');

/** Points above 0, or a result that the stream has not shown. */
const POINTS =
  /"(?:total_points|awardedPoints|points)":[1-9]|"state":"(?:locked|revealed|published)"/u;

/** Groups, points, boards, and what players see of them. */
export const resultScenarios: readonly Scenario[] = [
  {
    name: 'a group that is held back is named to no player',
    run: async (stage) => {
      const { client, producer, home } = stage;
      const show = await liveShow(stage, ['Name a thing to sit on']);
      await show.playToLock(0, [
        [at(home, 0), 'Sofa'],
        [at(home, 1), 'Sofa'],
        [at(home, 2), 'Bench'],
      ]);
      const desk = await readDesk(stage, show, 0);
      const { gameSessionId } = show.item(0);
      const params = { gameSessionId };
      await client.ok('actOnGroups', {
        token: producer.token,
        params,
        body: {
          requestId: 'hold-it-back',
          version: desk.version,
          act: { kind: 'hold', groups: [groupOf(desk, 'Sofa')] },
        },
      });
      await show.settle(0, 'publish');
      const explained = async ({ token }: { token: string }) => {
        const { explanation } = await client.ok('explainAnswer', { token, params });
        return explanation;
      };
      const [owner, stranger] = [at(home, 0), at(home, 2)];
      await until('it is explained', async () => (await explained(stranger)) !== null);
      const [own, other] = [await explained(owner), await explained(stranger)];
      return faultsOf({
        'another player may choose it': JSON.stringify(other?.choices).includes('Sofa'),
        'its player reads its name': own?.group === 'Sofa',
      });
    },
  },
  {
    name: 'the reason of an unlock does not reach the show page',
    run: async (stage) => {
      const show = await liveShow(stage, ['Name a fruit']);
      await show.playToLock(0, [[at(stage.home, 0), 'Apple']]);
      await show.settle(0, 'unlock', 'Tom cheated');
      const shown = JSON.stringify(await stage.shown());
      const phone = await stage.connect(at(stage.home, 0));
      const snapshot = JSON.stringify(await phone.next('snapshot'));
      return faultsOf({
        'the show page has the reason': shown.includes('Tom cheated'),
        'a phone has the reason': snapshot.includes('Tom cheated'),
      });
    },
  },
  {
    name: 'Home knows nothing of a question before its stream shows the opening',
    run: async (stage, dice) => {
      const { client, home, studio } = stage;
      const show = await liveShow(stage, ['Name a fruit']);
      await show.act({ type: 'delay', seconds: HOME_DELAY_S });
      const viewer = dice.pick(home);
      const phone = await stage.connect(viewer);
      const admin = await stage.connect(stage.producer);
      const actedAt = Date.now();
      await show.release(0);
      await admin.next('question-released');
      await show.answer(0, [[at(studio, 0), 'Apple']]);
      const { gameSessionId, questionId, text } = show.item(0);
      const replies = await askEverything(stage, viewer, show.item(0));
      const stranger = await client.call('leaderboardSession', { params: { gameSessionId } });
      await phone.settled();
      const secrets = [gameSessionId, questionId, text];
      const tells = (reply: string) => secrets.some((secret) => reply.includes(secret));
      if (!isEarly(actedAt)) return [];
      return faultsOf({
        ...Object.fromEntries(
          replies.map(({ name, reply }) => [`${name} says ${reply.slice(0, 200)}`, tells(reply)]),
        ),
        [`its board, without an account: ${stranger.status}`]: stranger.status !== 404,
        'an event names it': tells(JSON.stringify(phone.received)),
      });
    },
  },
  {
    name: 'Home knows no points, ranks or results before its stream shows them',
    run: async (stage, dice) => {
      const { home, studio } = stage;
      const show = await liveShow(stage, ['Name a fruit']);
      const viewer = at(home, 0);
      await show.release(0);
      await show.answer(0, [
        [viewer, 'Apple'],
        [at(home, 1), 'Apple'],
        [at(studio, 0), 'Pear'],
      ]);
      await show.act({ type: 'close', itemId: show.item(0).id });
      await show.act({ type: 'delay', seconds: HOME_DELAY_S });
      const phone = await stage.connect(viewer);
      const guest = await stage.connect(at(studio, 0));
      await phone.next('snapshot');
      await guest.next('snapshot');
      for (const probe of [phone, guest]) probe.received.splice(0);
      const actedAt = Date.now();
      await show.settle(0, 'lock');
      const isRevealed = dice.chance(0.5);
      if (isRevealed) for (let group = 0; group < 2; group += 1) await show.reveal(0);
      else await show.settle(0, 'publish');
      await guest.next('answer-updated');
      const replies = await askEverything(stage, viewer, show.item(0));
      await phone.settled();
      if (!isEarly(actedAt)) return [];
      const what = isRevealed ? 'a reveal' : 'publishing';
      return faultsOf({
        ...Object.fromEntries(
          replies.map(({ name, reply }) => [
            `after ${what} ${name} says ${reply.slice(0, 300)}`,
            POINTS.test(reply),
          ]),
        ),
        [`after ${what} events say ${JSON.stringify(phone.received).slice(0, 300)}`]: POINTS.test(
          JSON.stringify(phone.received),
        ),
      });
    },
  },
  {
    name: 'an appeal is shown to the producer also after a No to the same pair',
    run: async (stage) => {
      const { client, producer, home } = stage;
      const show = await liveShow(stage, ['Name a thing to rest on']);
      await show.playToLock(0, [
        [at(home, 0), 'settee'],
        [at(home, 1), 'settee'],
        [at(home, 2), 'hammock'],
      ]);
      const desk = await readDesk(stage, show, 0);
      const params = { gameSessionId: show.item(0).gameSessionId };
      await client.ok('actOnGroups', {
        token: producer.token,
        params,
        body: {
          requestId: 'say-no-to-it',
          version: desk.version,
          act: { kind: 'decline', texts: ['settee', 'hammock'] },
        },
      });
      await show.settle(0, 'publish');
      const body = { wanted: 'settee', groupId: groupOf(desk, 'settee') };
      await client.ok('appeal', { token: at(home, 2).token, params, body });
      const { suggestions } = await readDesk(stage, show, 0);
      const isShown = suggestions.some(({ appealIds = [] }) => appealIds.length > 0);
      return faultsOf({ 'the desk does not ask about the appeal': !isShown });
    },
  },
  {
    name: 'answers that come from one network out of proportion are marked at the desk',
    run: async (stage) => {
      const { server, home } = stage;
      const show = await liveShow(stage, ['Name a fruit']);
      await show.release(0);
      const { gameSessionId } = show.item(0);
      const half = home.length / 2;
      for (const [index, { token }] of home.entries()) {
        const isOfOne = index < half;
        const body = { gameSessionId, answerText: isOfOne ? 'Apple' : `Plant ${index}` };
        const from = isOfOne ? '127.0.0.9' : `127.0.2.${index}`;
        await callFrom(server, from, 'submitAnswer', { token, body });
      }
      const isCounted = (desk: Desk) =>
        desk.groups.flatMap(({ texts }) => texts).reduce((sum, text) => sum + text.home, 0) ===
        home.length;
      await until('all answers are at the desk', async () =>
        isCounted(await readDesk(stage, show, 0)),
      );
      const { groups } = await readDesk(stage, show, 0);
      const marked = groups.filter(({ origin }) => origin !== undefined);
      return faultsOf({
        [`marked: ${marked.map(({ label }) => label).join(', ') || 'nothing'}`]:
          marked.length !== 1 || marked[0]?.label !== 'Apple',
      });
    },
  },
  {
    name: 'groups that tie with the last place of the show page are counted',
    run: async (stage) => {
      const { home } = stage;
      const show = await liveShow(stage, ['Name a plant']);
      const answers = PLANTS.map((text, index) => [at(home, index), text] as const);
      await show.playToLock(0, answers);
      for (let place = 0; place < SHOW_PLACES; place += 1) await show.reveal(0);
      const { places, tied } = await stage.shown();
      const shown = places.filter((place) => place !== null).length;
      return faultsOf({
        [`of ${PLANTS.length} equal groups ${shown} are shown, and ${tied} more are counted`]:
          shown + (tied ?? 0) !== PLANTS.length,
      });
    },
  },
  {
    name: 'the screen and the export rank players alike after another role',
    run: async (stage) => {
      const { client, producer, home } = stage;
      const show = await liveShow(stage, ['Name a fruit']);
      const [moved, other] = [at(home, 0), at(home, 1)];
      await show.play(0, [
        [moved, 'Apple'],
        [other, 'Apple'],
        [at(home, 2), 'Pear'],
      ]);
      const { id, name, email } = moved;
      await client.ok('updateUser', {
        token: producer.token,
        params: { id },
        body: { name, email, role_id: ROLE.contestant },
      });
      await show.act({ type: 'scene', scene: 'standings' });
      const onScreen = async () =>
        (await stage.shown()).board?.home.map((entry) => [
          entry.rank,
          entry.username,
          entry.total_points,
        ]);
      await until('the points are on the screen', async () =>
        Boolean((await onScreen())?.some(([, , points]) => points === 2)),
      );
      await show.act({ type: 'end' });
      const rows = (await exportedSheet(stage, show, 'Scores.csv')).split('\r\n');
      const inExport = rows
        .map((row) => row.split(','))
        .filter(([audience]) => audience === 'home')
        .map(([, rank, , player, points]) => [Number(rank), player, Number(points)]);
      const [screen, file] = [JSON.stringify(await onScreen()), JSON.stringify(inExport)];
      return faultsOf({
        [`the screen says ${screen}, the export ${file}`]: screen !== file,
        'the player who has another role is missing': !file.includes(name),
      });
    },
  },
  {
    name: 'points stay on the boards of the audience that won them after another role',
    run: async (stage) => {
      const { client, producer, home } = stage;
      const show = await liveShow(stage, ['Name a fruit']);
      const moved = at(home, 0);
      await show.play(0, [
        [moved, 'Apple'],
        [at(home, 1), 'Apple'],
      ]);
      const { id, name, email } = moved;
      const rows = async () => {
        const boards: string[] = [];
        for (const board of PERIOD_BOARDS) {
          const entries = await client.ok(board, { token: producer.token });
          const row = entries.find(({ user_id }) => user_id === id);
          if (row !== undefined) boards.push(`${board} ${row.rank} ${row.total_points}`);
        }
        return boards.join(', ');
      };
      await until('the points are on the boards', async () => (await rows()).endsWith(' 2'));
      const before = await rows();
      await client.ok('updateUser', {
        token: producer.token,
        params: { id },
        body: { name, email, role_id: ROLE.contestant },
      });
      const after = await rows();
      return faultsOf({ [`on ${before} before, on ${after} after`]: before !== after });
    },
  },
  {
    name: 'everybody who shares the first place is counted, however many they are',
    run: async (stage, dice) => {
      const { home } = stage;
      const show = await liveShow(stage, ['Name a fruit']);
      const sharing = 11 + dice.below(5);
      const winners = home.slice(0, sharing).map((player) => [player, 'Apple'] as const);
      await show.play(0, [...winners, [at(home, sharing), 'Pear']]);
      await show.act({ type: 'scene', scene: dice.pick(['podium', 'winner'] as const) });
      // The board changes again once the points are counted.
      let { board } = await stage.shown();
      await until('the board has the points', async () => {
        ({ board } = await stage.shown());
        return board?.home[0]?.total_points === sharing;
      });
      const first = board?.home[0]?.sharing;
      return faultsOf({
        [`${sharing} share the first place, the screen says ${first}`]: first !== sharing,
      });
    },
  },
];
