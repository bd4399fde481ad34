import { m } from 'messages';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { ShowView } from '#machines/show/calls.ts';
import type { Direction } from '#machines/contract/stage.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import {
  releaseAct,
  stageAct,
  type PostedAct,
  producerMachine,
  REST_MS,
  REVEAL_MS,
  type ProducerShows,
  selectDone,
  selectHasHouse,
  selectAirDirection,
  selectAirTitle,
  selectIsActing,
  selectIsFailed,
  selectIsReleasing,
  selectIsRevealing,
  selectLastRelease,
  selectIsWaiting,
  selectMessage,
  selectLostScreens,
  selectRefusal,
  selectScreensOwner,
  selectReleaseRefusal,
  selectShows,
  selectUndo,
  selectView,
  STAGE,
} from '#machines/show/producer.ts';
import { revealMs } from '#machines/show/rules/stage.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { NO_EVENTS, realtime } from '#tests/support/game.ts';
import {
  elapsed,
  emittedBy,
  failure,
  fold,
  modelOf,
  outcome,
  pathsOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';
import { item, rundown, showView } from '#tests/support/show-view.ts';

/** A show with one item; the main button would do `act`. */
const view = (version: number, act: ShowView['next']['act'] = null, more: Partial<ShowView> = {}) =>
  showView({
    rundown: rundown({ version, items: [item('1', { text: 'Name a fruit' })] }),
    next: { act, waitsFor: null },
    ...more,
  });
const reveal = { type: 'reveal', itemId: '1', groupId: 'towel' } as const;
const publish = { type: 'publish', itemId: '1' } as const;
const saturday = showView({ rundown: rundown({ id: 's2', title: 'Saturday', createdAt: 2 }) });
const summaryOf = ({ rundown: { items, ...show } }: ShowView) => ({
  ...show,
  itemCount: items.length,
});
const houseView = (direction: Direction, serverTime = 1): ShowView =>
  showView({ rundown: rundown({ id: HOUSE_SHOW }), direction, serverTime });
const stage = (questionId: string | null, more: Partial<Direction> = {}): Direction => ({
  ...showView().direction,
  showId: HOUSE_SHOW,
  scene: questionId === null ? 'idle' : 'question',
  questionId,
  itemId: questionId,
  gameSessionId: questionId,
  ...more,
});
/** A show with this number of screens. */
const ownShow = (screens: number, scene: Direction['scene'] = 'idle', serverTime = 1) =>
  showView({
    rundown: rundown({ id: 's1' }),
    direction: stage(null, { showId: 's1', screens, scene }),
    serverTime,
  });
const idle = stage(null);
const one = stage('q1');
const two = stage('q2');
const place = (groupId: string, revealed: boolean) => ({
  groupId,
  rank: 1,
  representative: groupId,
  count: 3,
  homePoints: 3,
  contestantPoints: 5,
  revealed,
});
const house = houseView(idle);
const room = (shown: ShowView): ProducerShows => ({
  shows: [summaryOf(shown)],
  view: shown,
  house,
});

const NOW = 7_000;
const input = { newId: () => 'request-1', now: () => NOW };
const arm = { type: 'producer.act', act: { type: 'arm', itemId: '1' } } as const;
const go = { type: 'producer.act', act: { type: 'go' } } as const;
const create = { type: 'producer.act', act: { type: 'create', title: 'Saturday' } } as const;
const choose = { type: 'producer.choose', showId: 's2' } as const;
const retry = { type: 'producer.retry' } as const;
const enter = { type: 'producer.enter' } as const;
const undo = { type: 'stage.undo' } as const;
const undoRelease = { type: 'release.undo' } as const;
/** Home viewers have the item for another 60 s. */
const window = { released: true, timed: true, closesAt: 67_000 } as const;
const release = releaseAct(
  's1',
  { type: 'releaseTo', itemId: '1', audience: 'home', seconds: 60 },
  NO_WINDOW,
);
const revoke = releaseAct('s1', { type: 'revoke', itemId: '1', audience: 'home' }, window);
const dismiss = { type: 'screens.dismiss' } as const;
const question = stageAct(HOUSE_SHOW, { type: 'question', itemId: 'q1' });
const clear = stageAct(HOUSE_SHOW, { type: 'scene', scene: 'idle' });
const turn = stageAct(HOUSE_SHOW, { type: 'reveal', itemId: 'q1' });
const create1 = stageAct(HOUSE_SHOW, { type: 'createLink' });
const back = { type: 'connection.restored' } as const;
const auto = { type: 'reveal.auto' } as const;
const hold = { type: 'reveal.hold' } as const;
const due = { type: 'reveal.due' } as const;
const news = (show: ShowView) => realtime('show-changed', { show });
const loaded = outcome('load', success(room(view(1))));
const revealable = outcome('load', success(room(view(1, reveal))));
const done = (shown = view(2)) => outcome('act', success(shown));
const rested = elapsed('restDelay', 'producer.room.resting');
const nextDue = elapsed('revealDelay', 'producer.reveals.running');

const model = modelOf(producerMachine, {
  input,
  events: {
    ...NO_EVENTS,
    'realtime.show-changed': [news(view(5, publish))],
    'producer.act': [arm, clear],
    'producer.choose': [choose],
    'producer.enter': [enter],
    'producer.retry': [retry],
    'stage.undo': [undo],
    'release.undo': [undoRelease],
    'screens.dismiss': [dismiss],
    'reveal.auto': [auto],
    'reveal.hold': [hold],
    'reveal.due': [due],
    'connection.restored': [back],
    'connection.lost': [],
    'answer.accepted': [],
    'clock.corrected': [],
  },
  done: {
    load: [
      success({ shows: [saturday, view(1)].map(summaryOf), view: view(1, reveal), house }),
      refusal('Not now.'),
    ],
    act: [success(view(2, reveal)), success(houseView(one)), refusal('Not now.')],
  },
  at: ({ context }) => [
    context.view?.next.act?.type === 'reveal',
    context.undo === null,
    context.posted?.part,
  ],
});

type Events = Parameters<typeof fold>[2];
const at = (...events: Events) => fold(producerMachine, input, events);
const seen = (...events: Events) => {
  const snapshot = at(...events);
  return {
    version: selectView(snapshot)?.rundown.version ?? null,
    message: selectMessage(snapshot),
    acting: snapshot.matches({ room: 'acting' }),
    resting: snapshot.hasTag('resting'),
    failed: selectIsFailed(snapshot),
  };
};
const calm = { version: 1, message: null, acting: false, resting: false, failed: false };
const named = (...events: Events) => emittedBy(producerMachine, input, events);
/** The act of a part of the screen, as a banner; of the control room, spoken only: its button shows it. */
const announced = (text: string) => [{ type: 'announce', text }];
const banner = (text: string) => [{ type: 'banner', text, tone: 'plain' }];
const listedOf = (...events: Events) =>
  selectShows(at(...events)).map(({ title, version }) => `${title} ${version}`);
const airOf = (...events: Events) => selectAirDirection(at(...events));
const undone = (...events: Events) => selectUndo(at(...events));
const lastRelease = (...events: Events) => selectLastRelease(at(...events));
/** The reply to an act on a stage. */
const directed = (to: Direction) => outcome('act', success(houseView(to, 2)));

const isRunning = (...events: Events) => selectIsRevealing(at(...events));

/** A room in time, whose server answers each act with the next of `replies`. */
async function inTime(first: ShowView, replies: readonly ShowView[]) {
  const clock = createFakeClock(0);
  const sent: PostedAct[] = [];
  const actor = createActor(
    producerMachine.provide({
      actors: {
        load: fromPromise<Outcome<ProducerShows>, { readonly showId: string | null }>(async () =>
          success(room(first)),
        ),
        act: fromPromise<Outcome<ShowView>, PostedAct>(async ({ input: request }) => {
          sent.push(request);
          return success(replies[sent.length - 1] ?? first);
        }),
      },
    }),
    { clock, input },
  ).start();
  await settled();
  return {
    actor,
    posted: () => sent.map(({ act, version }) => [act.type, version]),
    pass: async (ms: number) => {
      clock.advance(ms);
      await settled();
    },
  };
}

describe('every path through the shows of a producer', () => {
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });
  it('walks every transition', () => {
    // PR-12 has the undo of a release.
    expect(unwalked(model, pathsOf(model))).toEqual([
      'producer.room on release.undo [0] -> (stays)',
    ]);
  });
});

describe('the control room', () => {
  it('PR-1 shows the current show and what is on air, or the reason of a failure, and can be retried [R2.direct-now]', () => {
    expect([selectIsWaiting(at()), airOf()]).toEqual([true, null]);
    expect([seen(loaded), airOf(loaded)]).toEqual([calm, idle]);
    expect(listedOf(loaded)).toEqual(['Friday 1']);
    const refused = outcome('load', refusal('Not now.'));
    expect(seen(refused)).toEqual({ ...calm, version: null, message: 'Not now.', failed: true });
    expect(seen(failure('load')).message).toBe(m.network());
    expect(seen(refused, retry, loaded)).toEqual(calm);
    expect(at(loaded, choose).context.chosen).toEqual({ showId: 's2' });
    expect(at(loaded, back).matches({ room: 'loading' })).toBe(true);
    // What is known stays in sight.
    expect(airOf(loaded, back, refused)).toEqual(idle);
  });

  it('PR-1 opens with the show to run now, not with the one chosen before', () => {
    expect(at(loaded, enter).matches({ room: 'ready' })).toBe(true);
    const entered = at(loaded, news(saturday), enter);
    expect([entered.matches({ room: 'loading' }), entered.context.chosen]).toEqual([
      true,
      { showId: null },
    ]);
  });

  it('PR-1 loads a show that is chosen during an act after it, also after the creation of another', () => {
    const other = outcome('load', success(room(saturday)));
    for (const [first, ended] of [
      [arm, done()],
      [create, done(view(1, publish, { rundown: { ...view(1).rundown, id: 's3' } }))],
    ] as const) {
      const chosen = [loaded, first, choose] as const;
      expect(at(...chosen).context.posted?.act).toEqual(first.act);
      expect(at(...chosen, ended).matches({ room: 'loading' })).toBe(true);
      const shown = at(...chosen, ended, other);
      expect([selectView(shown), selectDone(shown), shown.context.chosen]).toEqual([
        saturday,
        null,
        null,
      ]);
    }
    expect(at(loaded, news(saturday), arm, enter, done()).context.chosen).toEqual({ showId: null });
  });

  it('PR-1 performs a queued act on the show for which it was requested', () => {
    const rename = { type: 'producer.act', act: { type: 'rename', title: 'Monday' } } as const;
    const other = outcome('load', success(room(saturday)));
    expect(at(loaded, choose, rename, other).context.posted).toMatchObject({
      act: rename.act,
      showId: 's1',
      version: null,
    });
  });

  it('PR-2 posts one act based on the shown version, with its own id [R2.control-once]', () => {
    expect(at(loaded, arm).context.posted).toEqual({
      act: arm.act,
      part: 'room',
      showId: 's1',
      version: 1,
      requestId: 'request-1',
    });
    expect(at(loaded, arm, go, choose, retry, enter).context.posted?.act).toEqual(arm.act);
    expect(seen(loaded, arm, done())).toEqual({ ...calm, version: 2, resting: true });
  });

  it('PR-3 pauses after each act, so that a double press performs one act [R2.control-pause]', async () => {
    const { actor, posted, pass } = await inTime(view(1), [view(2), view(3)]);
    for (const step of [0, REST_MS - 1, 1]) {
      await pass(step);
      actor.send(go);
      await settled();
    }
    expect(posted()).toEqual([
      ['go', 1],
      ['go', 2],
    ]);
    actor.stop();
  });

  it('PR-4 shows why an act failed, and reloads the show [R2.control-outdated R4.result-version]', () => {
    const refused = [loaded, arm, outcome('act', refusal(m.rundownOutdated()))];
    expect(at(...refused).matches({ room: 'loading' })).toBe(true);
    expect(seen(...refused).message).toBe(m.rundownOutdated());
    const again = outcome('load', success(room(view(3))));
    expect(seen(...refused, again)).toEqual({ ...calm, version: 3, message: m.rundownOutdated() });
    expect(seen(...refused, again, arm).message).toBeNull();
    expect(seen(loaded, arm, failure('act')).message).toBe(m.network());
  });

  it('PR-5 follows acts of other producers, and no older reply replaces a newer event [R2.control-two]', () => {
    expect(seen(loaded, news(view(2)))).toEqual({ ...calm, version: 2 });
    expect(seen(loaded, news(view(3)), news(view(2))).version).toBe(3);
    const late = [loaded, arm, news(view(3)), done(view(2))];
    expect([seen(...late).version, listedOf(...late)]).toEqual([3, ['Friday 3']]);
    expect(seen(loaded, back, news(view(3)), loaded).version).toBe(3);
    // What is on air changes without the version.
    const later = view(1, publish, { serverTime: 2 });
    for (const way of [
      [later, view(1)],
      [view(1), later],
    ])
      expect(selectView(at(loaded, ...way.map(news)))).toEqual(later);
  });

  it('PR-5 lists changes of another show, and shows that show only if there was none', () => {
    expect(listedOf(loaded, news(saturday))).toEqual(['Saturday 1', 'Friday 1']);
    expect(selectView(at(loaded, news(saturday)))).toEqual(view(1));
    const none = outcome('load', success({ shows: [], view: null, house }));
    expect(selectView(at(none, news(saturday)))).toEqual(saturday);
    expect(selectView(at(news(saturday)))).toBeNull();
    expect(listedOf(loaded, news(houseView(one)))).toEqual(['Friday 1']);
  });

  it('PR-6 names an act by the state before it, also if its event arrives first [R2.live-named]', () => {
    const { direction } = view(1);
    const board = view(2, publish, { direction: { ...direction, scene: 'board' } });
    const ready = outcome('load', success(room(view(1, arm.act))));
    for (const first of [[], [news(board)]]) {
      const after = [...first, done(board)];
      expect(named(ready, go, ...after)).toEqual(announced('Armed "Name a fruit"'));
      expect(named(revealable, go, ...after)).toEqual(announced("On the stage: today's scores"));
    }
    expect(named(loaded, create, done(saturday))).toEqual(announced('Created "Saturday"'));
    const armed = [ready, go, done(board)] as const;
    expect([at(...armed), at(...armed, rested), at(...armed, choose)].map(selectDone)).toEqual([
      'Armed "Name a fruit"',
      null,
      null,
    ]);
    expect(selectView(at(loaded, create, done(saturday)))).toEqual(saturday);
    expect(named(loaded, arm, outcome('act', refusal('No.')))).toEqual([]);
  });
});

describe('what is on air', () => {
  it('PR-8 follows the events of any producer [R2.direct-live]', () => {
    expect(airOf(loaded, news(houseView(two)))).toEqual(two);
    // News while a reply is under way is newer than it.
    expect(airOf(news(houseView(two, 2)), loaded)).toEqual(two);
    expect(airOf(loaded, news(houseView(two, 2)), back, loaded)).toEqual(two);
    expect(airOf(loaded, question, news(houseView(two, 3)), directed(one))).toEqual(two);
    // The stage of another show, on the screens of the house show, which keep their link.
    const link = { createdAt: 5 };
    const known = outcome(
      'load',
      success({ ...room(view(1)), house: houseView({ ...idle, link }) }),
    );
    const own = { ...one, showId: 's1', screens: 4 };
    const onAir = view(2, null, { serverTime: 3, direction: { ...own, isOnAir: true } });
    expect(airOf(known, arm, done(onAir))).toMatchObject({ ...one, showId: 's1', link });
    expect(airOf(known, arm, done({ ...onAir, direction: own }))).toEqual({ ...idle, link });
    expect(airOf(known, arm, done({ ...onAir, serverTime: 0 }))).toEqual({ ...idle, link });
  });

  it('PR-8 shows that and when screens disconnected, until they are back or a producer dismisses it [R2.direct-lost]', () => {
    const missing = (...events: (number | typeof dismiss)[]) =>
      selectLostScreens(
        at(
          ...events.map((each, index) =>
            typeof each === 'number'
              ? news(houseView(stage(null, { screens: each }), index))
              : each,
          ),
        ),
      );
    const lost = { count: 1, at: NOW };
    expect(missing(2)).toBeNull();
    expect(missing(2, 1)).toEqual(lost);
    expect(missing(2, 1, 1)).toEqual(lost);
    expect(missing(3, 1, 2)).toEqual(lost);
    expect(missing(2, 0, 2)).toBeNull();
    expect(missing(2, 0, 3)).toBeNull();
    expect(missing(2, 1, dismiss)).toBeNull();
    expect(missing(2, 1, dismiss, 2, 1)).toEqual(lost);
  });

  it('PR-8 watches the screens of the displayed show for a producer without the house show', () => {
    const own = outcome('load', success({ shows: [], view: ownShow(2), house: null }));
    const later = at(own, news(ownShow(1, 'podium', 2)));
    expect(selectAirDirection(later)?.scene).toBe('podium');
    expect(selectLostScreens(later)).toEqual({ count: 1, at: NOW });
    expect(selectUndo(later)).toMatchObject({ showId: 's1' });
    expect(selectHasHouse(later)).toBe(false);
  });

  it('PR-8 watches the screens of the only running show if they are its own and those of the house show are idle', () => {
    const join = { code: 'ABC', joining: 'code' } as const;
    const direction = stage('q1', { showId: 's1', screens: 2 });
    const members = showView({ rundown: rundown({ state: 'live', join }), direction });
    const room2 = { shows: [summaryOf(members)], view: members, house };
    const air = (shows: Partial<ProducerShows>, ...events: Events) => {
      const snapshot = at(outcome('load', success({ ...room2, ...shows })), ...events);
      const { showId, scene } = selectAirDirection(snapshot) ?? {};
      return [showId, scene, selectScreensOwner(snapshot), selectAirTitle(snapshot)];
    };
    const own = ['s1', 'question', 's1', null];
    expect(air({})).toEqual(own);
    const alone = {
      ...members,
      rundown: { ...members.rundown, join: { code: 'ABC', joining: 'accounts' } },
    } as const;
    expect(air({ view: alone })).toEqual([HOUSE_SHOW, 'idle', HOUSE_SHOW, 'House show']);
    const other = { ...summaryOf(members), id: 's2' };
    expect(air({ shows: [...room2.shows, other] })).toEqual([
      HOUSE_SHOW,
      'idle',
      HOUSE_SHOW,
      'House show',
    ]);
    expect(air({}, news(houseView(one, 2)))).toEqual([
      HOUSE_SHOW,
      'question',
      HOUSE_SHOW,
      'House show',
    ]);
    const ended = {
      ...members,
      rundown: { ...members.rundown, state: 'ended', version: 2 },
    } as const;
    expect(air({}, news(ended))).toEqual([HOUSE_SHOW, 'idle', HOUSE_SHOW, 'House show']);
    const fewer = { ...members, serverTime: 2, direction: { ...direction, screens: 1 } };
    expect(selectLostScreens(at(outcome('load', success(room2)), news(fewer)))).toEqual({
      count: 1,
      at: NOW,
    });
  });

  it('PR-9 performs acts of other parts in order, based on the newest version, without a pause', () => {
    const acting = at(loaded, clear);
    expect(acting.context.posted).toMatchObject({ ...clear.on, act: clear.act, version: null });
    expect(seen(loaded, clear, directed(idle))).toEqual(calm);
    const card = { ...arm, on: { showId: 's2', part: 'a card' } };
    const both = at(loaded, clear, card);
    expect([both.context.posted?.part, both.context.waiting]).toMatchObject([STAGE, [card]]);
    expect([STAGE, 'a card', 'another'].map((part) => selectIsActing(part)(both))).toEqual([
      true,
      true,
      false,
    ]);
    expect(at(loaded, clear, card, directed(one)).context.posted).toMatchObject(card.on);
    // The rest of the control room goes on afterwards.
    const rests = [loaded, arm, done(), clear];
    expect(at(...rests).context.posted?.part).toBe(STAGE);
    expect(seen(...rests, directed(idle)).resting).toBe(true);
    // An act of another part first finishes a pending load, or repeats a failed one.
    expect(at(loaded, back, clear, loaded).context.posted?.part).toBe(STAGE);
    const failed = [outcome('load', refusal('Not now.')), clear];
    expect(at(...failed).context.posted?.part).toBe(STAGE);
    expect(at(...failed, directed(one)).matches({ room: 'loading' })).toBe(true);
  });

  it('PR-9 performs one act of a part at a time: a double click counts once', () => {
    const twice = at(loaded, turn, turn, clear, back, retry);
    expect([twice.context.posted?.act, twice.context.waiting]).toEqual([turn.act, []]);
    expect(at(loaded, back, turn, clear).context.waiting).toMatchObject([turn]);
  });

  it('PR-1 does what was typed into a dialog once it can, when it was sent during a load or another act', () => {
    expect(at(create, loaded).context.posted).toMatchObject({ act: create.act });
    const voided = { type: 'void', itemId: '1', reason: 'The host read the answer out.' } as const;
    const typed = { type: 'producer.act', act: voided } as const;
    expect(at(loaded, arm, typed, typed, arm).context.waiting).toMatchObject([typed]);
    expect(at(loaded, arm, create, create).context.waiting).toMatchObject([create]);
    const creating = at(loaded, arm, create, done(), create);
    expect([creating.context.posted?.act, creating.context.waiting]).toEqual([create.act, []]);
  });

  it('PR-10 shows in the requesting part why its act failed, until the next act [R2.direct-refused]', () => {
    const refused = [loaded, turn, outcome('act', refusal(m.showStillOpen()))];
    const said = (...events: Events) => selectRefusal(STAGE)(at(...events));
    expect([said(...refused), selectMessage(at(...refused))]).toEqual([m.showStillOpen(), null]);
    expect(seen(...refused)).toEqual(calm);
    expect(said(loaded, turn, failure('act'))).toBe(m.network());
    expect(said(...refused, clear)).toBeNull();
  });

  it('PR-11 names the last change of the stage, and can undo it until another producer changes the stage [R2.live-undo]', () => {
    const shown = { ...one, groups: [place('g1', true), place('g2', false)] };
    const more = { ...one, groups: [place('g1', true), place('g2', true)] };
    const from = (first: Direction) =>
      outcome('load', success({ ...room(view(1)), house: houseView(first) }));
    const hideG2 = { showId: HOUSE_SHOW, act: { type: 'hide', itemId: 'q1', groupId: 'g2' } };
    expect(undone(from(shown), turn, directed(more))).toMatchObject(hideG2);
    expect(undone(from(more), turn, directed(shown))).toMatchObject({
      act: { ...hideG2.act, type: 'reveal' },
    });
    const again = { showId: HOUSE_SHOW, act: question.act };
    expect(undone(from(shown), clear, directed(idle))).toMatchObject(again);
    expect(undone(loaded, question, directed(one))).toMatchObject({ act: clear.act });
    const cleared = at(from(shown), clear, directed(idle), undo);
    expect(cleared.context.posted).toMatchObject({ ...again, part: STAGE, version: null });
    expect(at(from(shown), undo).context.posted).toBeNull();
    // Its own event, before and after the reply; a link, a viewer, a failure.
    const own = news(houseView({ ...more, screens: 3 }, 4));
    const ways: Events[] = [
      [own, directed(more), own],
      [directed(more), own, create1, outcome('act', success(houseView(more, 5)))],
      [directed(more), turn, failure('act')],
    ];
    for (const way of ways) expect(undone(from(shown), turn, ...way)).toMatchObject(hideG2);
    expect(undone(from(shown), turn, directed(more), news(houseView(two, 3)))).toBeNull();
    // By an act of the control room.
    const podium = news(houseView({ ...shown, scene: 'podium' }, 2));
    const winner = news(houseView({ ...shown, scene: 'winner' }, 3));
    expect(undone(from(shown), podium)).toMatchObject(again);
    expect(undone(from(shown), podium, winner)).toMatchObject({
      act: { type: 'scene', scene: 'podium' },
    });
    expect(named(from(shown), turn, directed(more))).toEqual(banner('Revealed "g2" on the stage'));
    expect(named(from(shown), clear, directed(idle))).toEqual(
      banner('On the stage: the name of the show'),
    );
    const text = { ...one, questionText: 'Name a fruit' };
    expect(named(loaded, question, directed(text))).toEqual(
      banner('"Name a fruit" is on the stage'),
    );
    expect(named(from(shown), create1, directed(shown))).toEqual([]);
  });
});

describe('a release or revoke', () => {
  const withHome = (home: typeof window | typeof NO_WINDOW) =>
    view(2, null, {
      rundown: rundown({
        version: 2,
        items: [item('1', { windows: { studio: NO_WINDOW, home } })],
      }),
    });
  const revoked = done(withHome(NO_WINDOW));
  const released = done(withHome(window));
  const lane = { itemId: '1', audience: 'home' } as const;

  it('PR-12 is based on the newest version, one per audience at a time', () => {
    const both = { ...release, act: { ...release.act, audience: 'studio' as const } };
    const posted = at(loaded, release, revoke).context;
    expect(posted.posted).toMatchObject({ act: release.act, showId: 's1', version: null });
    expect(posted.waiting).toEqual([]);
    const snapshot = at(loaded, release, {
      ...both,
      on: { showId: 's1', part: 'release 1 studio' },
    });
    const busy = (['home', 'studio'] as const).map((audience) =>
      selectIsReleasing('1', audience)(snapshot),
    );
    expect(busy).toEqual([true, true]);
    expect(selectIsReleasing('1', 'studio')(at(loaded, release))).toBe(false);
  });

  it('PR-12 passes the show in its reply on to the que cards [R4.release-list]', () => {
    expect(named(loaded, revoke, revoked)).toEqual([
      { type: 'release.performed', show: withHome(NO_WINDOW) },
    ]);
  });

  it('PR-12 is undone, and the undo is undone [R2.live-undo R4.release-undo]', () => {
    const revokedLast = { ...lane, showId: 's1', type: 'revoke', before: window, after: NO_WINDOW };
    expect([lastRelease(loaded, revoke), lastRelease(loaded, revoke, revoked)]).toEqual([
      null,
      revokedLast,
    ]);
    const undoing = at(loaded, revoke, revoked, undoRelease, undoRelease);
    expect(undoing.context.posted).toMatchObject({
      act: { type: 'releaseTo', ...lane, seconds: 60 },
      window: NO_WINDOW,
    });
    expect(undoing.context.waiting).toEqual([]);
    const again = [loaded, revoke, revoked, undoRelease, released];
    expect(lastRelease(...again)).toEqual({
      ...revokedLast,
      type: 'release',
      before: NO_WINDOW,
      after: window,
    });
    expect(at(...again, undoRelease).context.posted?.act).toEqual({ type: 'revoke', ...lane });
    // A failed act and acts of other parts leave the undo as it is.
    const failed = [release, outcome('act', refusal('No.'))];
    expect(lastRelease(loaded, revoke, revoked, ...failed, clear, directed(idle))).toEqual(
      revokedLast,
    );
    expect(at(loaded, undoRelease).context.posted).toBeNull();
  });

  it.each([
    ['release', release, outcome('act', refusal('Not found.')), 'Not found.'],
    ['release', release, failure('act'), m.network()],
    ['revoke', revoke, outcome('act', refusal('Not found.')), 'Not found.'],
    ['revoke', revoke, failure('act'), m.network()],
  ] as const)(
    'PR-10 a failed %s shows the specified text until the next one for that audience [R8.release-failed R8.revoke-failed]',
    (name, wanted, reply, why) => {
      const said = (...events: Events) =>
        selectReleaseRefusal('1', 'home')(at(loaded, wanted, reply, ...events));
      const text = `Failed to ${name} question to home viewers: ${why}`;
      expect([said(), said(clear, directed(idle)), said(choose)]).toEqual([text, text, text]);
      expect(said(release)).toBeNull();
      expect(selectReleaseRefusal('1', 'studio')(at(loaded, wanted, reply))).toBeNull();
    },
  );

  it('PR-10 a failed restore of an ended question names the release', () => {
    const restore = releaseAct('s1', { type: 'restore', ...lane }, NO_WINDOW);
    const refused = at(loaded, restore, outcome('act', refusal('Not found.')));
    expect(selectReleaseRefusal('1', 'home')(refused)).toBe(
      'Failed to release question to home viewers: Not found.',
    );
  });
});

describe('PR-7 automatic reveals [R2.control-reveal-all]', () => {
  it('follow each other until all groups are revealed', async () => {
    const { actor, posted, pass } = await inTime(view(1, reveal), [
      view(2, reveal),
      view(3, publish),
    ]);
    actor.send(auto);
    await settled();
    expect(posted()).toEqual([['go', 1]]);
    await pass(REVEAL_MS);
    expect(posted()).toEqual([
      ['go', 1],
      ['go', 2],
    ]);
    await pass(REVEAL_MS);
    expect([posted().length, selectIsRevealing(actor.getSnapshot())]).toEqual([2, false]);
    actor.stop();
  });
  it('wait until the stage has shown a group with its points', async () => {
    const groups = [place('top', false), place('other', false), place('towel', false)];
    const direction = stage('q1', { groups });
    const { actor, posted, pass } = await inTime(view(1, reveal, { direction }), [
      view(2, { ...reveal, groupId: 'other' }, { direction }),
    ]);
    actor.send(auto);
    await settled();
    await pass(revealMs(3) - 1);
    expect(posted()).toEqual([['go', 1]]);
    await pass(1);
    expect(posted()).toEqual([
      ['go', 1],
      ['go', 2],
    ]);
    actor.stop();
  });
  it('start only with a group that can be revealed', () => {
    expect(isRunning(revealable, auto)).toBe(true);
    expect(isRunning(loaded, auto)).toBe(false);
    const waiting = view(1, null, { next: { act: reveal, waitsFor: [] } });
    expect(isRunning(outcome('load', success(room(waiting))), auto)).toBe(false);
  });
  it.each([
    ['one is refused', [outcome('act', refusal('Players can still answer.'))]],
    ['one fails', [failure('act')]],
    ['they are held', [hold]],
    ['somebody acts', [done(view(2, reveal)), rested, arm]],
    ['another show is chosen', [choose]],
  ] as const)('stop when %s', (_, end) => {
    expect(isRunning(revealable, auto, ...end)).toBe(false);
    expect(isRunning(revealable, auto, done(view(2, reveal)), rested, nextDue)).toBe(true);
  });
});
