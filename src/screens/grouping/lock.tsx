import { m } from 'messages';
import { useSelector } from '@xstate/react';
import type { Audience } from '#machines/contract/entities.ts';
import type { Desk } from '#machines/contract/desk.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import {
  type QuestionWindow,
  selectClosesAt,
  selectIsOpen,
} from '#machines/answering/release-window.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import { whyNot } from '#machines/results/rules/result.ts';
import { selectIsActing, selectRefusal } from '#machines/show/producer.ts';
import { selectQuestions } from '#machines/show/que-cards.ts';
import { useCountdown } from '#src/bindings/countdown.ts';
import { type ProducerActors, useProducerActors } from '#src/bindings/producer-actors.ts';
import {
  useQuestionWindow,
  useWindowSelector,
  useWindowState,
} from '#src/bindings/question-window.ts';
import { AudienceBadge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { once } from '#src/components/once.ts';
import { Spoken } from '#src/components/spoken.tsx';
import { Timer, urgencyOf } from '#src/components/timer.tsx';
import styles from './grouping.module.css';

interface LockProps {
  readonly desk: Desk;
}

/** The time left to answer the question, and the button that locks its groups. */
export function Lock({ desk }: LockProps) {
  const actors = useProducerActors();
  return actors === null ? null : <Loaded desk={desk} actors={actors} />;
}

function Loaded({
  desk,
  actors: { cards, producer },
}: LockProps & { readonly actors: ProducerActors }) {
  const { gameSessionId, showId, itemId, state } = desk;
  const part = `result ${itemId}`;
  const result = useSelector(cards, selectQuestions)?.find(
    ({ game_session_id: id }) => id === gameSessionId,
  )?.result;
  const busy = useSelector(producer, selectIsActing(part));
  const refusal = useSelector(producer, selectRefusal(part));
  const window = useQuestionWindow(cards, gameSessionId);
  const isAnswerable = useWindowSelector(window, selectIsOpen);
  if (result === undefined) return null;
  const why = whyNot(result, 'lock', { isAnswerable, wasReleased: true, isCounted: true });
  return (
    <div className={styles['lock']}>
      {AUDIENCES.map((audience) => (
        <Left key={audience} window={window} audience={audience} />
      ))}
      {state === 'counting' && result.voided === undefined && (
        <>
          {why !== null && <span className={styles['why']}>{why}</span>}
          <Button
            tone="primary"
            shortcut="L"
            busy={busy}
            disabled={why !== null}
            onClick={once(() =>
              producer.send({
                type: 'producer.act',
                act: { type: 'lock', itemId },
                on: { showId, part },
              }),
            )}
          >
            {m.queCardsLockResult()}
          </Button>
        </>
      )}
      <Spoken urgent>{refusal !== null && <span>{refusal}</span>}</Spoken>
    </div>
  );
}

interface LeftProps {
  readonly window: QuestionWindow;
  readonly audience: Audience;
}

/** The time that an audience has left; nothing while it cannot answer. */
function Left({ window, audience }: LeftProps) {
  const isOpen = useWindowState(window, audience) === 'open';
  const closesAt = useWindowSelector(window, (each) => selectClosesAt(each, audience));
  const left = useCountdown(isOpen ? closesAt : null);
  if (!isOpen) return null;
  return (
    <span>
      <AudienceBadge audience={audience} />{' '}
      {left === null ? (
        m.liveBarOpen()
      ) : (
        <Timer text={shortClockText(left)} urgency={urgencyOf(left)} />
      )}
    </span>
  );
}
