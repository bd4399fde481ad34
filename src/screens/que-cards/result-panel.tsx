import { m } from 'messages';
import { timeText } from 'messages/format';
import { useSelector } from '@xstate/react';
import { type FormEvent, useId, useState } from 'react';
import type { ListedQuestion, Result } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { selectIsOpen } from '#machines/answering/release-window.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import {
  type ProducerActor,
  selectIsActing,
  selectAirDirection,
  selectItem,
  selectRefusal,
} from '#machines/show/producer.ts';
import { stateText, whyNot } from '#machines/results/rules/result.ts';
import { textIn } from '#src/bindings/form.ts';
import { type QuestionWindow } from '#machines/answering/release-window.ts';
import { useFocusAcrossModes } from '#src/bindings/show.ts';
import { useWindowSelector } from '#src/bindings/question-window.ts';
import { Button } from '#src/components/button.tsx';
import { TextField } from '#src/components/field.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { once } from '#src/components/once.ts';
import { Spoken } from '#src/components/spoken.tsx';
import styles from './que-cards.module.css';

interface ResultPanelProps {
  readonly producer: ProducerActor;
  readonly question: ListedQuestion;
  readonly window: QuestionWindow;
}

/** The state of a question's result, and the acts that are possible next. Empty before the first answer. */
export function ResultPanel(props: ResultPanelProps) {
  const { result, answered } = props.question;
  if (result === undefined) return null;
  const isEmpty = answered.studio + answered.home === 0 && result.version === 0;
  return isEmpty ? null : <Acts {...props} listed={result} />;
}

type ResultAct = Extract<ShowAct, { type: 'lock' | 'unlock' | 'publish' | 'unvoid' }>;

interface ActsProps extends ResultPanelProps {
  readonly listed: Result;
}

function Acts({ producer, question, window, listed }: ActsProps) {
  const { show_id: showId, item_id: itemId } = question;
  const name = `result ${itemId}`;
  const replied = useSelector(producer, selectItem(itemId))?.result;
  const busy = useSelector(producer, selectIsActing(name));
  const refusal = useSelector(producer, selectRefusal(name));
  /** The version of the result that the producer is entering a reason for; null: no reason is being entered. */
  const [asking, setAsking] = useState<number | null>(null);
  const result = replied === undefined || replied.version < listed.version ? listed : replied;
  const { state, version, publishedAt, reason, voided } = result;
  const isReasoning = asking === version && state === 'locked' && voided === undefined;
  const isAnswerable = useWindowSelector(window, selectIsOpen);
  // While groups of the question are hidden on the stage, the next act is their reveal.
  const isRevealing = useSelector(producer, (snapshot) => {
    const { questionId, groups = [] } = selectAirDirection(snapshot) ?? {};
    return questionId === question.id && groups.some(({ revealed }) => !revealed);
  });
  const why =
    state === 'counting' && voided === undefined
      ? whyNot(result, 'lock', { isAnswerable, wasReleased: true, isCounted: true })
      : null;
  const hint = useId();
  // An act removes the focused button, so focus is moved within the panel.
  const part = useFocusAcrossModes<HTMLFieldSetElement>(
    `${state} ${isReasoning} ${voided !== undefined}`,
  );
  const act = (wanted: ResultAct) => {
    setAsking(null);
    producer.send({ type: 'producer.act', act: wanted, on: { showId, part: name } });
  };
  const press = (type: 'lock' | 'publish' | 'unvoid') => once(() => act({ type, itemId }));
  return (
    <fieldset
      ref={part}
      tabIndex={-1}
      aria-label={m.queCardsResultTitle()}
      className={styles['release']}
    >
      <Stack>
        <Spoken>
          <span>
            <strong>{m.queCardsResultTitle()}</strong> {stateText(result)}
            {publishedAt !== null && ` ${m.queCardsPublishedAt({ time: timeText(publishedAt) })}`}
            {reason !== null && reason !== '' && ` ${m.queCardsReasonGiven({ reason })}`}
          </span>
        </Spoken>
        {isReasoning ? (
          <Reason
            onReason={(text) => act({ type: 'unlock', itemId, reason: text })}
            onClose={() => setAsking(null)}
          />
        ) : voided === undefined ? (
          <Cluster>
            {state === 'counting' && (
              <Button
                tone="primary"
                busy={busy}
                disabled={why !== null}
                aria-describedby={why === null ? undefined : hint}
                onClick={press('lock')}
              >
                {m.queCardsLockResult()}
              </Button>
            )}
            {(state === 'locked' || state === 'revealed') && (
              <Button
                tone={isRevealing ? 'quiet' : 'primary'}
                busy={busy}
                onClick={press('publish')}
              >
                {m.queCardsPublishResult()}
              </Button>
            )}
            {state === 'locked' && (
              <Button busy={busy} onClick={() => setAsking(version)}>
                {m.queCardsUnlockResult()}
              </Button>
            )}
          </Cluster>
        ) : (
          <Cluster>
            <Button busy={busy} onClick={press('unvoid')}>
              {m.queCardsCountAgain()}
            </Button>
          </Cluster>
        )}
        {why !== null && (
          <span id={hint} className={styles['facts']}>
            {why}
          </span>
        )}
        <Spoken urgent>
          {refusal !== null && !isReasoning && <Note tone="danger">{refusal}</Note>}
        </Spoken>
      </Stack>
    </fieldset>
  );
}

interface ReasonProps {
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks for the reason of an unlock. */
function Reason({ onReason, onClose }: ReasonProps) {
  const [isMissing, setMissing] = useState(false);
  const confirm = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = textIn(new FormData(event.currentTarget), 'reason').trim();
    setMissing(reason === '');
    if (reason !== '') onReason(reason);
  };
  return (
    <form noValidate onSubmit={confirm}>
      <Stack>
        <TextField
          label={m.queCardsReasonUnlocking()}
          name="reason"
          maxLength={LIMITS.reasonLength}
          error={isMissing ? m.resultNoReason() : undefined}
        />
        <Cluster>
          <Button type="submit">{m.queCardsUnlock()}</Button>
          <Button onClick={onClose}>{m.queCardsKeepLocked()}</Button>
        </Cluster>
      </Stack>
    </form>
  );
}
