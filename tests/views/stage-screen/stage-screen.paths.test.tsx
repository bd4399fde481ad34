import { screen } from '@testing-library/react';
import type { AnyEventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import type { StageView } from '#machines/contract/stage.ts';
import { type StageScreenEvent, stageScreenMachine } from '#machines/show/stage-screen.ts';
import { NO_EVENTS, realtime } from '#tests/support/game.ts';
import {
  fold,
  lacking,
  modelOf,
  pathsOf,
  titled,
  toursOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';
import { alertText } from '#tests/support/screens.tsx';
import { questionScene, boards, settled, show, showFixture, updated } from './fixture.tsx';

const QUESTION = questionScene('Name a fruit');
const REVEALED = questionScene('Name a fruit', [null, settled('Towel', 12)]);
const input = { now: () => 0, random: () => 0.5 };
const model = modelOf(stageScreenMachine, {
  input,
  events: {
    ...NO_EVENTS,
    'realtime.show-updated': [show(), QUESTION, REVEALED, boards].map(updated),
    'connection.lost': [{ type: 'connection.lost' }],
    'connection.restored': [],
    'network.lost': [{ type: 'network.lost' }],
    'network.returned': [{ type: 'network.returned' }],
    'page.shown': [{ type: 'page.shown' }],
    'clock.corrected': [{ type: 'clock.corrected' }],
    'picture.failed': [],
    'session.ended': [
      { type: 'session.ended', reason: 'revoked' },
      { type: 'session.ended', reason: 'expired' },
    ],
  },
  // No window closes here: `stage-screen.test.tsx` covers it.
  may: (_, { type }) => type !== 'clock.corrected',
  at: ({ context }) => [context.show, context.message],
});
// An internal failure cannot be caused from the page: the chart's own tests cover it.
const paths = toursOf(
  model,
  pathsOf(model).filter(({ steps }) =>
    steps.every(({ event }) => !/error|checkDelay/.test(event.type)),
  ),
);

const texts = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
/** Everything that the page shows. */
const face = () => ({
  heading: texts('h1'),
  clocks: texts('[role="timer"]'),
  tiles: texts('article ol > li'),
  rows: texts('section li'),
  stale: screen.getAllByRole('status')[0]?.textContent,
  alarm: alertText(),
});
const BARE = { clocks: [], tiles: [], rows: [], alarm: '' };
const faceOf = (what: StageView | null) => {
  if (what?.scene === 'board')
    return {
      ...BARE,
      heading: ["Today's scores"],
      rows: ['1Cora9 points', '1Vera1,204 points', '2Noah3 points'],
    };
  if (what?.scene !== 'question') return { ...BARE, heading: ['Gameshow'] };
  return {
    ...BARE,
    heading: ['Name a fruit'],
    ...(what.groups.length === 0
      ? { clocks: ['1:30', "Time's up"] }
      : { tiles: ['1Not revealed', '2TowelAnswers12 Home points+11 Studio points+512'] }),
  };
};

interface Taken {
  readonly event: AnyEventObject;
}

async function start() {
  const fixture = await showFixture();
  const taken: AnyEventObject[] = [];
  const noting =
    (execute: (event: AnyEventObject) => unknown) =>
    async ({ event }: Taken) => {
      taken.push(event);
      await execute(event);
    };
  const device = noting(({ type }) => {
    const event: StageScreenEvent | undefined = model.examples.find(
      (example): example is StageScreenEvent => example.type === type,
    );
    return event && fixture.send(event);
  });
  // In the chart alone, a device without a network does not lose its connection.
  let hasNetwork = true;
  let isUp = false;
  const events = {
    'realtime.show-updated': noting(async (event) => {
      if (!isUp) await fixture.line({ type: 'socket.connected' });
      isUp = hasNetwork;
      await fixture.line(updated(event['payload'].show));
    }),
    'connection.lost': noting(async () => {
      await fixture.line(...(isUp ? [] : [{ type: 'socket.connected' } as const]), {
        type: 'socket.lost',
        reason: 'transport close',
      });
      isUp = false;
    }),
    'session.ended': noting(({ reason }) => fixture.line(realtime('signed-out', { reason }))),
    'network.lost': async (step: Taken) => {
      [hasNetwork, isUp] = [false, false];
      await device(step);
    },
    'network.returned': async (step: Taken) => {
      hasNetwork = true;
      await device(step);
    },
    'page.shown': device,
  };
  const told = (): StageView | null => fold(stageScreenMachine, input, taken).context.show;
  const expectShown = (isStale: boolean) => {
    const { stale, ...seen } = face();
    expect({ ...seen, isStale: stale !== '' }).toEqual({ ...faceOf(told()), isStale });
  };
  const states = {
    'live.current': () => expectShown(!isUp),
    'live.waiting': () => expectShown(true),
    refused: () =>
      expect(face()).toEqual({
        ...BARE,
        stale: '',
        heading: ['Gameshow'],
        alarm: fold(stageScreenMachine, input, taken).context.message,
      }),
  };
  return { events, states };
}

describe('every path through the stage screen', () => {
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(await start())).state.error).toBeNull();
  });
  it('has an example and an executor of every event, and facts for every state', async () => {
    expect(unexampled(model)).toEqual(['picture.failed']);
    expect(lacking(paths, await start())).toEqual([]);
  });
  it('every transition is walked except those of the clock and of internal failures', () => {
    expect(unwalked(model, paths).map((name) => name.split(' [')[0])).toEqual([
      'stageScreen on clock.corrected',
      'stageScreen on xstate.error.actor.windows',
      'stageScreen on xstate.error.actor.stage',
      'stageScreen.live on picture.failed',
      'stageScreen.live on xstate.error.actor.connection',
      'stageScreen.live on xstate.error.actor.surroundings',
      'stageScreen.broken on xstate.after.checkDelay.stageScreen.broken',
    ]);
  });
});
