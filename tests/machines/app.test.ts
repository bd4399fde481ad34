import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import { describe, expect, it } from 'vitest';
import {
  appMachine,
  type AppEvent,
  selectAuth,
  selectConnection,
  selectDays,
  selectIsBroken,
  selectIsStarting,
  selectQuestions,
  selectUser,
} from '#machines/app.ts';
import { authMachine } from '#machines/account/auth.ts';
import {
  connectionMachine,
  selectIsConnected,
  type SocketCommand,
} from '#machines/connection/connection.ts';
import type { User } from '#machines/contract/entities.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import type { Session } from '#machines/connection/session.ts';
import { UTC_DAYS } from '#machines/results/rules/day.ts';
import {
  emittedBy,
  failure,
  fold,
  modelOf,
  pathsOf,
  sentBy,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';
import { NO_TOPS, realtime } from '#tests/support/game.ts';

const ann: User = { id: 'u1', name: 'Ann', email: 'ann@example.org', role_id: 2 };
const session: Session = { user: ann, expiresAt: 9_000_000 };
const input = { now: () => 0, random: () => 0.5 };

const become = (user: User | null) =>
  ({
    type: 'auth.changed',
    session: user === null ? null : { ...session, user },
  }) as const;
const signedIn = become(ann);
const signedOut = become(null);
const ended = { type: 'session.ended', reason: 'expired' } as const;
const corrected = { type: 'clock.corrected' } as const;
const boards = { type: 'realtime.boards-updated', payload: { boards: NO_TOPS } } as const;
const late = { zones: UTC_DAYS.zones, livePeriods: [{ from: 1, until: 2 }] };
const newDays = realtime('days-changed', { days: late });
const everything = realtime('snapshot', {
  versions: { house: 1 },
  serverTime: 0,
  questions: [],
  answers: [],
});
const shown = { type: 'page.shown' } as const;
const offline = { type: 'network.lost' } as const;
const behind = { type: 'feed.behind' } as const;
const accepted = { type: 'answer.accepted', gameSessionId: 'g1' } as const;
const lineLost = { type: 'connection.lost' } as const;

describe('every path through the root', () => {
  const model = modelOf(appMachine, {
    input,
    events: {
      'auth.changed': [
        signedIn,
        signedOut,
        become({ ...ann, name: 'Anna' }),
        become({ ...ann, role_id: 3 }),
      ],
      'session.ended': [ended],
      'clock.corrected': [corrected],
      'network.lost': [offline],
      'network.returned': [{ type: 'network.returned' }],
      'page.shown': [shown],
      'connection.lost': [lineLost],
      'data.unconfirmed': [{ type: 'data.unconfirmed' }],
      'connection.restored': [{ type: 'connection.restored' }],
      'feed.behind': [behind],
      'day.turned': [{ type: 'day.turned' }],
      'answer.accepted': [accepted],
      'realtime.boards-updated': [boards],
      'realtime.question-released': [],
      'realtime.question-revoked': [],
      'realtime.timer-started': [],
      'realtime.timer-expired': [],
      'realtime.questions-updated': [],
      'realtime.feed-moved': [],
      'realtime.question-list-updated': [],
      'realtime.show-answers': [],
      'realtime.answer-updated': [],
      'realtime.answers-counted': [],
      'realtime.players-counted': [],
      'realtime.players-ready': [],
      'realtime.snapshot': [everything],
      'realtime.days-changed': [newDays],
      'realtime.standing-updated': [],
      'realtime.show-updated': [],
      'realtime.show-changed': [],
      'realtime.signed-out': [],
    },
  });
  const paths = pathsOf(model);

  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(model, paths)).toEqual([]);
  });
  it('has a connection and questions exactly while a user is signed in', () => {
    const wrongly = paths
      .flatMap(({ steps }) => steps)
      .filter(({ state }) => !selectIsBroken(state))
      .filter(
        ({ state }) =>
          'connection' in state.children !== state.matches('signedIn') ||
          'questions' in state.children !== state.matches('signedIn') ||
          (selectUser(state) !== null) !== state.matches('signedIn'),
      );
    expect(wrongly.map(({ state }) => state.value)).toEqual([]);
  });
});

const after = (...events: AppEvent[]) => fold(appMachine, input, events);

describe('the root chart', () => {
  it('APP-1 starts signed out, and follows sign-ins', () => {
    expect(selectIsStarting(after())).toBe(true);
    expect([after(signedIn).value, selectUser(after(signedIn))]).toEqual(['signedIn', ann]);
    expect([after(signedOut).value, selectUser(after(signedOut))]).toEqual(['signedOut', null]);
    expect(after(signedIn, signedOut).value).toBe('signedOut');
  });
  it('APP-7 keeps the day limits that the server sent last, even if a snapshot lacks them [R9.evening]', () => {
    expect(selectDays(after(signedIn, newDays, everything))).toEqual(late);
    const back = realtime('snapshot', { ...everything.payload, days: UTC_DAYS });
    expect(selectDays(after(signedIn, newDays, back))).toEqual(UTC_DAYS);
  });
  it('APP-2 messages and dialogs go when the user signs out, and stay until then [R4.logout-hushes]', () => {
    const renamed = become({ ...ann, name: 'Anna' });
    const other = become({ ...ann, id: 'u2' });
    expect(emittedBy(appMachine, input, [signedIn, renamed])).toEqual([]);
    expect(emittedBy(appMachine, input, [signedIn, other])).toEqual([{ type: 'hush' }]);
    expect(emittedBy(appMachine, input, [signedIn, signedOut])).toEqual([{ type: 'hush' }]);
  });
  it.each([
    [1, 'You are now an admin.'],
    [2, 'You are now a home viewer.'],
    [3, 'You are now a contestant.'],
  ] as const)(
    'APP-6 a user whose role becomes %i is informed, and starts again in that role',
    (to, text) => {
      const before = become({ ...ann, role_id: to === 2 ? 3 : 2 });
      const promoted = become({ ...ann, role_id: to });
      expect(emittedBy(appMachine, input, [before, promoted])).toEqual([
        { type: 'hush' },
        { type: 'banner', text, tone: 'plain' },
      ]);
      const [old, now] = [after(before), after(before, promoted)];
      expect(selectUser(now)?.role_id).toBe(to);
      for (const child of [selectConnection, selectQuestions])
        expect(child(now)).not.toBe(child(old));
    },
  );
  it('APP-6 a user who may run a show from now on, or no longer, is informed and starts again', () => {
    const produces = become({ ...ann, produces: true });
    const banner = { type: 'banner', tone: 'plain' };
    expect(emittedBy(appMachine, input, [signedIn, produces, produces])).toEqual([
      { type: 'hush' },
      { ...banner, text: 'You can now run a show.' },
    ]);
    expect(emittedBy(appMachine, input, [produces, signedIn])).toEqual([
      { type: 'hush' },
      { ...banner, text: 'You no longer run a show.' },
    ]);
    expect(selectQuestions(after(produces, signedIn))).not.toBe(selectQuestions(after(produces)));
  });
  it('APP-3 forwards events of the show and the connection to the questions and to listeners', () => {
    for (const event of [boards, lineLost, corrected]) {
      expect(emittedBy(appMachine, input, [signedIn, event])).toEqual([event]);
      expect(sentBy(appMachine, input, [signedIn, event])).toContainEqual(event);
    }
  });
  it('APP-3 forwards an accepted answer to the boards', () => {
    expect(emittedBy(appMachine, input, [signedIn, accepted])).toEqual([accepted]);
  });
  it('APP-3 forwards a new day while a user is signed in', () => {
    const turned = { type: 'day.turned' } as const;
    expect(emittedBy(appMachine, input, [signedIn, turned])).toEqual([turned]);
    expect(emittedBy(appMachine, input, [signedOut, turned])).toEqual([]);
  });
  it('APP-3 browser events go to the connection, and nowhere while signed out', () => {
    for (const event of [shown, offline, behind]) {
      expect(sentBy(appMachine, input, [signedIn, event])).toEqual([event]);
      expect(sentBy(appMachine, input, [signedOut, event])).toEqual([]);
    }
  });
  it('APP-4 an ended session and a clock correction reach the session, signed in or not', () => {
    for (const event of [ended, corrected]) {
      expect(sentBy(appMachine, input, [signedOut, event])).toEqual([event]);
      expect(sentBy(appMachine, input, [signedIn, event])).toContainEqual(event);
    }
  });
  it('APP-4 a clock correction reaches the session, the questions and the day', () => {
    const reached = sentBy(appMachine, input, [signedIn, corrected]);
    expect(reached).toEqual([corrected, corrected, corrected]);
  });
  it('APP-5 an unexpected failure of a chart is reported', () => {
    for (const id of ['auth', 'connection', 'questions']) {
      const broken = [signedIn, failure(id), signedOut, signedIn];
      expect(selectIsBroken(fold(appMachine, input, broken))).toBe(true);
      const reported = { type: 'fault', where: 'app', error: new Error('unexpected') };
      expect(emittedBy(appMachine, input, broken)).toEqual([{ type: 'hush' }, reported]);
    }
  });
  it.each([
    ['browser whose events are unavailable', 'surroundings'],
    ['day that stopped', 'day'],
  ])('APP-5 a %s is reported, and has no other effect', (_, id) => {
    const failed = [signedIn, failure(id)];
    expect(fold(appMachine, input, failed).value).toBe('signedIn');
    expect(emittedBy(appMachine, input, failed)).toEqual([
      { type: 'fault', where: 'app', error: new Error('unexpected') },
    ]);
  });
});

/**
 * The running charts over fake effects: a stored session of `user`, and a socket controlled by the
 * test.
 */
function running(user: User) {
  const opened: string[] = [];
  const stored: string[] = [];
  let sockets = 0;
  const socket = fromCallback<SocketCommand, { readonly userId: string | null }>(
    ({ input: { userId }, receive, sendBack }) => {
      sockets += 1;
      receive(({ type }) => {
        if (type !== 'socket.open') return;
        opened.push(userId ?? '');
        sendBack({ type: 'socket.connected' });
      });
      return () => {
        sockets -= 1;
      };
    },
  );
  const auth = authMachine.provide({
    actors: {
      restore: fromPromise<Outcome<Session | null>, undefined>(async () =>
        success({ user, expiresAt: 9_000_000 }),
      ),
      storage: fromCallback<{ type: 'session.clear' }, undefined>(({ receive }) =>
        receive(({ type }) => stored.push(type)),
      ),
    },
  });
  const actor = createActor(
    appMachine.provide({
      actors: {
        auth,
        connection: connectionMachine.provide({ actors: { socket } }),
        surroundings: fromCallback(() => {}),
      },
    }),
    { input },
  ).start();
  return { actor, opened, stored, sockets: () => sockets };
}

describe('the running charts', () => {
  it('APP-2 signing out closes the socket; the next user gets a new one', async () => {
    const { actor, opened, stored, sockets } = running(ann);
    await waitFor(actor, (snapshot) => snapshot.matches('signedIn'));
    const connection = selectConnection(actor.getSnapshot());
    expect(selectQuestions(actor.getSnapshot())?.getSnapshot().status).toBe('active');
    expect(actor.getSnapshot().children.day?.getSnapshot().context.now).toBe(input.now);
    expect(connection && selectIsConnected(connection.getSnapshot())).toBe(true);
    expect([opened, sockets()]).toEqual([['u1'], 1]);

    const bob = { ...session, user: { ...ann, id: 'u2' } };
    const auth = selectAuth(actor.getSnapshot());
    auth?.send({ type: 'session.changed', session: { ...bob, user: { ...ann, name: 'Anna' } } });
    expect([opened, sockets(), selectUser(actor.getSnapshot())?.name]).toEqual([['u1'], 1, 'Anna']);
    auth?.send({ type: 'session.changed', session: bob });
    expect([opened, sockets()]).toEqual([['u1', 'u2'], 1]);

    auth?.send({ type: 'auth.signOut' });
    expect([actor.getSnapshot().value, sockets(), stored]).toEqual([
      'signedOut',
      0,
      ['session.clear'],
    ]);
    expect(selectConnection(actor.getSnapshot())).toBeNull();
    expect(selectQuestions(actor.getSnapshot())).toBeNull();
    actor.stop();
  });
  it('CONN-6 a sign-out by the server ends the session everywhere', async () => {
    const { actor, sockets } = running(ann);
    await waitFor(actor, (snapshot) => snapshot.matches('signedIn'));
    actor
      .getSnapshot()
      .children.connection?.send({ type: 'realtime.signed-out', payload: { reason: 'changed' } });
    expect([actor.getSnapshot().value, sockets()]).toEqual(['signedOut', 0]);
    actor.stop();
  });
});
