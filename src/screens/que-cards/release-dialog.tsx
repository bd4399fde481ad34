import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ListedQuestion, Audience } from '#machines/contract/entities.ts';
import {
  DEFAULT_TIMER_MINUTES,
  LIMITS,
  MAX_TIMER_MINUTES,
  MAX_TIMER_SECONDS,
} from '#machines/contract/limits.ts';
import { type QuestionExpiryActor, selectIsBeforeEnd } from '#machines/show/question-expiry.ts';
import { LOCKED_LABEL, MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { timerProblem } from '#machines/show/rules/release.ts';
import { audienceLabel, otherAudience } from '#machines/contract/audience.ts';
import { type QuestionWindow, selectIsRunning } from '#machines/answering/release-window.ts';
import { isFrozen } from '#machines/results/rules/result.ts';
import type { WindowState } from '#machines/answering/rules/schedule.ts';
import { useWindowSelector, useWindowState } from '#src/bindings/question-window.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { NumberField, TextField } from '#src/components/field.tsx';
import { FieldRow } from '#src/components/form.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { plannedText } from './planned.tsx';

interface ChosenRelease {
  /** Length of the timer; null: no timer. */
  readonly seconds: number | null;
  /** Why a locked question opens again; absent: it is not locked. */
  readonly reason?: string;
}

interface ReleaseDialogProps {
  readonly open: boolean;
  readonly question: ListedQuestion;
  readonly window: QuestionWindow;
  /** The question's own planned times. */
  readonly expiry: QuestionExpiryActor;
  readonly audience: Audience;
  readonly state: WindowState;
  readonly onConfirm: (release: ChosenRelease) => void;
  readonly onClose: () => void;
}

/** Describes when a release without a timer would end if it were made now (decisions §4). */
function UntimedEnd({ expiry, question }: Pick<ReleaseDialogProps, 'expiry' | 'question'>) {
  return (
    <p>
      {useSelector(expiry, selectIsBeforeEnd)
        ? `Without a timer, it stays open until its planned end, ${plannedText(question.end_time)}.`
        : 'Its planned end has passed, so without a timer it stays open until you revoke it.'}
    </p>
  );
}

/** Explains how a timer would affect the other audience (decisions §4), before the producer sets it. */
function OtherAudience(props: Pick<ReleaseDialogProps, 'question' | 'window' | 'audience'>) {
  const { question, window, audience } = props;
  const other = otherAudience(audience);
  const state = useWindowState(window, other);
  const isRunning = useWindowSelector(window, (each) => selectIsRunning(each, other));
  if (state === 'expired' || isRunning) return null;
  const name = audienceLabel(other);
  return (
    <Note title={`A timer locks ${name}`}>
      {`${otherText(name, question.windows[other].released, state)} It sees '${LOCKED_LABEL[audience]}'.`}
    </Note>
  );
}

function otherText(name: string, isReleased: boolean, state: WindowState): string {
  if (!isReleased) return `${name} doesn't have this question and won't see its text.`;
  return state === 'locked'
    ? `With a new timer, ${name} stays locked until that ends. Without one, it can answer again.`
    : `${name} is open without a timer. With a timer here, it can't answer until that ends. Without one, it stays open.`;
}

/** Asks whether a release has a timer, and for its length. */
export function ReleaseDialog(props: ReleaseDialogProps) {
  const { question, window, expiry, audience, state, ...dialog } = props;
  const name = audienceLabel(audience);
  const isReopening = question.result !== undefined && isFrozen(question.result);
  return (
    <Dialog open={dialog.open} onClose={dialog.onClose} title={`Release to ${name}`}>
      <Stack>
        <p dir="auto">{question.question_text}</p>
        {state === 'locked' && (
          <Note title={`${audienceLabel(otherAudience(audience))} has a running timer`}>
            {`Without a timer, ${name} stays locked until that timer ends. With one, both answer in their own time.`}
          </Note>
        )}
        {state === 'open' && (
          <Note>{`It's already open for ${name}. A new release replaces its timer.`}</Note>
        )}
        <OtherAudience question={question} window={window} audience={audience} />
        {isReopening && (
          <Note title="Its result is locked">
            Releasing reopens it: revealed answers are covered again, and points update as answers
            arrive.
          </Note>
        )}
        <TimerChoice {...dialog} isReopening={isReopening} />
        <UntimedEnd expiry={expiry} question={question} />
      </Stack>
    </Dialog>
  );
}

interface TimerChoiceProps extends Pick<ReleaseDialogProps, 'onConfirm' | 'onClose'> {
  readonly isReopening: boolean;
}

function TimerChoice({ onConfirm, onClose, isReopening }: TimerChoiceProps) {
  const [minutes, setMinutes] = useState(String(DEFAULT_TIMER_MINUTES));
  const [seconds, setSeconds] = useState('0');
  const timer = { minutes: Number(minutes), seconds: Number(seconds) };
  const problem = timerProblem(timer);
  const [reason, setReason] = useState('');
  const [isReasonMissing, setReasonMissing] = useState(false);
  const confirm = (chosen: number | null) => {
    const isMissing = isReopening && reason.trim() === '';
    setReasonMissing(isMissing);
    if (!isMissing) onConfirm({ seconds: chosen, ...(isReopening && { reason: reason.trim() }) });
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null) confirm(timer.minutes * 60 + timer.seconds);
      }}
    >
      <Stack>
        <FieldRow>
          <NumberField
            label="Minutes"
            min={0}
            max={MAX_TIMER_MINUTES}
            value={minutes}
            error={problem === MESSAGES.release.minutes ? problem : undefined}
            onChange={(event) => {
              setMinutes(event.currentTarget.value);
            }}
          />
          <NumberField
            label="Seconds"
            min={0}
            max={MAX_TIMER_SECONDS}
            value={seconds}
            error={
              problem === MESSAGES.release.seconds || problem === MESSAGES.release.noTime
                ? problem
                : undefined
            }
            onChange={(event) => {
              setSeconds(event.currentTarget.value);
            }}
          />
        </FieldRow>
        {isReopening && (
          <TextField
            label="Reason for reopening"
            maxLength={LIMITS.reasonLength}
            value={reason}
            error={isReasonMissing ? PRODUCER_MESSAGES.result.noReason : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <Button type="submit" tone="live" wide disabled={problem !== null}>
          Release with timer
        </Button>
        <Button wide onClick={() => confirm(null)}>
          Release without timer
        </Button>
        <Button wide onClick={onClose}>
          Cancel
        </Button>
      </Stack>
    </form>
  );
}
