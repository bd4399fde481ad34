import { m } from 'messages';
import { useState } from 'react';
import type { RundownItem } from '#machines/contract/rundown.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import type { ProducerActor } from '#machines/show/producer.ts';
import { Button } from '#src/components/button.tsx';
import { AskText } from './ask-text.tsx';

interface VoidItemProps {
  readonly producer: ProducerActor;
  /** An item that players have seen. */
  readonly item: RundownItem;
  readonly busy: boolean;
}

/** Takes back the points of an item, or returns them. */
export function VoidItem({ producer, item, busy }: VoidItemProps) {
  const [isAsking, setAsking] = useState(false);
  const { id: itemId, text, result } = item;
  const act = (wanted: ShowAct) => producer.send({ type: 'producer.act', act: wanted });
  if (result.voided !== undefined)
    return (
      <Button busy={busy} data-place="last" onClick={() => act({ type: 'unvoid', itemId })}>
        {m.controlCountAgain()}
      </Button>
    );
  return (
    <>
      <Button tone="danger" busy={busy} data-place="last" onClick={() => setAsking(true)}>
        {m.controlVoid()}
      </Button>
      {isAsking && (
        <AskText
          title={m.controlAskVoid({ text })}
          hint={m.controlClosesEveryoneLosesPoints()}
          label={m.commonReason()}
          confirm={m.controlVoid()}
          onClose={() => setAsking(false)}
          onText={(reason) => act({ type: 'void', itemId, reason })}
        />
      )}
    </>
  );
}
