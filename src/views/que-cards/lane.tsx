import { useSelector } from '@xstate/react';
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
import { Timer } from '#src/components/timer.tsx';
import { ReleaseDialog } from './release-dialog.tsx';
import styles from './que-cards.module.css';

interface LaneProps {
  readonly cards: QueCardsActor;
  readonly question: AdminQuestion;
  readonly audience: Audience;
  readonly answered: number;
  /** Null: not told yet. */
  readonly connected: number | null;
}

const split = (seconds: number): ChosenTimer => ({
  minutes: Math.floor(seconds / 60),
  seconds: seconds % 60,
});

/** One audience's state, time, numbers and the actions that are possible now. */
export function Lane({ cards, question, audience, answered, connected }: LaneProps) {
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
  const isLockedByOther = state === 'locked' && otherLeft !== null;

  return (
    <section aria-label={name} className={styles['lane']}>
      <Cluster spread>
        <AudienceBadge audience={audience} />
        <StateBadge state={state} />
      </Cluster>
      <Cluster spread>
        <span className={styles['count']}>
          <strong>{answered}</strong> answered
          {connected === null ? '' : ` of ${connected} connected`}
        </span>
        {left !== null && state !== 'withheld' && (
          <Timer
            text={left > 0 ? clockText(left) : 'Expired'}
            urgency={left > 30 ? 'calm' : left > 10 ? 'soon' : left > 0 ? 'last' : 'over'}
          />
        )}
      </Cluster>
      {isLockedByOther && <Note>{`${LOCKED_LABEL[otherAudience(audience)]}.`}</Note>}
      <Cluster>
        <Button tone="live" busy={busy} onClick={() => act({ type: 'release.choose' })}>
          {`${state === 'expired' ? 'Reopen for' : 'Release to'} ${name}`}
        </Button>
        {own.released && (
          <Button
            busy={busy}
            onClick={() =>
              act({
                type: 'release.revoke',
                remaining: own.timed && left !== null && left > 0 ? split(left) : null,
              })
            }
          >
            {`Revoke from ${name}`}
          </Button>
        )}
        {undo !== null && (
          <Button onClick={() => act({ type: 'release.undo' })}>
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
    </section>
  );
}
