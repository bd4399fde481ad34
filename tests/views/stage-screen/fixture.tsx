import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createActor, fromCallback } from 'xstate';
import {
  connectionMachine,
  type SocketCommand,
  type SocketEvent,
} from '#machines/connection/connection.ts';
import type { RankedGroup, StageView } from '#machines/contract/stage.ts';
import type { ReleaseWindows, User } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import { type StageScreenEvent, stageScreenMachine } from '#machines/show/stage-screen.ts';
import { performEmitted } from '#src/effects/emitted.ts';
import { StageScreen } from '#src/screens/stage-screen/stage-screen.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { realtime, T0, timed } from '#tests/support/game.ts';
import { createRoot, signedIn } from '#tests/support/root.tsx';

export const show = (more: Partial<StageView> = {}): StageView => ({
  serverTime: T0,
  scene: 'idle',
  question: null,
  groups: [],
  board: null,
  ...more,
});

/** A minute and a half for the studio, over at home. */
export const WINDOWS: ReleaseWindows = { studio: timed(90), home: timed(0) };
export const questionScene = (
  text: string,
  groups: StageView['groups'] = [],
  windows: ReleaseWindows = WINDOWS,
): StageView =>
  show({
    scene: 'question',
    question: {
      question_id: 'q1',
      game_session_id: 'g1',
      question_text: text,
      windows,
      answered: { studio: 4, home: 1_287 },
    },
    groups,
  });
export const place = (representative: string, count: number): RankedGroup => ({
  groupId: representative,
  rank: 1,
  representative,
  count,
  homePoints: count - 1,
  contestantPoints: 5,
});
/** Revealed long ago: a page that loads now shows its end state. */
export const settled = (representative: string, count: number) => ({
  ...place(representative, count),
  revealedAt: T0 - 60_000,
});
export const entry = (username: string, total_points: number, rank: number) => ({
  username,
  total_points,
  rank,
});
export const boards = show({
  scene: 'board',
  board: { studio: [entry('Cora', 9, 1)], home: [entry('Vera', 1_204, 1), entry('Noah', 3, 2)] },
});
export const updated = (what: StageView) => realtime('show-updated', { show: what });

/** The stage screen at T0 on a clock that stands still, its socket controlled by the test. */
export async function showFixture(user: User | null = null, at = '/gameshow') {
  const clock = createFakeClock(T0);
  const ticks = new Set<() => void>();
  const awake: string[] = [];
  const root = createRoot({
    now: clock.now,
    effects: {
      ticker: {
        subscribe: (_, listener) => {
          ticks.add(listener);
          return () => void ticks.delete(listener);
        },
      },
      wakeLock: {
        isThere: true,
        acquire: () => void awake.push('hold'),
        release: () => void awake.push('release'),
      },
    },
  });
  const socket: { say?: (fact: SocketEvent) => void } = {};
  const actor = createActor(
    stageScreenMachine.provide({
      actors: {
        connection: connectionMachine.provide({
          actors: {
            socket: fromCallback<SocketCommand, { readonly userId: string | null }>(
              ({ sendBack }) => {
                socket.say = sendBack;
              },
            ),
          },
        }),
        surroundings: fromCallback(() => {}),
      },
    }),
    {
      clock,
      input: { now: clock.now, random: () => 0.5 },
      inspect: performEmitted(root.runtime),
    },
  );
  actor.start();
  await root.ports.restore.answer(user === null ? success(null) : signedIn(user, T0));
  render(root.page(<StageScreen actor={actor} />, at));
  return {
    awake,
    person: userEvent.setup({ delay: null }),
    line: (...facts: SocketEvent[]) =>
      act(async () => {
        for (const fact of facts) socket.say?.(fact);
      }),
    send: (event: StageScreenEvent) => act(async () => actor.send(event)),
    pass: (ms: number) =>
      act(async () => {
        clock.advance(ms);
        for (const tick of ticks) tick();
      }),
  };
}
