import { useSelector } from '@xstate/react';
import { type RefObject, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { QuestionsActor } from '#machines/answering/questions.ts';
import { announcementsAt, secondsLeft } from '#machines/connection/rules/clock.ts';
import type { AnnouncementsState } from '#src/effects/announcements.ts';
import { useRuntime, useSignedIn } from './runtime.tsx';

/**
 * Has 60, 30 and 10 seconds before `closesAt` (epoch ms, the server's clock) said aloud; the end itself
 * is the chart's to say. For one closing time: a view gives each its own key.
 */
export function useTimeCalls(closesAt: number): void {
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
    // A page that slept says what is true now.
    const left = secondsLeft(closesAt, clock.now());
    if (left > 0) perform({ type: 'announce', text: `${left} seconds left` });
  }, [next, closesAt, clock, perform]);
}

/** What is said politely now: for a page without the frame. */
export function useSpokenText(): AnnouncementsState['polite'] {
  const { announcements } = useRuntime();
  return useSyncExternalStore(announcements.subscribe, () => announcements.state().polite);
}

/** What the reader has typed for a question and not sent, as kept on this device; '' if nothing. */
export function useDraft(questions: QuestionsActor, gameSessionId: string): string {
  const { drafts } = useRuntime();
  const userId = useSignedIn().id;
  // A draft changes while the answer dialog is open: closing it is a change of the actor.
  return useSelector(questions, () => drafts.recall({ userId, gameSessionId }));
}

/**
 * For a part of a page that changes what it is: when the focus is lost in a change of `mode`, the part
 * itself takes it, so that the next key does not start from the top of the page.
 */
export function useFocusKept<E extends HTMLElement>(mode: unknown): RefObject<E | null> {
  const part = useRef<E>(null);
  const before = useRef(mode);
  useEffect(() => {
    if (before.current === mode) return;
    before.current = mode;
    if (document.activeElement === document.body) part.current?.focus({ preventScroll: true });
  }, [mode]);
  return part;
}
