import { m } from 'messages';
import { useSelector } from '@xstate/react';
import MonitorPlay from 'lucide-react/icons/monitor-play';
import {
  stageAct,
  type ProducerActor,
  selectHouseDirection,
  selectIsActing,
  STAGE,
} from '#machines/show/producer.ts';
import type { ListedQuestion } from '#machines/contract/entities.ts';
import { Button } from '#src/components/button.tsx';
import { once } from '#src/components/once.ts';
import { SHOW_KEYS } from '#src/words/show-keys.ts';

interface OnStageProps {
  readonly producer: ProducerActor;
  readonly question: ListedQuestion;
  /** Whether keyboard shortcuts act on this card. */
  readonly keyed: boolean;
  /** Why the key of the button needs a second press. */
  readonly twice?: string | undefined;
}

/** Button that puts the card's question on the stage screen, or a note that it is there. */
export function OnStage({ producer, question, keyed, twice }: OnStageProps) {
  const direction = useSelector(producer, selectHouseDirection);
  const busy = useSelector(producer, selectIsActing(STAGE));
  const { id, show_id: showId, item_id: itemId } = question;
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
