import { m } from 'messages';
import { useSelector } from '@xstate/react';
import MonitorPlay from 'lucide-react/icons/monitor-play';
import {
  stageAct,
  type ProducerActor,
  selectAirDirection,
  selectIsActing,
  selectOwnStage,
  STAGE,
} from '#machines/show/producer.ts';
import type { ListedQuestion } from '#machines/contract/entities.ts';
import type { ShowView } from '#machines/show/calls.ts';
import { SCENE_WORDS } from '#machines/show/rules/direction.ts';
import { Button, linkButton } from '#src/components/button.tsx';
import { Link } from '#src/components/link.tsx';
import { once } from '#src/components/once.ts';
import { SHOW_KEYS } from '#src/words/show-keys.ts';
import styles from './que-cards.module.css';

interface OnStageProps {
  readonly producer: ProducerActor;
  readonly question: ListedQuestion;
  /** Whether keyboard shortcuts act on this card. */
  readonly keyed: boolean;
  /** Why the key of the button needs a second press. */
  readonly twice?: string | undefined;
}

/**
 * Button that puts the card's question on the stage screen, or a note that it is there. In a running show with screens
 * of its own, what those show, and the way to the control room that directs them.
 */
export function OnStage({ producer, question, keyed, twice }: OnStageProps) {
  const direction = useSelector(producer, selectAirDirection);
  const busy = useSelector(producer, selectIsActing(STAGE));
  const { id, show_id: showId, item_id: itemId } = question;
  const own = useSelector(producer, selectOwnStage(showId));
  if (own !== null)
    return (
      <>
        <span className={styles['facts']}>
          {m.commonLabelled({ label: own.rundown.title, value: stageText(own, id) })}
        </span>
        <Link to="/control" className={linkButton()}>
          {m.commonControlRoom()}
        </Link>
      </>
    );
  if (direction?.scene === 'question' && direction.questionId === id)
    return (
      <Button icon={<MonitorPlay />} disabled>
        {m.queCardsStage()}
      </Button>
    );
  return (
    <Button
      icon={<MonitorPlay />}
      busy={busy}
      disabled={direction === null}
      shortcut={keyed ? SHOW_KEYS.question : undefined}
      data-twice={twice}
      onClick={once(() => producer.send(stageAct(showId, { type: 'question', itemId })))}
    >
      {m.queCardsPutStage()}
    </Button>
  );
}

/** What a show's stage shows, for the card of one of its questions. */
function stageText({ direction: { scene, questionId, groups } }: ShowView, id: string): string {
  if (scene !== 'question') return SCENE_WORDS[scene]();
  if (questionId !== id) return m.queCardsAnotherQuestion();
  const revealed = groups.filter((group) => group.revealed).length;
  return revealed === 0
    ? m.queCardsStage()
    : m.liveBarRevealed({ revealed, length: groups.length });
}
