import { m } from 'messages';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { type AnyEventObject, createActor } from 'xstate';
import { describe, expect } from 'vitest';
import type { BodyOf } from '#machines/contract/calls.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import {
  type JoinContext,
  type JoinInput,
  joinMachine,
  type ShowToJoin,
} from '#machines/show/join.ts';
import { JoinScreen } from '#src/screens/join/join.tsx';
import { modelOf, toursOf } from '#tests/support/graph.ts';
import { complaint, fill, manualPort } from '#tests/support/screens.tsx';
import { itWalks } from '#tests/support/tours.ts';

const SHOW = { id: 'friday', title: 'Friday', state: 'live', joining: 'anybody' } as const;
const TEAMS = [
  { id: 'r', name: 'Red' },
  { id: 'b', name: 'Blue' },
];
const CODE = 'CDFGHJ';
const PERSONAL = 'CDFGHJKMN';

const SEAT = 'CDFGHJKMNPQRCDFGHJKMNPQR';

const modelFor = (input: Omit<JoinInput, 'newId'>, show: ShowToJoin) =>
  modelOf(joinMachine, {
    input: { ...input, newId: () => 'a-request' },
    events: {
      'join.code': [
        { type: 'join.code', code: 'cdf ghj' },
        { type: 'join.code', code: 'CDF' },
      ],
      'join.name': [
        { type: 'join.name', name: 'Anna', ...(show.teams && { team: 'b' }) },
        { type: 'join.name', name: '' },
        ...(show.teams === undefined ? [] : [{ type: 'join.name', name: 'Anna' } as const]),
      ],
      'join.return': [
        { type: 'join.return', personalCode: PERSONAL },
        { type: 'join.return', personalCode: 'CDF' },
      ],
      'join.edited': [{ type: 'join.edited' }],
      'join.again': [{ type: 'join.again' }],
    },
    done: {
      find: [
        success(show),
        success({ ...SHOW, joining: 'accounts' }),
        success({ ...SHOW, joining: 'invited' }),
        success({ ...SHOW, isJoined: true }),
        refusal(m.joinUnknown()),
        refusal(m.joinEnded(), { code: 'ended' }),
      ],
      join: [
        success(null),
        refusal('A name must be on one line.'),
        refusal(m.joinNoTeam(), { code: 'team' }),
        refusal(m.network(), { code: 'network' }),
        refusal(m.joinFull(), { code: 'full' }),
        refusal(m.joinEnded(), { code: 'ended' }),
      ],
      comeBack: [success(null), refusal(m.joinUnknownPerson())],
    },
    // Leaves out events without a control: an account needs no name, a form without fields cannot be edited, and a
    // selected team cannot be deselected.
    may: (snapshot, event) => {
      if (event.type === 'join.name' && (snapshot.matches('full') || input.hasAccount))
        return event['name'] === '';
      if (event.type === 'join.name' && show.teams !== undefined && event['name'] !== '')
        return event['team'] !== undefined || snapshot.context.team === '';
      if (event.type === 'join.edited')
        return (
          snapshot.context.message !== null &&
          (snapshot.matches('enteringCode') || (snapshot.matches('naming') && !input.hasAccount))
        );
      return true;
    },
    at: ({ context: { message, show: found, team } }) => [message, found?.joining, team],
  });

/** Everything that the screen shows. */
const seen = () => ({
  heading: screen.getByRole('heading', { level: 1 }).textContent,
  wrong: complaint().message,
  buttons: screen.queryAllByRole('button').map(({ textContent }) => textContent),
});

/** The transition of a show without teams. */
const TEAMLESS = 'naming on join.name [1] -> (stays)';

describe.each([
  [
    'without a code',
    { code: '', personalCode: '', hasAccount: false },
    null,
    SHOW,
    [
      'enteringCode on (always) [0] -> join.returning',
      'enteringCode on (always) [1] -> join.finding',
      TEAMLESS,
    ],
  ],
  [
    'with the key of a seat',
    { code: '', personalCode: SEAT, hasAccount: false },
    null,
    SHOW,
    ['enteringCode on (always) [1] -> join.finding', TEAMLESS],
  ],
  [
    'with a code in the address',
    { code: CODE, personalCode: '', hasAccount: false },
    null,
    SHOW,
    ['enteringCode on (always) [0] -> join.returning', TEAMLESS],
  ],
  [
    'with teams, with a code in the address',
    { code: CODE, personalCode: '', hasAccount: false },
    null,
    { ...SHOW, teams: TEAMS },
    ['enteringCode on (always) [0] -> join.returning'],
  ],
  [
    'with a code and an account',
    { code: CODE, personalCode: '', hasAccount: true },
    'Ann',
    SHOW,
    [
      'enteringCode on (always) [0] -> join.returning',
      // Only shows for invited players refuse accounts, and an account always has a name.
      'finding on xstate.done.actor.find [1] -> join.refused',
      'naming on join.name [0] -> (stays)',
      TEAMLESS,
    ],
  ],
] as const)(
  'every path into a show %s, by the controls of the page',
  (_, input, account, show, untaken) => {
    const model = modelFor(input, show);

    function start() {
      const find = manualPort<{ readonly code: string }, ShowToJoin>();
      const enter = manualPort<BodyOf<'joinShow'>, null>();
      const back = manualPort<BodyOf<'returnAsGuest'>, null>();
      const actor = createActor(
        joinMachine.provide({
          actors: { find: find.logic, join: enter.logic, comeBack: back.logic },
        }),
        { input: { ...input, newId: () => 'a-request' } },
      );
      const went: string[] = [];
      actor.on('navigate', ({ to }) => went.push(to));
      actor.start();
      render(<JoinScreen join={actor} account={account} />, { wrapper: MemoryRouter });
      const user = userEvent.setup({ delay: null });
      const press = (name: string) => user.click(screen.getByRole('button', { name }));
      const turnTo = async (name: string) => {
        if (screen.queryByRole('button', { name }) !== null) await press(name);
      };

      const events = {
        'join.code': async ({ event }: Taken) => {
          await turnTo('I have a join code');
          await fill(user, { 'Join code': event['code'] });
          await press('Next');
        },
        'join.return': async ({ event }: Taken) => {
          await turnTo('I have a personal code');
          await fill(user, { 'Personal code': event['personalCode'] });
          await press('Come Back');
        },
        'join.name': async ({ event }: Taken) => {
          if (screen.queryByRole('button', { name: 'Try Again' }) !== null)
            return press('Try Again');
          if (account === null) await fill(user, { Nickname: event['name'] });
          const team = TEAMS.find(({ id }) => id === event['team']);
          if (team !== undefined) await user.click(screen.getByRole('radio', { name: team.name }));
          return press(account === null ? 'Join' : `Join as ${account}`);
        },
        'join.edited': () => user.type(screen.getByRole('textbox'), 'a'),
        'join.again': () => press('Enter Another Code'),
        'xstate.done.actor.find': ({ event }: Taken) => find.answer(event['output']),
        'xstate.error.actor.find': find.fail,
        'xstate.done.actor.join': ({ event }: Taken) => enter.answer(event['output']),
        'xstate.error.actor.join': enter.fail,
        'xstate.done.actor.comeBack': ({ event }: Taken) => back.answer(event['output']),
        'xstate.error.actor.comeBack': back.fail,
      };
      const another = 'Enter Another Code';
      const join = account === null ? 'Join' : `Join as ${account}`;
      const expectSeen = (facts: object) => expect([seen(), went]).toEqual([facts, []]);
      const states = {
        enteringCode: ({ context: { message } }: Reached) =>
          expect([seen().wrong, screen.getByRole('textbox').getAttribute('name'), went]).toEqual([
            message,
            'code',
            [],
          ]),
        finding: ({ context }: Reached) =>
          expect(screen.getByText(context.show === null ? 'Looking…' : 'Joining…')).toBeDefined(),
        returning: () => expect(screen.getByText(/Coming back…|Looking…/u)).toBeDefined(),
        naming: ({ context: { message } }: Reached) =>
          expectSeen({ heading: 'Friday', wrong: message, buttons: [join, another] }),
        joining: () =>
          expectSeen({ heading: 'Friday', wrong: null, buttons: ['Joining…', another] }),
        joined: () => expect(went).toEqual(['/']),
        refused: ({ context: { message, show: found } }: Reached) => {
          expectSeen({
            heading: found?.title ?? 'Cannot Join',
            wrong: null,
            buttons: [another],
          });
          expect(screen.getByText(message ?? '')).toBeDefined();
        },
        full: () => {
          expectSeen({
            heading: 'No Room Left',
            wrong: null,
            buttons: ['Try Again', another],
          });
          expect(screen.getByText(m.joinFull())).toBeDefined();
        },
      };
      return { events, states };
    }

    itWalks(model, toursOf(model), start, {
      transitions: untaken.map((transition) => `join.${transition}`),
    });
  },
);

interface Taken {
  readonly event: AnyEventObject;
}
interface Reached {
  readonly context: JoinContext;
}
