import { useSelector } from '@xstate/react';
import type { MouseEvent } from 'react';
import { type ListedQuestion, type Audience } from '#machines/contract/entities.ts';
import { LOCKED_LABEL } from '#machines/contract/messages.ts';
import { type QueCardsActor, selectLast, selectReleaseControl } from '#machines/show/que-cards.ts';
import type { QuestionExpiryActor } from '#machines/show/question-expiry.ts';
import {
  type ReleaseControlEvent,
  selectBusy,
  selectIsChoosing,
  selectMessage,
  selectUndo,
} from '#machines/show/release-control.ts';
import { audienceLabel, otherAudience } from '#machines/contract/audience.ts';
import { clockText, shortClockText } from '#machines/connection/rules/clock.ts';
import { type QuestionWindow, selectClosesAt } from '#machines/answering/release-window.ts';
import type { WindowState } from '#machines/answering/rules/schedule.ts';
import { useCountdown } from '#src/bindings/countdown.ts';
import { useWindowSelector, useWindowState } from '#src/bindings/question-window.ts';
import { AudienceBadge, StateBadge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Cluster } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { Timer, urgencyOf } from '#src/components/timer.tsx';
import { timeText } from '#src/words/counts-and-times.ts';
import { LANE_KEYS } from './keys.tsx';
import { plannedText } from './planned.tsx';
import { ReleaseDialog } from './release-dialog.tsx';
import styles from './que-cards.module.css';

interface AudienceReleaseProps {
  readonly cards: QueCardsActor;
  readonly question: ListedQuestion;
  readonly window: QuestionWindow;
  /** The question's own planned times. */
  readonly expiry: QuestionExpiryActor;
  readonly audience: Audience;
  readonly answered: number;
  /** Null: not known yet. */
  readonly connected: number | null;
  /** Whether the keys act on this card. */
  readonly keyed: boolean;
}

const RELEASE_WORDS = {
  withheld: 'Release to',
  scheduled: 'Release again to',
  open: 'Release again to',
  locked: 'Release to',
  expired: 'Reopen for',
} as const;

const TIMERS = { studio: 'contestantTimer', home: 'homeViewerTimer' } as const;

/** How the newest release to an audience ends or ended; null: there is none. */
function endText(question: ListedQuestion, audience: Audience, state: WindowState): string | null {
  const { released, closesAt } = question.windows[audience];
  const timer = question[TIMERS[audience]];
  if (!released) return null;
  if (timer === undefined)
    return `No timer: open until ${closesAt === null ? 'it is revoked' : plannedText(closesAt)}`;
  const { durationMinutes, durationSeconds, endTime } = timer;
  const length = shortClockText(durationMinutes * 60 + durationSeconds);
  return `Timer of ${length}, ${state === 'expired' ? 'ended' : 'until'} ${timeText(endTime)}`;
}

/** The number of people to compare with: players who answered and left count as present. */
const presentText = (answered: number, connected: number): string =>
  answered > connected
    ? ` of ${answered}, ${connected} connected now`
    : ` of ${connected} connected`;

/** One audience's state, time, numbers and possible actions. */
export function AudienceRelease(props: AudienceReleaseProps) {
  const { cards, question, window, expiry, audience, answered, connected, keyed } = props;
  const control = useSelector(cards, selectReleaseControl(question.id, audience));
  const choosing = useSelector(
    control,
    (snapshot) => snapshot !== undefined && selectIsChoosing(snapshot),
  );
  const busy = useSelector(control, (snapshot) => snapshot !== undefined && selectBusy(snapshot));
  const message = useSelector(control, (snapshot) => (snapshot ? selectMessage(snapshot) : null));
  const isLast = useSelector(cards, (snapshot) => {
    const last = selectLast(snapshot);
    return last?.questionId === question.id && last.audience === audience;
  });
  const undo = useSelector(control, (snapshot) =>
    snapshot && isLast ? selectUndo(snapshot) : null,
  );
  const own = question.windows[audience];
  const state = useWindowState(window, audience);
  // The clock of the audience that has the question now.
  const clock = state === 'locked' ? otherAudience(audience) : audience;
  const closesAt = useWindowSelector(window, (each) => selectClosesAt(each, clock));
  const left = useCountdown(state === 'open' || state === 'locked' ? closesAt : null);
  const name = audienceLabel(audience);
  const act = (event: ReleaseControlEvent) =>
    cards.send({ type: 'release.act', questionId: question.id, audience, act: event });
  // The first click of a double click has already changed the button.
  const press = (event: ReleaseControlEvent) => (click: MouseEvent) => {
    if (click.detail < 2) act(event);
  };
  const keys = keyed ? LANE_KEYS[audience] : null;
  const end = endText(question, audience, state);

  return (
    <fieldset aria-label={name} className={styles['release']}>
      <Cluster spread>
        <AudienceBadge audience={audience} />
        <StateBadge state={state} />
      </Cluster>
      <Cluster spread>
        <span className={styles['count']}>
          <strong>{answered}</strong> answered
          {connected === null ? '' : presentText(answered, connected)}
        </span>
        {left !== null && state === 'open' && (
          <Timer text={clockText(left)} urgency={urgencyOf(left)} />
        )}
      </Cluster>
      {end !== null && <p className={styles['facts']}>{end}</p>}
      {left !== null && state === 'locked' && (
        <Note title={LOCKED_LABEL[otherAudience(audience)]}>
          {`${name} waits ${clockText(left)}, or release it with a timer of its own.`}
        </Note>
      )}
      <Cluster>
        <Button busy={busy} shortcut={keys?.release} onClick={press({ type: 'release.choose' })}>
          {`${RELEASE_WORDS[state]} ${name}`}
        </Button>
        {own.released && (
          <Button
            busy={busy}
            shortcut={keys?.revoke}
            data-twice={
              state === 'open'
                ? `Press ${LANE_KEYS[audience].revoke} again to revoke "${question.question_text}" from ${name}`
                : undefined
            }
            onClick={press({ type: 'release.revoke', window: own })}
          >
            {`Revoke from ${name}`}
          </Button>
        )}
        {undo !== null && (
          <Button shortcut={keys?.undo} onClick={press({ type: 'release.undo', window: own })}>
            {undo === 'release' ? 'Undo release' : 'Undo revoke'}
          </Button>
        )}
      </Cluster>
      <Spoken urgent>
        {message !== null && !choosing && <Note tone="danger">{message}</Note>}
      </Spoken>
      <ReleaseDialog
        open={choosing}
        question={question}
        window={window}
        expiry={expiry}
        audience={audience}
        state={state}
        error={message ?? undefined}
        onConfirm={(timer, reason) =>
          act({
            type: 'release.confirm',
            timer,
            window: own,
            ...(reason !== null && { reason }),
          })
        }
        onClose={() => act({ type: 'release.cancel' })}
      />
    </fieldset>
  );
}
