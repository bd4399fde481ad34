import { useEffect } from 'react';
import { useSelector } from '@xstate/react';
import type { BoardsActor } from '#machines/boards.ts';
import type { HeldAnswer } from '#machines/contract/entities.ts';
import { type MomentActor, momentMachine, selectToday } from '#machines/moment.ts';
import { HAPTICS } from '#machines/rules/moment.ts';
import { useNow } from '#src/bindings/countdown.ts';
import { isCalm } from '#src/bindings/motion.ts';
import { published, useScreen } from '#src/bindings/screen.ts';

export interface MomentSubject {
  readonly answer: HeldAnswer;
  readonly isFrozen: boolean;
  readonly boards: BoardsActor;
  /** Not at a contestant's desk, which the microphones hear. */
  readonly isFelt: boolean;
}

/** What the reader lives through with an answer, and feels where motion is wanted. */
export function useMoment({ answer, isFrozen, boards, isFelt }: MomentSubject): MomentActor {
  const now = useNow();
  const standing = useSelector(boards, selectToday);
  const moment = useScreen(
    () => momentMachine,
    { answer, isFrozen, standing, now },
    (emitted) => {
      const event = published(emitted);
      return event?.type === 'clock.corrected' ? event : null;
    },
  );
  useEffect(() => {
    const felt = moment.on('felt', ({ haptic }) => {
      if (isFelt && !isCalm()) navigator.vibrate?.([...HAPTICS[haptic]]);
    });
    moment.send({ type: 'moment.shown' });
    return () => felt.unsubscribe();
  }, [moment, isFelt]);
  useEffect(() => moment.send({ type: 'moment.standing', standing }), [moment, standing]);
  useEffect(
    () => moment.send({ type: 'moment.answer', answer, isFrozen }),
    [moment, answer, isFrozen],
  );
  return moment;
}
