import { act, screen, within } from '@testing-library/react';
import type { AnyEventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import { refusal, success } from '#machines/contract/outcome.ts';
import { releaseControlMachine, UNDO_MS } from '#machines/release-control.ts';
import { lacking, modelOf, pathsOf, titled, unexampled, unwalked } from '#tests/support/graph.ts';
import { alertText } from '#tests/support/screens.tsx';
import { question } from './question.ts';
import { showDesk } from './stage.tsx';

const model = modelOf(releaseControlMachine, {
  input: { questionId: 'q1', audience: 'home' },
  events: {
    'release.choose': [{ type: 'release.choose' }],
    'release.confirm': [
      { type: 'release.confirm', timer: { minutes: 5, seconds: 0 } },
      { type: 'release.confirm', timer: null },
    ],
    'release.cancel': [{ type: 'release.cancel' }],
    'release.revoke': [{ type: 'release.revoke', remaining: null }],
    'release.undo': [{ type: 'release.undo' }],
  },
  done: {
    release: [success(null), refusal('Not found.')],
    revoke: [success(null), refusal('Not found.')],
  },
  at: ({ context }) => context.message,
});
const paths = pathsOf(model);
const open = question('q1', {
  windows: {
    studio: { released: false, timed: false, closesAt: null },
    home: { released: true, timed: false, closesAt: null },
  },
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

async function start() {
  const desk = await showDesk([open]);
  const press = (name: string) => desk.user.click(screen.getByRole('button', { name }));
  const pass = () => act(async () => desk.clock.advance(UNDO_MS));
  const events = {
    'release.choose': () => press('Release again to Home'),
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
    'xstate.after.undoDelay.releaseControl.idle.released': pass,
    'xstate.after.undoDelay.releaseControl.idle.revoked': pass,
  };
  type Reached = { context: { message: string | null } };
  const states = {
    'idle.settled': ({ context }: Reached) => expectFace(false, false, [], context.message),
    'idle.released': () => expectFace(false, false, ['Undo release'], null),
    'idle.revoked': () => expectFace(false, false, ['Undo revoke'], null),
    choosing: () => expectFace(true, false, [], null),
    releasing: () => expectFace(false, true, [], null),
    revoking: () => expectFace(false, true, [], null),
  };
  return { events, states };
}

describe('every way through a release, by the lane and its dialog', () => {
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(await start())).state.error).toBeNull();
  });
  it('has an example and an executor of every event, and facts for every state', async () => {
    expect(unexampled(model)).toEqual([]);
    expect(lacking(paths, await start())).toEqual([]);
  });
  it('walks every transition but the timer that its button does not let through', () => {
    expect(unwalked(model, paths)).toEqual([
      'releaseControl.choosing on release.confirm [1] -> (stays)',
    ]);
  });
});
