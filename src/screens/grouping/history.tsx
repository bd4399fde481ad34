import { m } from 'messages';
import { timeText } from 'messages/format';
import { useSelector } from '@xstate/react';
import type { Desk } from '#machines/contract/desk.ts';
import { type GroupingDeskActor, selectOutdatedSince } from '#machines/results/grouping-desk.ts';
import { decidedSince } from '#machines/results/rules/desk-decisions.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { Disclosure } from '#src/components/disclosure.tsx';
import styles from './grouping.module.css';
import { entryText } from './words.ts';

/** Lists who decided what, when and why, the newest decision first. */
export function History({ desk: { history, version } }: { readonly desk: Desk }) {
  if (version === 0) return null;
  return (
    <Disclosure summary={m.groupingHistory({ version: m.countDecisions({ count: version }) })}>
      <ol translate="no" className={styles['lines']}>
        {history.map((entry) => (
          <li key={entry.turn}>
            <span className={styles['why']}>{timeText(entry.at)}</span> {entryText(entry)}{' '}
            {entry.isUndone && <Badge>{m.groupingUndone()}</Badge>}
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
      title={m.groupingNotDone()}
      footer={<Button onClick={seen}>{m.groupingGot()}</Button>}
    >
      <p>{changed.length === 0 ? m.deskGone() : m.deskOutdated()}</p>
      <ul className={styles['lines']}>
        {changed.map((entry) => (
          <li key={entry.turn}>{entryText(entry)}</li>
        ))}
      </ul>
    </Dialog>
  );
}
