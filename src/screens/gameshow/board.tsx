import type { Show } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { audienceLabel } from '#machines/rules/audience.ts';
import { AudienceSign } from './question.tsx';
import { fitted } from './fit.ts';
import styles from './gameshow.module.css';

/** Fewer names than these leave room below them. */
const MIN_ROWS = 5;

/** Of a long name, which is cut off rather than made smaller. */
const LEAST = '0.58em';

/** The best of today, each audience among itself. */
export function Board({ board }: { readonly board: NonNullable<Show['board']> }) {
  const rows = Math.max(MIN_ROWS, ...AUDIENCES.map((audience) => board[audience].length));
  return (
    <div className={styles['boards']}>
      <h1 tabIndex={-1}>Today's scores</h1>
      {AUDIENCES.map((audience) => (
        <section key={audience} aria-label={audienceLabel(audience)}>
          <h2>
            <AudienceSign audience={audience} />
          </h2>
          {board[audience].length === 0 ? (
            <p>{MESSAGES.questions.noneToday}</p>
          ) : (
            <ol style={{ gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))` }}>
              {board[audience].map(({ rank, username, total_points: points }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- names are not unique, and ids are not sent
                <li key={`${index} ${username}`} data-first={rank === 1 || undefined}>
                  <div>
                    <span className={styles['rank']}>{rank}</span>
                    <span className={styles['name']}>
                      <span style={{ fontSize: `max(${LEAST}, ${fitted(username, '1em')})` }}>
                        {username}
                      </span>
                    </span>
                    <span className={styles['points']}>
                      {points.toLocaleString()}
                      <span className="visually-hidden"> points</span>
                    </span>
                  </div>
                </li>
              ))}
            </ol>
          )}
        </section>
      ))}
    </div>
  );
}
