import { useEffect, useRef } from 'react';
import { useSelector } from '@xstate/react';
import type { BoardsActor } from '#machines/results/boards.ts';
import type { OwnAnswer } from '#machines/contract/entities.ts';
import { type MomentActor, momentMachine, selectToday } from '#machines/results/moment.ts';
import { type Haptic, HAPTICS } from '#machines/results/rules/moment.ts';
import { useNow } from '#src/bindings/countdown.ts';
import { useRuntime } from '#src/bindings/runtime.tsx';
import { openSynth, type Sound, type Synth } from '#src/effects/synth.ts';
import { prefersReducedMotion } from '#src/bindings/motion.ts';
import { forwardPublished, useScreen } from '#src/bindings/screen.ts';

export interface MomentSubject {
  readonly answer: OwnAnswer;
  readonly isFrozen: boolean;
  readonly boards: BoardsActor;
  /** Off at a contestant's desk, because the microphones pick up vibration. */
  readonly isFelt: boolean;
}

const SOUNDS: Readonly<Record<Haptic, Sound>> = { saved: 'lock', hit: 'hit', top: 'top' };

/** The reveal of the reader's answer, with vibration if motion is wanted, and sound if sound is on. */
export function useMoment({ answer, isFrozen, boards, isFelt }: MomentSubject): MomentActor {
  const now = useNow();
  const { chimes } = useRuntime();
  const synth = useRef<Synth>(null);
  const standing = useSelector(boards, selectToday);
  const moment = useScreen(
    () => momentMachine,
    { answer, isFrozen, standing, now },
    (emitted) => {
      const event = forwardPublished(emitted);
      return event?.type === 'clock.corrected' ? event : null;
    },
  );
  useEffect(() => {
    const haptics = moment.on('haptic', ({ haptic }) => {
      if (!isFelt) return;
      if (!prefersReducedMotion()) navigator.vibrate?.([...HAPTICS[haptic]]);
      const audio = chimes.audio();
      if (audio !== null) (synth.current ??= openSynth(audio)).play(SOUNDS[haptic], 0);
    });
    moment.send({ type: 'moment.shown' });
    return () => haptics.unsubscribe();
  }, [moment, isFelt, chimes]);
  // Send the answer first: a standing that comes with it already includes its points.
  useEffect(
    () => moment.send({ type: 'moment.answer', answer, isFrozen }),
    [moment, answer, isFrozen],
  );
  useEffect(() => moment.send({ type: 'moment.standing', standing }), [moment, standing]);
  return moment;
}
