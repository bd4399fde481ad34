import type { Desk } from '#machines/contract/desk.ts';
import { Badge } from '#src/components/badge.tsx';
import { Disclosure } from '#src/components/disclosure.tsx';
import { counted, timeText } from '#src/words/counts-and-times.ts';
import styles from './grouping.module.css';
import { entryText } from './words.ts';

/** Who decided what, when and why, the newest first. */
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
