import { m } from 'messages';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { BodyOf } from '#machines/contract/calls.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import {
  joinMachine,
  selectMessage,
  selectShow,
  selectStep,
  type ShowToJoin,
} from '#machines/show/join.ts';
import { settled } from '#tests/support/fake-clock.ts';

const PERSONAL = 'CDFGHJKMN';
const SEAT = 'CDFGHJKMNPQRCDFGHJKMNPQR';
const SHOW: ShowToJoin = { id: 'friday', title: 'Friday', state: 'live', joining: 'anybody' };

interface Server {
  readonly found?: Outcome<ShowToJoin>;
  /** What requests to join get, in order. */
  readonly joins?: readonly Outcome<null>[];
}

/** The page of a code with a server that replies so. */
function open(
  { found = success(SHOW), joins = [success(null)] }: Server = {},
  { code = '', personalCode = '', hasAccount = false } = {},
) {
  const looked: string[] = [];
  const requests: BodyOf<'joinShow'>[] = [];
  const went: string[] = [];
  let ids = 0;
  const find = fromPromise<Outcome<ShowToJoin>, { readonly code: string }>(async ({ input }) => {
    looked.push(input.code);
    return found;
  });
  const join = fromPromise<Outcome<null>, BodyOf<'joinShow'>>(async ({ input }) => {
    requests.push(input);
    return joins[requests.length - 1] ?? success(null);
  });
  const comeBack = fromPromise<Outcome<null>, BodyOf<'returnAsGuest'>>(async ({ input }) =>
    [PERSONAL, SEAT].includes(input.personalCode) ? success(null) : refusal(m.joinUnknownPerson()),
  );
  const actor = createActor(joinMachine.provide({ actors: { find, join, comeBack } }), {
    input: { code, personalCode, hasAccount, newId: () => `request-${(ids += 1)}` },
  });
  actor.on('navigate', ({ to }) => went.push(to));
  actor.start();
  const seen = () => {
    const snapshot = actor.getSnapshot();
    return [selectStep(snapshot), selectMessage(snapshot)];
  };
  const send = async (...events: Parameters<typeof actor.send>[0][]) => {
    for (const event of events) {
      actor.send(event);
      await settled();
    }
  };
  return { actor, looked, requests, went, seen, send };
}

const named = { type: 'join.name', name: ' Anna ' } as const;

describe('joining a show', () => {
  it('JOIN-1 looks up a code in the address at once, and a typed one in any case', async () => {
    const linked = open({}, { code: 'cdfghj' });
    await settled();
    expect([linked.looked, linked.seen()]).toEqual([['CDFGHJ'], ['name', null]]);
    const typed = open();
    await typed.send({ type: 'join.code', code: 'cdf-gh' });
    expect([typed.looked, typed.seen()]).toEqual([[], ['code', m.joinSixLetters()]]);
    await typed.send({ type: 'join.code', code: ' cdf ghj' });
    expect(typed.looked).toEqual(['CDFGHJ']);
  });

  it('JOIN-1 leads a person who has joined on to the questions, unless a team has to be chosen', async () => {
    const again = open({ found: success({ ...SHOW, isJoined: true }) }, { code: 'CDFGHJ' });
    await settled();
    expect([again.went, again.requests]).toEqual([['/'], []]);
    const teams = [{ id: 'red', name: 'Red' }];
    const teamless = open(
      { found: success({ ...SHOW, isJoined: true, teams }) },
      { code: 'CDFGHJ' },
    );
    await settled();
    expect([teamless.went, teamless.seen()]).toEqual([[], ['name', null]]);
  });
  it('JOIN-2 needs a nickname from a guest, but not from an account', async () => {
    const guest = open({}, { code: 'CDFGHJ' });
    await settled();
    await guest.send({ type: 'join.name', name: ' ' });
    expect([guest.requests, guest.seen()]).toEqual([[], ['name', m.joinNoName()]]);
    await guest.send(named);
    const account = open({}, { code: 'CDFGHJ', hasAccount: true });
    await settled();
    await account.send({ type: 'join.name', name: '' });
    expect([guest.requests, account.requests]).toEqual([
      [{ code: 'CDFGHJ', name: 'Anna', requestId: 'request-1' }],
      [{ code: 'CDFGHJ', requestId: 'request-1' }],
    ]);
  });

  it.each([
    [success({ ...SHOW, joining: 'accounts' } as const), m.joinAccountsOnly()],
    [success({ ...SHOW, joining: 'invited' } as const), m.joinInvitedOnly()],
    [refusal(m.joinEnded(), { code: 'ended' }), m.joinEnded()],
  ])('JOIN-3 shows why a show cannot be joined, and accepts another code', async (found, text) => {
    const page = open({ found }, { code: 'CDFGHJ' });
    await settled();
    expect(page.seen()).toEqual(['refused', text]);
    await page.send({ type: 'join.again' });
    expect([page.seen(), selectShow(page.actor.getSnapshot())]).toEqual([['code', null], null]);
  });

  it('JOIN-4 repeats a lost request with the same id, a refused one with a new id', async () => {
    const lost = refusal(m.network(), { code: 'network' });
    const full = refusal(m.joinFull(), { code: 'full' });
    const page = open({ joins: [lost, full, success(null)] }, { code: 'CDFGHJ' });
    await settled();
    await page.send(named, named);
    expect(page.seen()).toEqual(['full', m.joinFull()]);
    await page.send({ type: 'join.name', name: '' });
    expect(page.requests.map(({ name, requestId }) => [name, requestId])).toEqual([
      ['Anna', 'request-1'],
      ['Anna', 'request-1'],
      ['Anna', 'request-2'],
    ]);
  });

  it('JOIN-5 leads to the questions, by a nickname or by a personal code', async () => {
    const page = open({}, { code: 'CDFGHJ' });
    await settled();
    await page.send(named);
    const back = open();
    await back.send({ type: 'join.return', personalCode: 'CDFGHJKMP' });
    expect(back.seen()).toEqual(['code', m.joinUnknownPerson()]);
    await back.send({ type: 'join.return', personalCode: 'cdf ghj kmn' });
    expect([page.went, back.went]).toEqual([['/'], ['/']]);
  });

  it('JOIN-6 signs in to a seat at once by the key in the address, or shows that the link has ended', async () => {
    const seat = open({}, { personalCode: SEAT });
    const over = open({}, { personalCode: SEAT.replace('C', 'D') });
    const part = open({}, { personalCode: 'main' });
    await settled();
    expect([seat.went, over.seen(), part.seen()]).toEqual([
      ['/'],
      ['code', m.joinUnknownPerson()],
      ['code', null],
    ]);
  });

  it('JOIN-7 needs a team if players choose teams, and reloads them if they have changed', async () => {
    const teams = [
      { id: 'r', name: 'Red' },
      { id: 'b', name: 'Blue' },
    ];
    const gone = refusal(m.joinNoTeam(), { code: 'team' });
    const found = success({ ...SHOW, teams });
    const page = open({ found, joins: [gone, success(null)] }, { code: 'CDFGHJ' });
    await settled();
    await page.send(named, { ...named, team: 'g' });
    expect([page.requests, page.seen()]).toEqual([[], ['name', m.joinNoTeam()]]);
    await page.send({ ...named, team: 'r' });
    expect([page.looked.length, page.seen()]).toEqual([2, ['name', m.joinNoTeam()]]);
    await page.send({ ...named, team: 'b' });
    expect(page.requests.map(({ team, requestId }) => [team, requestId])).toEqual([
      ['r', 'request-1'],
      ['b', 'request-2'],
    ]);
  });
});
