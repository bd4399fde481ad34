import { screen, within } from '@testing-library/react';
import type { AnyEventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { ReleaseWindow } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { releaseControlMachine } from '#machines/show/release-control.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import {
  lacking,
  modelOf,
  pathsOf,
  titled,
  toursOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';
import { alertText } from '#tests/support/screens.tsx';
import { question } from './question.ts';
import { showDesk } from './fixture.tsx';

const OPEN = { released: true, timed: false, closesAt: null };
const OVER = { released: true, timed: true, closesAt: 0 };

/** A lane whose window is this, whatever is done to it: the server does not say what it has changed. */
const modelFrom = (window: ReleaseWindow) =>
  modelOf(releaseControlMachine, {
    input: { questionId: 'q1', audience: 'home', now: () => 0 },
    events: {
      'release.choose': [{ type: 'release.choose' }],
      'release.confirm': [
        { type: 'release.confirm', timer: { minutes: 5, seconds: 0 }, window },
        { type: 'release.confirm', timer: null, window },
      ],
      'release.cancel': [{ type: 'release.cancel' }],
      'release.revoke': window.released ? [{ type: 'release.revoke', window }] : [],
      'release.undo': [{ type: 'release.undo', window }],
    },
    done: {
      release: [success(null), refusal('Not found.')],
      revoke: [success(null), refusal('Not found.')],
      restoreEnded: [success(null), refusal('Not found.')],
    },
    at: ({ context }) => context.message,
  });

const lane = () => within(screen.getByRole('group', { name: 'Home' }));

const expectFace = (dialog: boolean, busy: boolean, undo: string[], message: string | null) =>
  expect({
    dialog: screen.queryByRole('dialog') !== null,
    busy: lane().queryAllByRole('button', { busy: true }).length > 0,
    undo: lane()
      .queryAllByRole('button', { name: /^Undo/ })
      .map((button) => button.querySelector('span')?.textContent),
    message: alertText(),
  }).toEqual({ dialog, busy, undo, message: message ?? '' });

async function start(window: ReleaseWindow) {
  const desk = await showDesk([question('q1', { windows: { studio: NO_WINDOW, home: window } })]);
  const press = (name: string) => desk.user.click(screen.getByRole('button', { name }));
  const events = {
    'release.choose': () =>
      desk.user.click(lane().getByRole('button', { name: /^Re(?:lease|open)/ })),
    'release.confirm': ({ event }: { event: AnyEventObject }) =>
      press(event['timer'] === null ? 'Release without timer' : 'Release with timer'),
    'release.cancel': () => press('Cancel'),
    'release.revoke': () => press('Revoke from Home'),
    'release.undo': () => desk.user.click(lane().getByRole('button', { name: /^Undo/ })),
    'xstate.done.actor.release': ({ event }: { event: AnyEventObject }) =>
      desk.release.answer(event['output']),
    'xstate.error.actor.release': desk.release.fail,
    'xstate.done.actor.revoke': ({ event }: { event: AnyEventObject }) =>
      desk.revoke.answer(event['output']),
    'xstate.error.actor.revoke': desk.revoke.fail,
    'xstate.done.actor.restoreEnded': ({ event }: { event: AnyEventObject }) =>
      desk.restoreEnded.answer(event['output']),
    'xstate.error.actor.restoreEnded': desk.restoreEnded.fail,
  };
  type Reached = { context: { message: string | null } };
  const states = {
    'idle.settled': ({ context }: Reached) => expectFace(false, false, [], context.message),
    'idle.released': () => expectFace(false, false, ['Undo release'], null),
    'idle.revoked': () => expectFace(false, false, ['Undo revoke'], null),
    choosing: () => expectFace(true, false, [], null),
    releasing: () => expectFace(false, true, [], null),
    revoking: () => expectFace(false, true, [], null),
    restoring: () => expectFace(false, true, [], null),
  };
  return { events, states };
}

const withheld = modelFrom(NO_WINDOW);
const open = modelFrom(OPEN);
const over = modelFrom(OVER);

describe.each([
  ['not released', NO_WINDOW, withheld],
  ['open', OPEN, open],
  ['over', OVER, over],
])(
  'every way through a lane that is %s, by its controls and its dialog [R2.qc-release-timer R2.qc-release-untimed]',
  (_, window, model) => {
    const paths = toursOf(model);
    it.each(titled(paths))('%s', async (_title, path) => {
      expect((await path.test(await start(window))).state.error).toBeNull();
    });
    it('has an executor of every event, and facts for every state', async () => {
      expect(lacking(paths, await start(window))).toEqual([]);
    });
  },
);

it('has an example of every event', () => {
  expect(unexampled(open)).toEqual([]);
});
it('walks every transition but the timer that its button does not let through, and time passing', () => {
  const [first = [], ...rest] = [withheld, open, over].map((model) =>
    unwalked(model, pathsOf(model)),
  );
  expect(first.filter((name) => rest.every((missed) => missed.includes(name)))).toEqual([
    'releaseControl.choosing on release.confirm [1] -> (stays)',
  ]);
});
