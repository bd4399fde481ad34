import { useSelector } from '@xstate/react';
import { useCallback, useSyncExternalStore } from 'react';
import type { AnyActorRef } from 'xstate';
import type { ListedQuestion, Audience } from '#machines/contract/entities.ts';
import { lockedLabel } from '#machines/contract/messages.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import {
  type QuestionWindow,
  selectIsLive,
  selectLockedBy,
  selectWindowState,
} from '#machines/answering/release-window.ts';
import type { WindowState } from '#machines/answering/rules/schedule.ts';
import { type WindowsHolder, selectWindow } from '#machines/answering/windows.ts';

interface Holder extends Pick<AnyActorRef, 'subscribe'> {
  readonly getSnapshot: () => WindowsHolder;
}

/** The actor of a question's release window in a page's chart; null if the page does not show it. */
export const useQuestionWindow = (holder: Holder, gameSessionId: string): QuestionWindow =>
  useSelector(
    holder,
    (snapshot: WindowsHolder) => selectWindow(snapshot, gameSessionId),
    (a, b) => a?.studio === b?.studio && a?.home === b?.home,
  );

/** Follows a value selected from a question's window. It must not be an object, as values are compared by identity. */
export function useWindowSelector<T extends string | number | boolean | null>(
  window: QuestionWindow,
  select: (window: QuestionWindow) => T,
): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscriptions = Object.values(window ?? {}).map((actor) => actor.subscribe(listener));
      return () => {
        for (const subscription of subscriptions) subscription.unsubscribe();
      };
    },
    [window],
  );
  return useSyncExternalStore(subscribe, () => select(window));
}

/** The state of a question for an audience. */
export const useWindowState = (window: QuestionWindow, audience: Audience): WindowState =>
  useWindowSelector(window, (each) => selectWindowState(each, audience));

/**
 * 'Contestant-only mode active' or the text for home viewers, while the other audience's timer locks this audience out;
 * otherwise null.
 */
export function useLockedLabel(window: QuestionWindow, audience: Audience | null): string | null {
  const lockedBy = useWindowSelector(window, (each) =>
    audience === null ? null : selectLockedBy(each, audience),
  );
  return lockedBy === null ? null : lockedLabel(lockedBy);
}

export interface OpenRelease {
  readonly question: ListedQuestion;
  readonly audience: Audience;
}

/** The releases that are open or scheduled, with their audiences. */
export function useOpenReleases(
  holder: Holder,
  questions: readonly ListedQuestion[],
): readonly OpenRelease[] {
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscriptions = questions
        .flatMap((each) =>
          Object.values(selectWindow(holder.getSnapshot(), each.game_session_id) ?? {}),
        )
        .map((actor) => actor.subscribe(listener));
      return () => {
        for (const subscription of subscriptions) subscription.unsubscribe();
      };
    },
    [holder, questions],
  );
  const read = () =>
    questions.flatMap((question) => {
      const window = selectWindow(holder.getSnapshot(), question.game_session_id);
      return AUDIENCES.filter((audience) => selectIsLive(window, audience)).map((audience) => ({
        question,
        audience,
      }));
    });
  // Compared as text, so that other changes of the windows do not cause a render.
  useSyncExternalStore(subscribe, () =>
    read()
      .map(({ question, audience }) => `${question.id} ${audience}`)
      .join(),
  );
  return read();
}
