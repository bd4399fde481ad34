import { m } from 'messages';
import { numberText, timeText } from 'messages/format';
import { slot, withElements } from '#src/components/slots.tsx';
import { useSelector } from '@xstate/react';
import { useId, useState } from 'react';
import { type ListedQuestion, type Audience } from '#machines/contract/entities.ts';
import { lockedLabel } from '#machines/contract/messages.ts';
import {
  releaseAct,
  type ProducerActor,
  selectHasEnded,
  selectIsReleasing,
  selectLastRelease,
  selectReleaseRefusal,
} from '#machines/show/producer.ts';
import type { QuestionExpiryActor } from '#machines/show/question-expiry.ts';
import { isWindowUnchanged, type ReleaseAct } from '#machines/show/rules/release.ts';
import { audienceLabel, otherAudience } from '#machines/contract/audience.ts';
import { clockText, shortClockText } from '#machines/connection/rules/clock.ts';
import { type QuestionWindow, selectClosesAt } from '#machines/answering/release-window.ts';
import type { WindowState } from '#machines/answering/rules/schedule.ts';
import { useCountdown } from '#src/bindings/countdown.ts';
import { useWindowSelector, useWindowState } from '#src/bindings/question-window.ts';
import { AudienceBadge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Cluster } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { once } from '#src/components/once.ts';
import { Spoken } from '#src/components/spoken.tsx';
import { Timer, urgencyOf } from '#src/components/timer.tsx';
import { WindowBadge } from '#src/components/window-badge.tsx';
import { SHOW_KEYS } from '#src/words/show-keys.ts';
import { plannedText } from './planned.tsx';
import { ReleaseDialog } from './release-dialog.tsx';
import styles from './que-cards.module.css';

interface AudienceReleaseProps {
  readonly producer: ProducerActor;
  readonly question: ListedQuestion;
  readonly window: QuestionWindow;
  /** The question's own planned times. */
  readonly expiry: QuestionExpiryActor;
  readonly audience: Audience;
  readonly answered: number;
  /** Number of connected players of the audience; null: not known yet. */
  readonly connected: number | null;
  /** Whether keyboard shortcuts act on this card. */
  readonly keyed: boolean;
}

const RELEASE_WORDS = {
  withheld: m.queCardsReleaseTo,
  scheduled: m.queCardsReleaseAgainTo,
  open: m.queCardsReleaseAgainTo,
  locked: m.queCardsReleaseTo,
  expired: m.queCardsReopenFor,
} as const;

const TIMERS = { studio: 'contestantTimer', home: 'homeViewerTimer' } as const;

/** Describes when the newest release to an audience ends or ended; null: the question is not released to it. */
function endText(question: ListedQuestion, audience: Audience, state: WindowState): string | null {
  const { released, closesAt } = question.windows[audience];
  const timer = question[TIMERS[audience]];
  if (!released) return null;
  if (timer === undefined)
    return closesAt === null
      ? m.queCardsNoTimerOpenUntilRevoked()
      : m.queCardsNoTimerOpenUntil({ time: plannedText(closesAt) });
  const { durationMinutes, durationSeconds, endTime } = timer;
  const length = shortClockText(durationMinutes * 60 + durationSeconds);
  const time = timeText(endTime);
  return state === 'expired'
    ? m.queCardsTimerEnded({ length, time })
    : m.queCardsTimerUntil({ length, time });
}

/** How many answered, of how many players. Players who answered and left are included. */
function answeredText(answered: number, connected: number | null): string {
  const count = slot(0);
  if (connected === null) return m.queCardsAnswered({ count });
  return answered > connected
    ? m.queCardsAnsweredOfMore({
        count,
        total: numberText(answered),
        connected: numberText(connected),
      })
    : m.queCardsAnsweredOf({ count, connected: numberText(connected) });
}

/** State, remaining time, number of answers and possible acts of one audience's window. */
export function AudienceRelease(props: AudienceReleaseProps) {
  const { producer, question, window, expiry, audience, answered, connected, keyed } = props;
  const { show_id: showId, item_id: itemId } = question;
  const own = question.windows[audience];
  const [isChoosing, setChoosing] = useState(false);
  const hint = useId();
  const isOver = useSelector(producer, selectHasEnded(showId));
  const busy = useSelector(producer, selectIsReleasing(itemId, audience));
  const refusal = useSelector(producer, selectReleaseRefusal(itemId, audience));
  const last = useSelector(producer, selectLastRelease);
  const undo =
    last?.itemId === itemId && last.audience === audience && isWindowUnchanged(last, own)
      ? last
      : null;
  const state = useWindowState(window, audience);
  // While this audience is locked out, show the time left of the other audience.
  const clock = state === 'locked' ? otherAudience(audience) : audience;
  const closesAt = useWindowSelector(window, (each) => selectClosesAt(each, clock));
  const left = useCountdown(state === 'open' || state === 'locked' ? closesAt : null);
  const name = audienceLabel(audience);
  const act = (wanted: ReleaseAct) => producer.send(releaseAct(showId, wanted, own));
  const keys = keyed ? SHOW_KEYS[audience] : null;
  const end = endText(question, audience, state);

  return (
    <fieldset aria-label={name} className={styles['release']}>
      <Cluster spread>
        <AudienceBadge audience={audience} />
        <WindowBadge state={state} />
      </Cluster>
      <span className={styles['count']}>
        {withElements(answeredText(answered, connected), <strong>{numberText(answered)}</strong>)}
      </span>
      {left !== null && state === 'open' && (
        <Timer text={clockText(left)} urgency={urgencyOf(left)} />
      )}
      {end !== null && <p className={styles['facts']}>{end}</p>}
      {left !== null && state === 'locked' && (
        <Note title={lockedLabel(otherAudience(audience))}>
          {m.queCardsWaitsOpenSoonerRelease({ name, clock: clockText(left) })}
        </Note>
      )}
      <Cluster>
        <Button
          busy={busy}
          disabled={isOver}
          aria-describedby={isOver ? hint : undefined}
          shortcut={keys?.release}
          onClick={once(() => setChoosing(true))}
        >
          {RELEASE_WORDS[state]({ name })}
        </Button>
        {own.released && (
          <Button
            tone="danger"
            busy={busy}
            shortcut={keys?.revoke}
            data-twice={
              state === 'open'
                ? m.queCardsPressAgainRevoke({
                    key: SHOW_KEYS[audience].revoke,
                    question: question.question_text,
                    name,
                  })
                : undefined
            }
            onClick={once(() => act({ type: 'revoke', itemId, audience }))}
          >
            {m.queCardsRevokeFrom({ name })}
          </Button>
        )}
        {undo !== null && (
          <Button
            busy={busy}
            shortcut={keys?.undo}
            onClick={once(() => producer.send({ type: 'release.undo' }))}
          >
            {undo.type === 'release' ? m.queCardsUndoRelease() : m.queCardsUndoRevoke()}
          </Button>
        )}
      </Cluster>
      {isOver && (
        <span id={hint} className={styles['facts']}>
          {m.rundownEnded()}
        </span>
      )}
      <Spoken urgent>
        {refusal !== null && !isChoosing && <Note tone="danger">{refusal}</Note>}
      </Spoken>
      <ReleaseDialog
        open={isChoosing}
        question={question}
        window={window}
        expiry={expiry}
        audience={audience}
        state={state}
        onConfirm={(release) => {
          setChoosing(false);
          act({ type: 'releaseTo', itemId, audience, ...release });
        }}
        onClose={() => setChoosing(false)}
      />
    </fieldset>
  );
}
