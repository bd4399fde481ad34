import { m } from 'messages';
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
import { lockedLabel } from '#machines/contract/messages.ts';
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
        ? m.queCardsWithoutTimerStaysOpen({ planned: plannedText(question.end_time) })
        : m.queCardsPlannedEndHasPassed()}
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
    <Note title={m.queCardsTimerLocks({ name })}>
      {otherText(name, question.windows[other].released, state)}{' '}
      {m.queCardsItSees({ label: lockedLabel(audience) })}
    </Note>
  );
}

function otherText(name: string, isReleased: boolean, state: WindowState): string {
  if (!isReleased) return m.queCardsDoesntHaveQuestionWont({ name });
  return state === 'locked'
    ? m.queCardsWithNewTimerStays({ name })
    : m.queCardsOpenWithoutTimerWith({ name });
}

/** Asks whether a release has a timer, and for its length. */
export function ReleaseDialog(props: ReleaseDialogProps) {
  const { question, window, expiry, audience, state, ...dialog } = props;
  const name = audienceLabel(audience);
  const isReopening = question.result !== undefined && isFrozen(question.result);
  return (
    <Dialog open={dialog.open} onClose={dialog.onClose} title={m.queCardsReleaseTo({ name })}>
      <Stack>
        <p dir="auto">{question.question_text}</p>
        {state === 'locked' && (
          <Note
            title={m.queCardsHasRunningTimer({
              audienceLabel: audienceLabel(otherAudience(audience)),
            })}
          >
            {m.queCardsWithoutTimerStaysLocked({ name })}
          </Note>
        )}
        {state === 'open' && <Note>{m.queCardsAlreadyOpenNewRelease({ name })}</Note>}
        <OtherAudience question={question} window={window} audience={audience} />
        {isReopening && (
          <Note title={m.queCardsResultLocked()}>
            {m.queCardsReleasingReopensRevealedAnswers()}
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
            label={m.queCardsMinutes()}
            min={0}
            max={MAX_TIMER_MINUTES}
            value={minutes}
            error={problem === m.releaseMinutes() ? problem : undefined}
            onChange={(event) => {
              setMinutes(event.currentTarget.value);
            }}
          />
          <NumberField
            label={m.queCardsSeconds()}
            min={0}
            max={MAX_TIMER_SECONDS}
            value={seconds}
            error={
              problem === m.releaseSeconds() || problem === m.releaseNoTime() ? problem : undefined
            }
            onChange={(event) => {
              setSeconds(event.currentTarget.value);
            }}
          />
        </FieldRow>
        {isReopening && (
          <TextField
            label={m.queCardsReasonReopening()}
            maxLength={LIMITS.reasonLength}
            value={reason}
            error={isReasonMissing ? m.resultNoReason() : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <Button type="submit" tone="live" wide disabled={problem !== null}>
          {m.queCardsReleaseWithTimer()}
        </Button>
        <Button wide onClick={() => confirm(null)}>
          {m.queCardsReleaseWithoutTimer()}
        </Button>
        <Button wide onClick={onClose}>
          {m.commonCancel()}
        </Button>
      </Stack>
    </form>
  );
}
