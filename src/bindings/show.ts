import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { type RefObject, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { QuestionsActor } from '#machines/answering/questions.ts';
import { announcementsAt, secondsLeft } from '#machines/connection/rules/clock.ts';
import type { AnnouncementsState } from '#src/effects/announcements.ts';
import { useRuntime, useSignedIn } from './runtime.tsx';

/**
 * Announces when 60, 30 and 10 seconds are left before `closesAt` (epoch ms, the server's clock); the chart announces
 * the end itself. For another closing time, mount the component with a new key.
 */
export function useTimeAnnouncements(closesAt: number): void {
  const { clock, ticker, perform } = useRuntime();
  const subscribe = useCallback(
    (listener: () => void) => ticker.subscribe({ closesAt, stepMs: 1_000 }, listener),
    [ticker, closesAt],
  );
  const next = useSyncExternalStore(
    subscribe,
    () => announcementsAt(closesAt, clock.now())[0]?.secondsLeft ?? null,
  );
  const before = useRef(next);
  useEffect(() => {
    if (before.current === next) return;
    before.current = next;
    // After a sleep of the page, announces the seconds that are really left, if any.
    const left = secondsLeft(closesAt, clock.now());
    if (left > 0) perform({ type: 'announce', text: m.uiSecondsLeft({ left }) });
  }, [next, closesAt, clock, perform]);
}

/** The current polite announcement, for a page without the frame of screens, which would announce it. */
export function useSpokenText(): AnnouncementsState['polite'] {
  const { announcements } = useRuntime();
  return useSyncExternalStore(announcements.subscribe, () => announcements.state().polite);
}

/** The unsent answer to a question, as stored on this device; '' if there is none. */
export function useDraft(questions: QuestionsActor, gameSessionId: string): string {
  const { drafts } = useRuntime();
  const userId = useSignedIn().id;
  // A draft only changes while the answer dialog is open, and closing it changes the actor.
  return useSelector(questions, () => drafts.recall({ userId, gameSessionId }));
}

/**
 * For a part of a page with several modes: if the focused element disappears with a change of `mode`, the part itself
 * takes the focus, so that the next Tab does not start from the top of the page.
 */
export function useFocusAcrossModes<E extends HTMLElement>(mode: unknown): RefObject<E | null> {
  const part = useRef<E>(null);
  const before = useRef(mode);
  useEffect(() => {
    if (before.current === mode) return;
    before.current = mode;
    if (document.activeElement === document.body) part.current?.focus({ preventScroll: true });
  }, [mode]);
  return part;
}
