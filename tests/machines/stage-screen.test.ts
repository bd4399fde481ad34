import { m } from 'messages';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import {
  connectionMachine,
  type SocketCommand,
  type SocketEvent,
} from '#machines/connection/connection.ts';
import type { RankedGroup, StageView } from '#machines/contract/stage.ts';
import { SOCKET } from '#machines/contract/limits.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { selectWindowState } from '#machines/answering/release-window.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import {
  selectConnection,
  selectIsStale,
  selectRefusal,
  selectUpdatedAt,
  stageScreenMachine,
} from '#machines/show/stage-screen.ts';
import { selectWindow } from '#machines/answering/windows.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { NO_EVENTS, realtime } from '#tests/support/game.ts';
import {
  elapsed,
  emittedBy,
  failure,
  fold,
  modelOf,
  pathsOf,
  sentBy,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';

const show = (more: Partial<StageView> = {}): StageView => ({
  serverTime: 1_000,
  scene: 'idle',
  question: null,
  groups: [],
  board: null,
  ...more,
});
const asked = (id: string, groups: StageView['groups'] = []) =>
  show({
    scene: 'question',
    question: {
      question_id: id,
      game_session_id: `g-${id}`,
      question_text: `Question ${id}?`,
      windows: { studio: NO_WINDOW, home: NO_WINDOW },
      answered: { studio: 0, home: 0 },
    },
    groups,
  });
const place = (groupId: string, count: number): RankedGroup => ({
  groupId,
  rank: 1,
  representative: groupId,
  count,
  homePoints: count,
  contestantPoints: 5,
});
const updated = (what: StageView) => realtime('show-updated', { show: what });
const lost = { type: 'connection.lost' } as const;
const back = { type: 'connection.restored' } as const;
const ended = (reason: 'revoked' | 'expired') => ({ type: 'session.ended', reason }) as const;

const input = { now: () => 5_000, random: () => 0.5 };
const model = modelOf(stageScreenMachine, {
  input,
  events: {
    ...NO_EVENTS,
    'realtime.standing-updated': [],
    'realtime.show-updated': [updated(show())],
    'connection.lost': [lost],
    'connection.restored': [],
    'network.lost': [{ type: 'network.lost' }],
    'network.returned': [{ type: 'network.returned' }],
    'page.shown': [{ type: 'page.shown' }],
    'clock.corrected': [{ type: 'clock.corrected' }],
    'picture.failed': [{ type: 'picture.failed', error: new Error('no picture') }],
    'session.ended': [ended('revoked'), ended('expired')],
  },
});

type Events = Parameters<typeof fold>[2];
const seen = (events: Events) => {
  const snapshot = fold(stageScreenMachine, input, events);
  return {
    show: snapshot.context.show,
    isStale: selectIsStale(snapshot),
    updatedAt: selectUpdatedAt(snapshot),
    refusal: selectRefusal(snapshot),
  };
};
const told = { isStale: false, updatedAt: 5_000, refusal: null };

describe('every path through the stage screen', () => {
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });
});

describe('the stage screen', () => {
  it('SH-1 shows what the producer directs, as it arrives', () => {
    expect(seen([])).toEqual({ show: null, isStale: true, updatedAt: null, refusal: null });
    const scenes = [show(), asked('q1'), show({ scene: 'board', board: { studio: [], home: [] } })];
    for (const scene of scenes) expect(seen([updated(scene)])).toEqual({ ...told, show: scene });
    expect(seen(scenes.map(updated)).show).toEqual(scenes.at(-1));
  });

  it('SH-2 keeps its content while disconnected, marked as stale until the server replies [R2.stage-screen-stale R2.stage-screen-recovers]', () => {
    const stale = { ...told, show: asked('q1'), isStale: true };
    expect(seen([updated(asked('q1')), lost])).toEqual(stale);
    expect(seen([updated(asked('q1')), lost, back])).toEqual(stale);
    expect(seen([updated(asked('q1')), lost, back, updated(asked('q2'))])).toEqual({
      ...told,
      show: asked('q2'),
    });
  });

  it('SH-3 goes dark with a message when its link is revoked [R2.stage-screen-revoked]', () => {
    const dark = { show: null, isStale: false, updatedAt: 5_000 };
    const end = [updated(asked('q1')), ended('revoked')];
    expect(seen(end)).toEqual({ ...dark, refusal: m.showLinkRevoked() });
    expect(seen([...end, updated(asked('q1'))]).refusal).toBe(m.showLinkRevoked());
    expect(seen([updated(asked('q1')), ended('expired')])).toEqual({
      ...dark,
      refusal: m.connectionSignedOutElsewhere(),
    });
  });

  it('SH-4 forwards browser events to its connection', () => {
    const facts = [
      { type: 'network.lost' },
      { type: 'network.returned' },
      { type: 'page.shown' },
    ] as const;
    expect(sentBy(stageScreenMachine, input, facts)).toEqual(facts);
  });

  it('SH-5 announces a new question and the boards, but no group before the stage shows it', () => {
    const events = [
      updated(asked('q1')),
      updated(asked('q1')),
      updated(asked('q1', [null, place('Towel', 1)])),
      updated(asked('q1', [place('Book', 2), place('Towel', 1)])),
      updated(asked('q1', [null, place('Towel', 1)])),
      updated(show({ scene: 'board', board: { studio: [], home: [] } })),
      updated(show({ scene: 'board', board: { studio: [], home: [] } })),
      updated(show()),
    ];
    expect(emittedBy(stageScreenMachine, input, events)).toEqual(
      ['Question q1?', "Today's scores"].map((text) => ({ type: 'announce', text })),
    );
  });

  it('SH-6 recovers when its connection breaks, and keeps its content', () => {
    expect(emittedBy(stageScreenMachine, input, [failure('surroundings')])).toEqual([
      { type: 'fault', where: 'stageScreen', error: new Error('unexpected') },
    ]);
    const broken = [updated(asked('q1')), failure('connection')];
    expect(seen(broken)).toEqual({ ...told, show: asked('q1'), isStale: true });
    const again = [...broken, elapsed('checkDelay', 'stageScreen.broken'), updated(asked('q2'))];
    expect(seen(again)).toEqual({ ...told, show: asked('q2') });
    expect(emittedBy(stageScreenMachine, input, broken).at(-1)).toMatchObject({
      type: 'fault',
      where: 'stageScreen',
    });
  });

  it('SH-6 disconnects over a state that cannot be drawn, reports why, and reconnects [R2.show-fault-last-picture]', () => {
    const failed = { type: 'picture.failed', error: new Error('no picture') } as const;
    const events = [updated(asked('q1')), failed];
    expect(seen(events)).toEqual({ ...told, show: asked('q1'), isStale: true });
    expect(selectConnection(fold(stageScreenMachine, input, events))).toBeNull();
    expect(emittedBy(stageScreenMachine, input, events)).toContainEqual({
      type: 'fault',
      where: 'stageScreen',
      error: failed.error,
    });
    const again = [...events, elapsed('checkDelay', 'stageScreen.broken'), updated(asked('q2'))];
    expect(seen(again)).toEqual({ ...told, show: asked('q2') });
  });

  it("SH-7 has its own connection, which joins no user's room, and reconnects by itself", () => {
    const clock = createFakeClock(0);
    const opened: unknown[] = [];
    const socket: { say?: (fact: SocketEvent) => void } = {};
    const say = (fact: SocketEvent) => socket.say?.(fact);
    const actor = createActor(
      stageScreenMachine.provide({
        actors: {
          connection: connectionMachine.provide({
            actors: {
              socket: fromCallback<SocketCommand, { readonly userId: string | null }>(
                ({ input: { userId }, receive, sendBack }) => {
                  socket.say = sendBack;
                  receive(({ type }) => opened.push([type, userId]));
                },
              ),
            },
          }),
          surroundings: fromCallback(() => {}),
        },
      }),
      { clock, input },
    ).start();
    const stale = () => selectIsStale(actor.getSnapshot());
    say({ type: 'socket.connected' });
    say(updated(asked('q1')));
    expect(stale()).toBe(false);
    say({ type: 'socket.lost', reason: 'transport close' });
    expect(stale()).toBe(true);
    clock.advance(SOCKET.reconnectDelayMaxMs);
    say({ type: 'socket.connected' });
    say(updated(asked('q1')));
    expect([stale(), opened]).toEqual([
      false,
      [
        ['socket.open', null],
        ['socket.open', null],
      ],
    ]);
    say(realtime('signed-out', { reason: 'revoked' }));
    expect(selectRefusal(actor.getSnapshot())).toBe(m.showLinkRevoked());
    expect(selectConnection(actor.getSnapshot())).toBeNull();
    actor.stop();
  });

  it('SH-8 ends the window of its question by the clock, also after a clock correction', () => {
    const clock = createFakeClock(0);
    const actor = createActor(
      stageScreenMachine.provide({
        actors: {
          connection: connectionMachine.provide({ actors: { socket: fromCallback(() => {}) } }),
          surroundings: fromCallback(() => {}),
        },
      }),
      { clock, input: { ...input, now: clock.now } },
    ).start();
    const timed = { released: true, timed: true, closesAt: 5_000 };
    const { question } = asked('q1');
    const running = question && { ...question, windows: { studio: timed, home: NO_WINDOW } };
    const states = (id: string) => {
      const window = selectWindow(actor.getSnapshot(), id);
      return window && AUDIENCES.map((audience) => selectWindowState(window, audience));
    };
    actor.send(updated({ ...asked('q1'), question: running }));
    expect(states('g-q1')).toEqual(['open', 'locked']);
    clock.advance(5_000);
    expect(states('g-q1')).toEqual(['expired', 'withheld']);
    clock.jump(-1_000);
    actor.send({ type: 'clock.corrected' });
    expect(states('g-q1')).toEqual(['open', 'locked']);
    actor.send(updated(asked('q2')));
    expect([states('g-q1'), states('g-q2')]).toEqual([null, ['withheld', 'withheld']]);
    actor.send(updated(show()));
    expect(states('g-q2')).toBe(null);
    actor.stop();
    expect(clock.pending()).toBe(0);
  });

  it('SH-6 disconnects while it is broken, and reconnects after the delay', () => {
    const clock = createFakeClock(0);
    let isTorn = true;
    const actor = createActor(
      stageScreenMachine.provide({
        actors: {
          connection: connectionMachine.provide({
            actors: {
              socket: fromCallback<SocketCommand, { readonly userId: string | null }>(
                ({ sendBack }) => {
                  sendBack({ type: 'socket.connected' });
                },
              ),
            },
            actions: {
              notifyBack: () => {
                if (isTorn) throw new Error('torn');
              },
            },
          }),
          surroundings: fromCallback(() => {}),
        },
      }),
      { clock, input },
    ).start();
    const line = () => selectConnection(actor.getSnapshot())?.getSnapshot().matches('live');
    expect(line()).toBeUndefined();
    isTorn = false;
    clock.advance(SOCKET.checkMs - 1);
    expect(line()).toBeUndefined();
    clock.advance(1);
    expect(line()).toBe(true);
    actor.stop();
  });
});
