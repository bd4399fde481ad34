import { m } from 'messages';
import { useSelector } from '@xstate/react';
import type { RundownItem } from '#machines/contract/rundown.ts';
import { type ProducerActor, selectView } from '#machines/show/producer.ts';
import { isFrozen } from '#machines/results/rules/result.ts';
import { Button } from '#src/components/button.tsx';

interface ShowAgainProps {
  readonly producer: ProducerActor;
  /** An item that players have seen. */
  readonly item: RundownItem;
  readonly busy: boolean;
  readonly shortcut?: string;
}

/** Puts a question, or its board once it has one, on the stage again. Not shown while it is there. */
export function ShowAgain({ producer, item, busy, shortcut }: ShowAgainProps) {
  const view = useSelector(producer, selectView);
  if (view === null) return null;
  const { scene, gameSessionId } = view.direction;
  if (scene === 'question' && gameSessionId === item.gameSessionId) return null;
  const { act } = view.next;
  // The main button does it.
  if (act?.type === 'question' && act.itemId === item.id) return null;
  return (
    <Button
      busy={busy}
      data-place="below"
      shortcut={shortcut}
      onClick={() =>
        producer.send({ type: 'producer.act', act: { type: 'question', itemId: item.id } })
      }
    >
      {isFrozen(item.result) ? m.controlShowBoard() : m.controlShowQuestion()}
    </Button>
  );
}
