import { m } from 'messages';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import Lock from 'lucide-react/icons/lock';
import PencilLine from 'lucide-react/icons/pencil-line';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Send from 'lucide-react/icons/send';
import TimerOff from 'lucide-react/icons/timer-off';
import type { ReactNode } from 'react';
import styles from './answer-state-note.module.css';
import { classes } from './classes.ts';
import { Spoken } from './spoken.tsx';

/** `checking`: it is not known yet whether there is an answer. */
export type AnswerState =
  | 'notAnswered'
  | 'draft'
  | 'sending'
  | 'saved'
  | 'tooLate'
  | 'notForYou'
  | 'checking';

const STATES = {
  notAnswered: { Icon: CircleDashed, word: m.uiNotAnswered() },
  draft: { Icon: PencilLine, word: m.uiDraft() },
  sending: { Icon: Send, word: m.uiSending() },
  saved: { Icon: CircleCheck, word: m.uiSaved() },
  tooLate: { Icon: TimerOff, word: m.uiTooLate() },
  notForYou: { Icon: Lock, word: m.uiNotYourTurnYet() },
  checking: { Icon: RefreshCw, word: m.uiChecking() },
} as const;

export interface AnswerStateNoteProps {
  readonly state: AnswerState;
  /** Details after the label: when the answer was saved, how late it was, or who may answer. */
  readonly children?: ReactNode;
}

/** The state of the reader's answer as a label and icon. Announced politely when it changes. */
export function AnswerStateNote({ state, children }: AnswerStateNoteProps) {
  const { Icon, word } = STATES[state];
  return (
    <Spoken className={classes(styles['note'], styles[state])}>
      <Icon />
      <span>
        <strong>{word}</strong> {children}
      </span>
    </Spoken>
  );
}
