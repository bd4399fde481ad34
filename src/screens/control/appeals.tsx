import { m } from 'messages';
import { useSelector } from '@xstate/react';
import type { RundownItem } from '#machines/contract/rundown.ts';
import { type QueCardsActor, selectAppeals } from '#machines/show/que-cards.ts';
import { linkButton } from '#src/components/button.tsx';
import { Link } from '#src/components/link.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import styles from './control.module.css';

interface AppealsProps {
  readonly cards: QueCardsActor;
  readonly items: readonly RundownItem[];
}

/** Counts the appeals that wait in a show, and leads to the desk of the first question that has one. */
export function Appeals({ cards, items }: AppealsProps) {
  const count = useSelector(cards, (snapshot) =>
    items.reduce((sum, { gameSessionId }) => sum + selectAppeals(gameSessionId)(snapshot), 0),
  );
  const first = useSelector(cards, (snapshot) =>
    items.find(({ gameSessionId }) => selectAppeals(gameSessionId)(snapshot) > 0),
  );
  const text = m.countAppeals({ count });
  return (
    <>
      {first !== undefined && (
        <div className={styles['arriving']}>
          <Link to={`/grouping/${first.gameSessionId}`} className={linkButton()}>
            {text}
          </Link>
        </div>
      )}
      <Spoken hidden>{count > 0 && m.controlDecide({ text })}</Spoken>
    </>
  );
}
