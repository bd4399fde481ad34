import { useSelector } from '@xstate/react';
import { type FormEvent, type MouseEvent, useId } from 'react';
import type { ListedQuestion, Result } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { selectIsOpen } from '#machines/answering/release-window.ts';
import {
  type ResultActor,
  selectBusy,
  selectIsReasoning,
  selectMessage,
  selectResult,
} from '#machines/results/result.ts';
import { stateText, whyNot } from '#machines/results/rules/result.ts';
import { textIn } from '#src/bindings/form.ts';
import { type QuestionWindow } from '#machines/answering/release-window.ts';
import { useFocusKept } from '#src/bindings/show.ts';
import { useWindowSelector } from '#src/bindings/question-window.ts';
import { Button } from '#src/components/button.tsx';
import { TextField } from '#src/components/field.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { timeText } from '#src/words/counts-and-times.ts';
import { useResult } from './result.hook.ts';
import styles from './que-cards.module.css';

interface ResultPanelProps {
  readonly question: ListedQuestion;
  readonly window: QuestionWindow;
}

/** How far a question's result is, and the next acts upon it; nothing before anybody has answered. */
export function ResultPanel({ question, window }: ResultPanelProps) {
  const { result, answered } = question;
  if (result === undefined) return null;
  const isEmpty = answered.studio + answered.home === 0 && result.version === 0;
  return isEmpty ? null : <Loaded question={question} window={window} result={result} />;
}

function Loaded({ question, window, result }: ResultPanelProps & { readonly result: Result }) {
  const actor = useResult(question, result);
  return <ResultActs actor={actor} window={window} />;
}

/** What was done has changed the button by the time the second click of two arrives. */
const once = (act: () => void) => (click: MouseEvent) => {
  if (click.detail < 2) act();
};

interface ResultActsProps {
  readonly actor: ResultActor;
  readonly window: QuestionWindow;
}

/** The state in words, and the buttons that it leaves. */
export function ResultActs({ actor, window }: ResultActsProps) {
  const result = useSelector(actor, selectResult);
  const busy = useSelector(actor, selectBusy);
  const message = useSelector(actor, selectMessage);
  const isReasoning = useSelector(actor, selectIsReasoning);
  const isAnswerable = useWindowSelector(window, selectIsOpen);
  const { state, publishedAt, reason } = result;
  const why =
    state === 'counting'
      ? whyNot(result, 'lock', { isAnswerable, wasReleased: true, isCounted: true })
      : null;
  const hint = useId();
  // An act makes its button go.
  const part = useFocusKept<HTMLFieldSetElement>(`${state} ${isReasoning}`);
  return (
    <fieldset ref={part} tabIndex={-1} aria-label="Result" className={styles['release']}>
      <Stack>
        <Spoken>
          <span>
            <strong>Result</strong> {stateText(state)}
            {publishedAt !== null && ` Published at ${timeText(publishedAt)}.`}
            {reason !== null && ` Reason: ${reason}`}
          </span>
        </Spoken>
        {isReasoning ? (
          <Reason actor={actor} error={message ?? undefined} />
        ) : (
          <Cluster>
            {state === 'counting' && (
              <Button
                busy={busy}
                disabled={why !== null}
                aria-describedby={why === null ? undefined : hint}
                onClick={once(() => actor.send({ type: 'result.lock' }))}
              >
                Lock result
              </Button>
            )}
            {(state === 'locked' || state === 'revealed') && (
              <Button busy={busy} onClick={once(() => actor.send({ type: 'result.publish' }))}>
                Publish result
              </Button>
            )}
            {state === 'locked' && (
              <Button busy={busy} onClick={() => actor.send({ type: 'result.unlock' })}>
                Unlock result
              </Button>
            )}
          </Cluster>
        )}
        {why !== null && (
          <span id={hint} className={styles['facts']}>
            {why}
          </span>
        )}
        <Spoken urgent>
          {message !== null && !isReasoning && <Note tone="danger">{message}</Note>}
        </Spoken>
      </Stack>
    </fieldset>
  );
}

/** Why it is unlocked. */
function Reason({
  actor,
  error,
}: {
  readonly actor: ResultActor;
  readonly error?: string | undefined;
}) {
  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = textIn(new FormData(event.currentTarget), 'reason');
    actor.send({ type: 'result.confirm', reason });
  };
  return (
    <form noValidate onSubmit={confirm}>
      <Stack>
        <TextField
          label="Reason for unlocking"
          name="reason"
          maxLength={LIMITS.reasonLength}
          error={error}
        />
        <Cluster>
          <Button type="submit">Unlock</Button>
          <Button onClick={() => actor.send({ type: 'result.cancel' })}>Keep locked</Button>
        </Cluster>
      </Stack>
    </form>
  );
}
