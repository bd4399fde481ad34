import { type ActorRefFrom, enqueueActions, sendParent, setup } from 'xstate';
import type { Audience, ReleaseWindow, ReleaseWindows } from '#machines/contract/entities.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import { eventPayload } from '#machines/kit/outcome.ts';
import { typesOf } from '#machines/kit/types.ts';
import { type QuestionWindow, releaseWindowMachine, windowEvent } from './release-window.ts';
import { NO_WINDOW } from './rules/schedule.ts';

/*
 * The windows of the questions that are shown (QS-6): one actor for each question and audience while the question is
 * shown. Only these actors hold the current state of a window. The parent is notified when a window has lapsed.
 */

type WindowsByGameSession = Readonly<Record<string, ReleaseWindows>>;

export interface WindowLapsed {
  readonly type: 'window.lapsed';
}
/** The windows to hold, by game session, as received from the server. */
export interface WindowsShown {
  readonly type: 'windows.shown';
  readonly shown: WindowsByGameSession;
}
export type WindowsEvent = WindowsShown | ClockCorrected | WindowLapsed;

export interface WindowsInput {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}
export interface WindowsContext extends WindowsInput {
  readonly shown: WindowsByGameSession;
}

const windowId = (gameSessionId: string, audience: Audience) => `${gameSessionId} ${audience}`;
const windowIds = (gameSessionIds: readonly string[]): string[] =>
  gameSessionIds.flatMap((id) => AUDIENCES.map((audience) => windowId(id, audience)));
const isEqual = (a: ReleaseWindow, b: ReleaseWindow) =>
  a === b || JSON.stringify(a) === JSON.stringify(b);

export const windowsMachine = setup({
  types: typesOf<{ input: WindowsInput; context: WindowsContext; events: WindowsEvent }>(),
  actors: {
    releaseWindow: releaseWindowMachine.provide({
      actions: { announceLapse: sendParent((): WindowLapsed => ({ type: 'window.lapsed' })) },
    }),
  },
  actions: {
    followShown: enqueueActions(
      ({ context, enqueue }, { shown }: { shown: WindowsByGameSession }) => {
        const gone = Object.keys(context.shown).filter((each) => !(each in shown));
        for (const id of windowIds(gone)) enqueue.stopChild(id);
        for (const [gameSessionId, windows] of Object.entries(shown))
          for (const audience of AUDIENCES) {
            const id = windowId(gameSessionId, audience);
            const known = context.shown[gameSessionId]?.[audience];
            if (known === undefined)
              enqueue.spawnChild('releaseWindow', { id, input: { now: context.now } });
            if (!isEqual(known ?? NO_WINDOW, windows[audience]))
              enqueue.sendTo(id, windowEvent(windows[audience]));
          }
        enqueue.assign({ shown });
      },
    ),
    correct: enqueueActions(({ context, enqueue }, event: ClockCorrected) => {
      for (const id of windowIds(Object.keys(context.shown))) enqueue.sendTo(id, event);
    }),
    notifyLapse: sendParent((): WindowLapsed => ({ type: 'window.lapsed' })),
  },
}).createMachine({
  id: 'windows',
  context: ({ input }) => ({ ...input, shown: {} }),
  on: {
    'windows.shown': { actions: { type: 'followShown', params: eventPayload } },
    'clock.corrected': { actions: { type: 'correct', params: eventPayload } },
    'window.lapsed': { actions: 'notifyLapse' },
  },
});

/** The event that replaces the held windows by those of these questions. */
export const windowsShown = (
  questions: readonly { readonly game_session_id: string; readonly windows: ReleaseWindows }[],
): WindowsShown => ({
  type: 'windows.shown',
  shown: Object.fromEntries(questions.map((each) => [each.game_session_id, each.windows])),
});

export interface WindowsHolder {
  readonly children: { readonly windows?: ActorRefFrom<typeof windowsMachine> | undefined };
}
/** The window of a question in a chart; null: the chart does not hold it. */
export function selectWindow({ children }: WindowsHolder, gameSessionId: string): QuestionWindow {
  const actors = children.windows?.getSnapshot().children;
  const studio = actors?.[windowId(gameSessionId, 'studio')];
  const home = actors?.[windowId(gameSessionId, 'home')];
  return studio && home ? { studio, home } : null;
}
