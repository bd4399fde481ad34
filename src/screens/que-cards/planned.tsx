import { m } from 'messages';
import { dateText } from 'messages/format';
import { useSelector } from '@xstate/react';
import {
  type QuestionExpiryActor,
  selectNextAt,
  selectPhase,
} from '#machines/show/question-expiry.ts';
import { clockText } from '#machines/connection/rules/clock.ts';
import { useCountdown } from '#src/bindings/countdown.ts';
import { Badge } from '#src/components/badge.tsx';
import styles from './que-cards.module.css';

/** A planned instant (ISO 8601, or epoch ms) in the producer's local format. */
export const plannedText = (moment: string | number): string => dateText(moment);

interface PlannedProps {
  readonly expiry: QuestionExpiryActor;
  /** Whether the question's show has ended, so that its planned time no longer matters. */
  readonly isOver: boolean;
  /** Whether answering has ended. */
  readonly isPast?: boolean;
}

/** Shows whether a question's planned time is ahead, running or over, independently of its windows. */
export function Planned({ expiry, isOver, isPast = false }: PlannedProps) {
  const plan = useSelector(expiry, selectPhase);
  const nextAt = useSelector(expiry, selectNextAt);
  const left = useCountdown(plan === 'planned' ? nextAt : null);
  if (isOver) return <Badge>{m.queCardsShowEnded()}</Badge>;
  if (left !== null) return <Badge>{m.queCardsStarts({ clock: clockText(left) })}</Badge>;
  return (
    <span className={isPast ? styles['past'] : undefined}>
      <Badge>{nextAt === null ? m.queCardsEnded() : m.queCardsRunning()}</Badge>
    </span>
  );
}
