import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { describe, expect, it } from 'vitest';
import {
  authMachine,
  selectBusy,
  selectIsRedirecting,
  selectMessage,
  selectVerification,
} from '#machines/account/auth.ts';
import type { User } from '#machines/contract/entities.ts';
import { MAX_TIMER_MS } from '#machines/contract/limits.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import type { Credentials, Session, SignedIn } from '#machines/connection/session.ts';
import { createFakeClock, type FakeClock } from '#tests/support/fake-clock.ts';
import {
  elapsed,
  emittedBy,
  failure,
  fold,
  outcome,
  pathsOf,
  sentBy,
} from '#tests/support/graph.ts';
import { authModel } from '#tests/support/models/auth.ts';

const ann: User = { id: 'u1', name: 'Ann', email: 'ann@example.org', role_id: 2 };
const NOW = 1_000_000;
const session: Session = { user: ann, expiresAt: NOW + 60_000 };
const renamed: Session = { user: { ...ann, name: 'Anna' }, expiresAt: NOW + 90_000 };
const input = { now: () => NOW };

const login = { type: 'login.submit', email: ann.email, password: 'secret' } as const;
const signOut = { type: 'auth.signOut' } as const;
const ended = { type: 'session.ended', reason: 'changed' } as const;
const otherRole = { type: 'session.ended', reason: 'role' } as const;
const promoted: Session = { user: { ...ann, role_id: 3 }, expiresAt: session.expiresAt };
const unverified: SignedIn = {
  session: null,
  email: ann.email,
  message: 'Please verify your email address before logging in.',
  sent: true,
};
const restored = outcome('restore', success(session));
const nobody = outcome('restore', success(null));
const entered = outcome('signIn', success({ session }));
const asked = outcome('signIn', success(unverified));
const wrong = outcome('signIn', refusal('Wrong email or password.'));
const home = elapsed('loginRedirectDelay', 'auth.signedIn.arriving');
const expiry = elapsed('untilExpiry', 'auth.signedIn.settled');

const seen = (events: Parameters<typeof fold>[2], now: () => number = input.now) => {
  const snapshot = fold(authMachine, { now }, events);
  return {
    value: snapshot.value,
    session: snapshot.context.session,
    message: selectMessage(snapshot),
    busy: selectBusy(snapshot),
  };
};
const changed = (to: Session | null) => ({ type: 'session.changed', session: to });
const out = { value: { signedOut: 'waiting' }, session: null, message: null, busy: false };

describe('every path through the session', () => {
  const model = authModel({ session, renamed, unverified, wrong: 'Wrong email or password.' });
  const paths = pathsOf(model);

  it('has a session exactly while signed in, and the resend form exactly while it is needed', () => {
    const wrongly = paths
      .flatMap(({ steps }) => steps)
      .filter(
        ({ state }) =>
          // Another tab may have a session while this one signs in.
          ((state.context.session !== null) !== state.matches('signedIn') &&
            !state.matches('signingIn')) ||
          (selectVerification(state) !== null) !==
            state.matches({ signedOut: 'needsVerification' }),
      );
    expect(wrongly.map(({ state }) => state.value)).toEqual([]);
  });
});

describe('the login session', () => {
  it('AUTH-1 is restored from storage without a login and without navigating', () => {
    expect(seen([])).toEqual({ ...out, value: 'restoring', busy: true });
    expect(seen([restored])).toEqual({ ...out, value: { signedIn: 'settled' }, session });
    expect(emittedBy(authMachine, input, [restored])).toEqual([]);
    expect(sentBy(authMachine, input, [restored])).toEqual([{ type: 'auth.changed', session }]);
  });
  it('AUTH-1 is signed out if none is stored or storage cannot be read', () => {
    expect(seen([nobody])).toEqual(out);
    expect(seen([failure('restore')])).toEqual(out);
    expect(emittedBy(authMachine, input, [failure('restore')])).toEqual([
      { type: 'fault', where: 'auth', error: new Error('unexpected') },
    ]);
  });
  it('AUTH-2 needs an email and a password [R5.login-email-required R5.login-password-required]', () => {
    for (const missing of [{ email: ' ' }, { password: '' }])
      expect(seen([nobody, { ...login, ...missing }])).toEqual({
        ...out,
        message: 'Email and password are required.',
      });
    expect(seen([nobody, { ...login, password: '' }, { type: 'login.edited' }])).toEqual(out);
  });
  it('AUTH-2 shows the reason of a refused login; the next attempt clears it', () => {
    expect(seen([nobody, login, wrong])).toEqual({ ...out, message: 'Wrong email or password.' });
    expect(seen([nobody, login])).toEqual({ ...out, value: 'signingIn', busy: true });
    expect(seen([nobody, login, failure('signIn')])).toEqual({
      ...out,
      message: 'Network error. Please check if the server is running.',
    });
    expect(seen([nobody, login, wrong, login, entered]).message).toBeNull();
  });
  it('AUTH-2 stores no password', () => {
    expect(JSON.stringify(fold(authMachine, input, [nobody, login, wrong]).context)).not.toContain(
      'secret',
    );
  });
  it('AUTH-3 leads home some time after a login', () => {
    const events = [nobody, login, entered];
    expect(seen(events)).toEqual({ ...out, value: { signedIn: 'arriving' }, session });
    expect(selectIsRedirecting(fold(authMachine, input, events))).toBe(true);
    expect(emittedBy(authMachine, input, events)).toEqual([]);
    expect(seen([...events, home]).value).toEqual({ signedIn: 'settled' });
    expect(selectIsRedirecting(fold(authMachine, input, [...events, home]))).toBe(false);
    expect(emittedBy(authMachine, input, [...events, home])).toEqual([
      { type: 'navigate', to: '/' },
    ]);
  });
  it('AUTH-4 shows an unverified account the panel with the resend form', () => {
    const snapshot = fold(authMachine, input, [nobody, login, asked]);
    const panel = selectVerification(snapshot);
    expect([snapshot.value, selectMessage(snapshot), panel?.email, panel?.sent]).toEqual([
      { signedOut: 'needsVerification' },
      'Please verify your email address before logging in.',
      'ann@example.org',
      true,
    ]);
    expect(seen([nobody, login, asked, login, entered]).value).toEqual({ signedIn: 'arriving' });
  });
  it('AUTH-5 clears the storage and leads to the login on sign-out [R4.logout-clears R4.logout-to-login]', () => {
    expect(seen([restored, signOut])).toEqual(out);
    expect(sentBy(authMachine, input, [restored, signOut])).toEqual([
      { type: 'auth.changed', session },
      { type: 'session.clear' },
      { type: 'auth.changed', session: null },
    ]);
    expect(emittedBy(authMachine, input, [restored, signOut])).toEqual([
      { type: 'navigate', to: '/login' },
    ]);
  });
  it('AUTH-6 ends with a message when the server ends it', () => {
    expect(seen([restored, ended])).toEqual({
      ...out,
      message: "You've been logged out. Please log in again.",
    });
    expect(emittedBy(authMachine, input, [restored, ended])).toEqual([
      { type: 'navigate', to: '/login' },
    ]);
    expect(sentBy(authMachine, input, [restored, ended])).toContainEqual({ type: 'session.clear' });
  });
  it('AUTH-6 informs a deleted account, without a prompt to log in again', () => {
    expect(seen([restored, { type: 'session.ended', reason: 'deleted' }])).toEqual({
      ...out,
      message: 'This account was deleted.',
    });
  });
  it('AUTH-6 says that a guest is no longer in the show, as guests have no login', () => {
    const guest = outcome('restore', success({ ...session, user: { ...ann, email: '' } }));
    const ends = (['expired', 'changed', 'deleted', 'revoked'] as const).map((reason) => [
      { type: 'session.ended', reason } as const,
    ]);
    for (const end of [...ends, [changed(null)]])
      expect(seen([guest, ...end])).toEqual({
        ...out,
        message: "You're no longer in this show. To play, join with a code.",
      });
  });
  it('AUTH-9 goes on in the new role when the role changes', () => {
    expect(seen([restored, otherRole])).toEqual({
      ...out,
      value: { signedIn: 'renewing' },
      session,
    });
    const events = [restored, otherRole, outcome('renew', success(promoted))];
    expect(seen(events)).toEqual({ ...out, value: { signedIn: 'settled' }, session: promoted });
    expect(sentBy(authMachine, input, events)).toEqual([
      { type: 'auth.changed', session },
      { type: 'auth.changed', session: promoted },
    ]);
    expect(emittedBy(authMachine, input, events)).toEqual([]);
  });
  it('AUTH-9 keeps a token that cannot be renewed now, and ends with one that can never be renewed', () => {
    const renewing = [restored, otherRole];
    const kept = { ...out, value: { signedIn: 'settled' }, session };
    expect(seen([...renewing, outcome('renew', success(null))])).toEqual(kept);
    expect(seen([...renewing, failure('renew')])).toEqual(kept);
    const over = [...renewing, outcome('renew', refusal('This account was deleted.'))];
    expect(seen(over)).toEqual({ ...out, message: 'This account was deleted.' });
    expect(sentBy(authMachine, input, over)).toContainEqual({ type: 'session.clear' });
    expect(emittedBy(authMachine, input, over)).toEqual([{ type: 'navigate', to: '/login' }]);
  });
  it('AUTH-7 follows a sign-out, a sign-in or a new name in another tab [R4.logout-everywhere]', () => {
    expect(seen([restored, changed(null)])).toEqual({
      ...out,
      message: "You've been logged out. Please log in again.",
    });
    // The other tab has cleared the storage already; clearing it again could end a newer session.
    expect(sentBy(authMachine, input, [restored, changed(null)])).not.toContainEqual({
      type: 'session.clear',
    });
    expect(emittedBy(authMachine, input, [restored, changed(null)])).toEqual([
      { type: 'navigate', to: '/login' },
    ]);
    expect(seen([nobody, changed(session)]).value).toEqual({ signedIn: 'settled' });
    expect(seen([nobody, changed(null)])).toEqual(out);
    expect(seen([restored, changed(renamed)]).session).toEqual(renamed);
    expect(sentBy(authMachine, input, [restored, changed(renamed)])).toEqual([
      { type: 'auth.changed', session },
      { type: 'auth.changed', session: renamed },
    ]);
  });
  it('AUTH-7 clears messages of the signed-out state', () => {
    const refused = [nobody, { ...login, password: '' }];
    expect(seen([...refused, changed(session)]).message).toBeNull();
    expect(seen([...refused, changed(session), signOut])).toEqual(out);
    const left = fold(authMachine, input, [nobody, login, asked, changed(session), signOut]);
    expect(left.context.unverified).toBeNull();
  });
  it('AUTH-7 of a tab that is signing in waits for its own login, and keeps it on success', () => {
    expect(seen([nobody, login, changed(renamed)]).value).toBe('signingIn');
    const events = [nobody, login, changed(renamed), entered];
    expect(seen(events)).toEqual({ ...out, value: { signedIn: 'arriving' }, session });
    expect(sentBy(authMachine, input, events).at(-1)).toEqual({ type: 'auth.changed', session });
  });
  it.each([
    ['refused', wrong],
    ['asks for verification', asked],
    ['broken', failure('signIn')],
  ])(
    'AUTH-7 of a tab whose login is %s becomes the one that another tab has started',
    (_, failed) => {
      const events = [nobody, login, changed(session), changed(renamed), failed];
      expect(seen(events)).toEqual({ ...out, value: { signedIn: 'settled' }, session: renamed });
      const told = { type: 'auth.changed', session: renamed };
      expect(sentBy(authMachine, input, events).at(-1)).toEqual(told);
      expect(fold(authMachine, input, events).context.unverified).toBeNull();
      expect(seen([nobody, login, changed(session), changed(null), wrong])).toEqual(
        seen([nobody, login, wrong]),
      );
    },
  );
  it('AUTH-7 follows a sign-in of another tab while storage is being read', () => {
    expect(seen([changed(session)])).toEqual({ ...out, value: { signedIn: 'settled' }, session });
    expect(seen([changed(null)])).toEqual(seen([]));
  });
  it("AUTH-8 expires by the server's clock, to the millisecond [R4.login-needs-unexpired]", () => {
    expect(seen([restored, expiry], () => session.expiresAt - 1).value).toEqual({
      signedIn: 'settled',
    });
    const ends = { now: () => session.expiresAt };
    expect(seen([restored, expiry], ends.now)).toEqual({
      ...out,
      message: "You've been logged out. Please log in again.",
    });
    expect(sentBy(authMachine, ends, [restored, expiry])).toContainEqual({ type: 'session.clear' });
    expect(emittedBy(authMachine, ends, [restored, expiry])).toEqual([
      { type: 'navigate', to: '/login' },
    ]);
  });
  it.each([
    ['the watch on the storage', 'storage', []],
    ['the resend form', 'resend', [nobody, login, asked]],
  ])('a fault of %s is reported', (_, id, events) => {
    expect(emittedBy(authMachine, input, [...events, failure(id)])).toEqual([
      { type: 'fault', where: 'auth', error: new Error('unexpected') },
    ]);
  });
});

/** The running chart on a clock that stands still until advanced; null: not signed in yet. */
function running(expiresAt: number | null, now: () => number, clock: FakeClock | SimulatedClock) {
  const tried: Credentials[] = [];
  const actor = createActor(
    authMachine.provide({
      actors: {
        restore: fromPromise<Outcome<Session | null>, undefined>(async () =>
          success(expiresAt === null ? null : { user: ann, expiresAt }),
        ),
        signIn: fromPromise<Outcome<SignedIn>, Credentials>(async ({ input: credentials }) => {
          tried.push(credentials);
          return success({ session });
        }),
        storage: fromCallback<{ type: 'session.clear' }, undefined>(() => {}),
      },
    }),
    {
      input: { now },
      parent: createActor(
        fromCallback(() => {}),
        { clock },
      ),
    },
  );
  return { actor: actor.start(), tried };
}

describe('the login', () => {
  it('AUTH-2 sends what was typed, and nothing else', async () => {
    const { actor, tried } = running(null, input.now, new SimulatedClock());
    await waitFor(actor, (snapshot) => snapshot.matches('signedOut'));
    actor.send(login);
    await waitFor(actor, (snapshot) => snapshot.matches('signedIn'));
    expect(tried).toEqual([{ email: 'ann@example.org', password: 'secret' }]);
  });
});

describe("the timer for the token's expiry", () => {
  it('AUTH-8 is split when it is longer than a timer can hold', async () => {
    const clock = new SimulatedClock();
    const lifetime = MAX_TIMER_MS + 5_000;
    const { actor } = running(lifetime, () => clock.now(), clock);
    await waitFor(actor, (snapshot) => snapshot.matches('signedIn'));
    clock.increment(MAX_TIMER_MS);
    expect(actor.getSnapshot().value).toEqual({ signedIn: 'settled' });
    clock.increment(4_999);
    expect(actor.getSnapshot().value).toEqual({ signedIn: 'settled' });
    clock.increment(1);
    expect(actor.getSnapshot().value).toEqual({ signedOut: 'waiting' });
  });
  it('AUTH-8 is a single timer, without polling', async () => {
    const clock = createFakeClock(0);
    let looks = 0;
    const now = () => {
      looks += 1;
      return clock.now();
    };
    const { actor } = running(60_000, now, clock);
    await waitFor(actor, (snapshot) => snapshot.matches('signedIn'));
    looks = 0;
    clock.advance(59_999);
    expect([looks, clock.pending()]).toEqual([0, 1]);
  });
  it('AUTH-8 follows a clock correction', async () => {
    const clock = new SimulatedClock();
    let offset = 0;
    const { actor } = running(60_000, () => clock.now() + offset, clock);
    await waitFor(actor, (snapshot) => snapshot.matches('signedIn'));
    offset = 59_000;
    actor.send({ type: 'clock.corrected' });
    clock.increment(1_000);
    expect(actor.getSnapshot().value).toEqual({ signedOut: 'waiting' });
  });
});
