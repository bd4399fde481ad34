import type { Standing } from '#machines/questions.ts';
import { clockText } from '#machines/rules/clock.ts';
import { useCountdown } from '#src/bindings/countdown.ts';
import { Timer, urgencyOf } from '#src/components/timer.tsx';

export interface RemainingProps {
  readonly standing: Standing;
  readonly label?: string | undefined;
}

/** The time left in one audience's window, then 'Expired'; nothing where it has no end. */
export function Remaining({ standing: { state, closesAt }, label }: RemainingProps) {
  const isOpen = state === 'open';
  const left = useCountdown(isOpen ? closesAt : null);
  if (state === 'expired') return <Timer label={label} text="Expired" urgency="over" />;
  if (left === null) return null;
  return (
    <Timer
      label={label}
      text={left === 0 ? 'Expired' : clockText(left)}
      urgency={urgencyOf(left)}
    />
  );
}
