import { useSelector } from '@xstate/react';
import type { Desk } from '#machines/contract/desk.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { type GroupingDeskActor, selectOutdatedSince } from '#machines/results/grouping-desk.ts';
import { decidedSince } from '#machines/results/rules/desk-decisions.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { Disclosure } from '#src/components/disclosure.tsx';
import { counted, timeText } from '#src/words/counts-and-times.ts';
import styles from './grouping.module.css';
import { entryText } from './words.ts';

/** Lists who decided what, when and why, the newest decision first. */
export function History({ desk: { history, version } }: { readonly desk: Desk }) {
  if (version === 0) return null;
  return (
    <Disclosure summary={`History: ${counted(version, 'decision')}`}>
      <ol translate="no" className={styles['lines']}>
        {history.map((entry) => (
          <li key={entry.turn}>
            <span className={styles['why']}>{timeText(entry.at)}</span> {entryText(entry)}{' '}
            {entry.isUndone && <Badge>Undone</Badge>}
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

interface ConflictProps {
  readonly actor: GroupingDeskActor;
  readonly desk: Desk;
}

/** Shows that an act was refused, and the decisions of other producers that caused it. */
export function Conflict({ actor, desk }: ConflictProps) {
  const since = useSelector(actor, selectOutdatedSince);
  const seen = () => actor.send({ type: 'conflict.seen' });
  const changed = since === null ? [] : decidedSince(desk, since);
  return (
    <Dialog
      open={since !== null}
      onClose={seen}
      title="Not done"
      footer={<Button onClick={seen}>Got it</Button>}
    >
      <p>{changed.length === 0 ? PRODUCER_MESSAGES.desk.gone : PRODUCER_MESSAGES.desk.outdated}</p>
      <ul className={styles['lines']}>
        {changed.map((entry) => (
          <li key={entry.turn}>{entryText(entry)}</li>
        ))}
      </ul>
    </Dialog>
  );
}
