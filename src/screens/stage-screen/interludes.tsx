import { m } from 'messages';
import { useSelector } from '@xstate/react';
import type { StageView } from '#machines/contract/stage.ts';
import { clockText, shortClockText } from '#machines/connection/rules/clock.ts';
import { selectStep, type StageActor } from '#machines/show/stage.ts';
import { useCountdown } from '#src/bindings/countdown.ts';
import { useBrand } from '#src/bindings/runtime.tsx';
import { fitted } from './fit.ts';
import { useWallClock } from './hook.ts';
import { Idle } from './idle.tsx';
import { Corner } from './sign.tsx';
import styles from './stage-screen.module.css';

interface InterludeProps {
  readonly show: StageView;
}

/** A text of the producer, for example during a break. */
export function Holding({ show: { title, holdingText = m.showWellRightBack() } }: InterludeProps) {
  return (
    <div className={styles['holding']}>
      <div className={styles['bar']}>
        <Corner />
        <span>{title}</span>
      </div>
      <div className={styles['words']}>
        <h1 tabIndex={-1} dir="auto" style={{ fontSize: fitted(holdingText, '14vh') }}>
          {holdingText}
        </h1>
      </div>
    </div>
  );
}

const HOUR_S = 3_600;

/** The idle scene with the time left until the show starts. */
export function Countdown({ show }: InterludeProps) {
  const left = useCountdown(show.startsAt ?? null);
  const text =
    left === null || left === 0
      ? m.stageScreenWereAboutStart()
      : left < HOUR_S
        ? shortClockText(left)
        : clockText(left);
  return (
    <Idle show={show}>
      <div className={styles['words']}>
        <p role="timer" className={styles['startsIn']} style={{ fontSize: fitted(text, '30vh') }}>
          {text}
        </p>
      </div>
    </Idle>
  );
}

const BARS = ['white', 'yellow', 'cyan', 'green', 'magenta', 'red', 'blue'] as const;

interface TestCardProps extends InterludeProps {
  readonly stage: StageActor;
  /** Whether the sound of this screen is on. */
  readonly hasSound: boolean;
}

/** A picture for adjusting screens and loudspeakers: a grid, colour bars, the safe area, and a clock. */
export function TestCard({ show, stage, hasSound }: TestCardProps) {
  const { name } = useBrand();
  const step = useSelector(stage, selectStep);
  const clock = useWallClock();
  const title = show.title ?? name;
  return (
    <div className={styles['testCard']}>
      <i className={styles['round']} />
      <i className={styles['safe']} />
      <div className={styles['testSigns']}>
        <Corner />
        <span>{m.stageScreenSafeArea()}</span>
      </div>
      <div className={styles['words']}>
        <h1 tabIndex={-1} style={{ fontSize: fitted(title, '10vh') }}>
          {title}
        </h1>
      </div>
      <div className={styles['testSound']}>
        <b data-on={step === 'left' || step === 'both' || undefined}>{m.stageScreenLeft()}</b>
        <time>{clock}</time>
        <b data-on={step === 'right' || step === 'both' || undefined}>{m.stageScreenRight()}</b>
      </div>
      <p>{hasSound ? m.stageScreenSoundCheckLeftRight() : m.stageScreenSoundOffScreen()}</p>
      <div className={styles['colours']} aria-hidden="true">
        {BARS.map((colour) => (
          <i key={colour} data-colour={colour} />
        ))}
      </div>
    </div>
  );
}
