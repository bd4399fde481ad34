import { useSelector } from '@xstate/react';
import type { MouseEvent } from 'react';
import { type AdminQuestion, type Audience } from '#machines/contract/entities.ts';
import { LOCKED_LABEL } from '#machines/contract/messages.ts';
import { type QueCardsActor, selectLane } from '#machines/que-cards.ts';
import {
  type ChosenTimer,
  type ReleaseControlEvent,
  selectBusy,
  selectIsChoosing,
  selectMessage,
  selectUndo,
} from '#machines/release-control.ts';
import { audienceLabel, otherAudience } from '#machines/rules/audience.ts';
import { clockText } from '#machines/rules/clock.ts';
import { windowState } from '#machines/rules/schedule.ts';
import { useCountdown, useNow } from '#src/bindings/countdown.ts';
import { AudienceBadge, StateBadge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Cluster } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { Timer, urgencyOf } from '#src/components/timer.tsx';
import { LANE_KEYS } from './keys.tsx';
import { ReleaseDialog } from './release-dialog.tsx';
import styles from './que-cards.module.css';

interface LaneProps {
  readonly cards: QueCardsActor;
  readonly question: AdminQuestion;
  readonly audience: Audience;
  readonly answered: number;
  /** Null: not told yet. */
  readonly connected: number | null;
  /** The keys act on this card. */
  readonly keyed: boolean;
}

const RELEASE_WORDS = {
  withheld: 'Release to',
  open: 'Release again to',
  locked: 'Release to',
  expired: 'Reopen for',
} as const;

const split = (seconds: number): ChosenTimer => ({
  minutes: Math.floor(seconds / 60),
  seconds: seconds % 60,
});

/** One audience's state, time, numbers and the actions that are possible now. */
export function Lane({ cards, question, audience, answered, connected, keyed }: LaneProps) {
  const lane = useSelector(cards, selectLane(question.id, audience));
  const choosing = useSelector(
    lane,
    (snapshot) => snapshot !== undefined && selectIsChoosing(snapshot),
  );
  const busy = useSelector(lane, (snapshot) => snapshot !== undefined && selectBusy(snapshot));
  const message = useSelector(lane, (snapshot) => (snapshot ? selectMessage(snapshot) : null));
  const undo = useSelector(lane, (snapshot) => (snapshot ? selectUndo(snapshot) : null));
  const now = useNow();
  const own = question.windows[audience];
  const left = useCountdown(own.released ? own.closesAt : null);
  const otherLeft = useCountdown(question.windows[otherAudience(audience)].closesAt);
  const state = windowState(question.windows, audience, now());
  const name = audienceLabel(audience);
  const act = (event: ReleaseControlEvent) =>
    cards.send({ type: 'lane.act', questionId: question.id, audience, act: event });
  // What was done has changed the button by the time the second click of two arrives.
  const press = (event: ReleaseControlEvent) => (click: MouseEvent) => {
    if (click.detail < 2) act(event);
  };
  const keys = keyed ? LANE_KEYS[audience] : null;
  const isLockedByOther = state === 'locked' && otherLeft !== null;

  return (
    <fieldset aria-label={name} className={styles['lane']}>
      <Cluster spread>
        <AudienceBadge audience={audience} />
        <StateBadge state={state} />
      </Cluster>
      <Cluster spread>
        <span className={styles['count']}>
          <strong>{answered}</strong> answered
          {connected === null ? '' : ` of ${connected} connected`}
        </span>
        {left !== null && left > 0 && state === 'open' && (
          <Timer text={clockText(left)} urgency={urgencyOf(left)} />
        )}
      </Cluster>
      {isLockedByOther && (
        <Note title={LOCKED_LABEL[otherAudience(audience)]}>
          {`${name} waits ${clockText(otherLeft)}, or release it with a timer of its own.`}
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
            onClick={press({
              type: 'release.revoke',
              remaining: own.timed && left !== null && left > 0 ? split(left) : null,
            })}
          >
            {`Revoke from ${name}`}
          </Button>
        )}
        {undo !== null && (
          <Button shortcut={keys?.undo} onClick={press({ type: 'release.undo' })}>
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
        audience={audience}
        state={state}
        error={message ?? undefined}
        onConfirm={(timer) => act({ type: 'release.confirm', timer })}
        onClose={() => act({ type: 'release.cancel' })}
      />
    </fieldset>
  );
}
