import { m } from 'messages';
import CircleCheck from 'lucide-react/icons/circle-check';
import Construction from 'lucide-react/icons/construction';
import CrownIcon from 'lucide-react/icons/crown';
import EyeOff from 'lucide-react/icons/eye-off';
import Hourglass from 'lucide-react/icons/hourglass';
import House from 'lucide-react/icons/house';
import Lock from 'lucide-react/icons/lock';
import Mic from 'lucide-react/icons/mic';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import TimerOff from 'lucide-react/icons/timer-off';
import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classes } from './classes.ts';

type BadgeTone = 'plain' | 'live' | 'ok' | 'danger' | 'studio' | 'home';

interface BadgeProps {
  readonly tone?: BadgeTone | undefined;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** A highlighted word. Use `live` only for what is on air now. */
export function Badge({ tone = 'plain', icon, children }: BadgeProps) {
  return (
    <span className={classes(styles['badge'], styles[tone])}>
      {icon}
      {children}
    </span>
  );
}

/** Marks everything of a rehearsal, so that it is not mistaken for a show. */
export const RehearsalBadge = () => (
  <Badge tone="danger" icon={<Construction />}>
    {m.commonRehearsal()}
  </Badge>
);

export interface AudienceBadgeProps {
  readonly audience: 'studio' | 'home';
  /** Text after the label, e.g. `12 of 80`. */
  readonly children?: ReactNode;
}

/** Studio or Home: always with colour, icon and word. */
export function AudienceBadge({ audience, children }: AudienceBadgeProps) {
  return (
    <Badge tone={audience} icon={audience === 'studio' ? <Mic /> : <House />}>
      {audience === 'studio' ? m.commonStudio() : m.commonHome()}
      {children !== undefined && <span>{children}</span>}
    </Badge>
  );
}

/** `checking`: the state may be outdated and is being checked. */
export type QuestionState =
  | 'open'
  | 'scheduled'
  | 'locked'
  | 'expired'
  | 'answered'
  | 'withheld'
  | 'checking';

const STATES = {
  open: { word: m.uiOpen(), tone: 'live', icon: <span className={styles['lamp']} /> },
  scheduled: { word: m.uiOpensSoon(), tone: 'plain', icon: <Hourglass /> },
  locked: { word: m.uiLocked(), tone: 'plain', icon: <Lock /> },
  expired: { word: m.commonExpired(), tone: 'plain', icon: <TimerOff /> },
  answered: { word: m.uiAnswered(), tone: 'ok', icon: <CircleCheck /> },
  checking: { word: m.uiChecking(), tone: 'plain', icon: <RefreshCw /> },
  withheld: { word: m.uiNotReleased(), tone: 'plain', icon: <EyeOff /> },
} as const;

export interface StateBadgeProps {
  readonly state: QuestionState;
  /** Another label for the same state, e.g. 'On air'. */
  readonly children?: ReactNode;
}

/** The state of a question for one audience as a shape and a word. */
export function StateBadge({ state, children }: StateBadgeProps) {
  const { word, tone, icon } = STATES[state];
  return (
    <Badge tone={tone} icon={icon}>
      {children ?? word}
    </Badge>
  );
}

/** The icon of the first place. */
export function Crown() {
  return (
    <span className={styles['crown']}>
      <CrownIcon />
      <span className="visually-hidden">{m.uiFirstPlace()}</span>
    </span>
  );
}
