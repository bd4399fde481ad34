import { m } from 'messages';
import type { Audience } from '#machines/contract/entities.ts';
import { type QuestionWindow, selectClosesAt } from '#machines/answering/release-window.ts';
import { clockText } from '#machines/connection/rules/clock.ts';
import { useCountdown } from '#src/bindings/countdown.ts';
import { useWindowSelector, useWindowState } from '#src/bindings/question-window.ts';
import { Timer, urgencyOf } from '#src/components/timer.tsx';

export interface RemainingProps {
  readonly window: QuestionWindow;
  readonly audience: Audience;
  readonly label?: string | undefined;
  /** Whether the data may be outdated. */
  readonly isChecking: boolean;
  /** Whether the time is the largest thing on the screen, with a ring in the last minute. */
  readonly isLarge?: boolean | undefined;
}

/** The time left in one audience's window, then 'Expired'; renders nothing for a window without an end. */
export function Remaining({ window, audience, label, isChecking, isLarge }: RemainingProps) {
  const state = useWindowState(window, audience);
  const closesAt = useWindowSelector(window, (each) => selectClosesAt(each, audience));
  const left = useCountdown(state === 'open' ? closesAt : null);
  if (state === 'expired') return <Timer label={label} text={m.commonExpired()} urgency="over" />;
  if (left === null) return null;
  return (
    <Timer
      label={label}
      text={clockText(left)}
      urgency={urgencyOf(left)}
      isHidden={isChecking}
      size={isLarge === true ? 'ring' : 'normal'}
      ringSeconds={left}
    />
  );
}
