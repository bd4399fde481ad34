import { type ActorRefFrom, enqueueActions, sendParent, setup } from 'xstate';
import type { Audience, ReleaseWindows } from './contract/entities.ts';
import { AUDIENCES } from './contract/roles.ts';
import type { ClockCorrected } from './kit/session.ts';
import { itself } from './kit/outcome.ts';
import { typesOf } from './kit/types.ts';
import { type QuestionWindow, releaseWindowMachine, windowEvent } from './release-window.ts';
import { NO_WINDOW } from './rules/schedule.ts';

/*
 * The windows of the questions that are shown (QS-6): an actor for each question and audience, for as
 * long as the question is held. They alone know how each stands now: whoever shows a question reads them.
 * Tells the parent when one has lapsed.
 */

type Held = Readonly<Record<string, ReleaseWindows>>;

export interface WindowLapsed {
  readonly type: 'window.lapsed';
}
/** What is shown now, by game session, as the server has told it. */
export interface WindowsHeld {
  readonly type: 'windows.held';
  readonly held: Held;
}
export type WindowsEvent = WindowsHeld | ClockCorrected | WindowLapsed;

export interface WindowsInput {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}
export interface WindowsContext extends WindowsInput {
  readonly held: Held;
}

const windowId = (gameSessionId: string, audience: Audience) => `${gameSessionId} ${audience}`;
const windowIds = (held: Held): string[] =>
  Object.keys(held).flatMap((id) => AUDIENCES.map((audience) => windowId(id, audience)));
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export const windowsMachine = setup({
  types: typesOf<{ input: WindowsInput; context: WindowsContext; events: WindowsEvent }>(),
  actors: {
    releaseWindow: releaseWindowMachine.provide({
      actions: { announceLapse: sendParent((): WindowLapsed => ({ type: 'window.lapsed' })) },
    }),
  },
  actions: {
    hold: enqueueActions(({ context, enqueue }, { held }: { held: Held }) => {
      const before = windowIds(context.held);
      const after = windowIds(held);
      for (const id of before.filter((each) => !after.includes(each))) enqueue.stopChild(id);
      for (const id of after.filter((each) => !before.includes(each)))
        enqueue.spawnChild('releaseWindow', { id, input: { now: context.now } });
      for (const [gameSessionId, windows] of Object.entries(held))
        for (const audience of AUDIENCES) {
          const told = context.held[gameSessionId]?.[audience] ?? NO_WINDOW;
          if (!isEqual(told, windows[audience]))
            enqueue.sendTo(windowId(gameSessionId, audience), windowEvent(windows[audience]));
        }
      enqueue.assign({ held });
    }),
    correct: enqueueActions(({ context, enqueue }, event: ClockCorrected) => {
      for (const id of windowIds(context.held)) enqueue.sendTo(id, event);
    }),
    tellLapse: sendParent((): WindowLapsed => ({ type: 'window.lapsed' })),
  },
}).createMachine({
  id: 'windows',
  context: ({ input }) => ({ ...input, held: {} }),
  on: {
    'windows.held': { actions: { type: 'hold', params: itself } },
    'clock.corrected': { actions: { type: 'correct', params: itself } },
    'window.lapsed': { actions: 'tellLapse' },
  },
});

/** What tells the windows which questions are shown. */
export const windowsHeld = (
  questions: readonly { readonly game_session_id: string; readonly windows: ReleaseWindows }[],
): WindowsHeld => ({
  type: 'windows.held',
  held: Object.fromEntries(questions.map((each) => [each.game_session_id, each.windows])),
});

export interface HoldsWindows {
  readonly children: { readonly windows?: ActorRefFrom<typeof windowsMachine> | undefined };
}
/** The window of a question that a chart shows; null: it does not. */
export function selectWindow({ children }: HoldsWindows, gameSessionId: string): QuestionWindow {
  const actors = children.windows?.getSnapshot().children;
  const studio = actors?.[windowId(gameSessionId, 'studio')];
  const home = actors?.[windowId(gameSessionId, 'home')];
  return studio && home ? { studio, home } : null;
}
