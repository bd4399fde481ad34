import { useEffect, useRef } from 'react';
import { useSelector } from '@xstate/react';
import type { BoardsActor } from '#machines/results/boards.ts';
import type { OwnAnswer } from '#machines/contract/entities.ts';
import {
  type AnswerRevealActor,
  answerRevealMachine,
  selectToday,
} from '#machines/results/answer-reveal.ts';
import { type Haptic, HAPTICS } from '#machines/results/rules/answer-reveal.ts';
import { useNow } from '#src/bindings/countdown.ts';
import { useRuntime } from '#src/bindings/runtime.tsx';
import { openSynth, type Sound, type Synth } from '#src/effects/synth.ts';
import { prefersReducedMotion } from '#src/bindings/motion.ts';
import { forwardPublished, useScreen } from '#src/bindings/screen.ts';

export interface AnswerRevealSubject {
  readonly answer: OwnAnswer;
  readonly isFrozen: boolean;
  readonly boards: BoardsActor;
  /** Whether groups of the question are open already. */
  readonly isOpening: boolean;
  /** Off for contestants, as microphones at their desks pick up vibration. */
  readonly hasHaptics: boolean;
}

const SOUNDS: Readonly<Record<Haptic, Sound>> = { saved: 'lock', hit: 'hit', top: 'top' };

/**
 * Runs the reveal of the reader's answer, with vibration unless reduced motion is preferred, and with sound if sound is
 * on.
 */
export function useAnswerReveal({
  answer,
  isFrozen,
  boards,
  isOpening,
  hasHaptics,
}: AnswerRevealSubject): AnswerRevealActor {
  const now = useNow();
  const { chimes } = useRuntime();
  const synth = useRef<Synth>(null);
  const standing = useSelector(boards, selectToday);
  const reveal = useScreen(
    () => answerRevealMachine,
    { answer, isFrozen, standing, now },
    (emitted) => {
      const event = forwardPublished(emitted);
      return event?.type === 'clock.corrected' ? event : null;
    },
  );
  useEffect(() => {
    const haptics = reveal.on('haptic', ({ haptic }) => {
      if (!hasHaptics) return;
      if (!prefersReducedMotion()) navigator.vibrate?.([...HAPTICS[haptic]]);
      const audio = chimes.audio();
      if (audio !== null) (synth.current ??= openSynth(audio)).play(SOUNDS[haptic], 0);
    });
    reveal.send({ type: 'reveal.shown' });
    return () => haptics.unsubscribe();
  }, [reveal, hasHaptics, chimes]);
  // Effects run in order: if an answer and a standing arrive together, the chart gets the answer's points first.
  useEffect(
    () => reveal.send({ type: 'reveal.answer', answer, isFrozen }),
    [reveal, answer, isFrozen],
  );
  useEffect(
    () => reveal.send({ type: 'reveal.standing', standing, isOpening }),
    [reveal, standing, isOpening],
  );
  return reveal;
}
