import { useMemo } from 'react';
import { Breakable } from './breakable.tsx';
import styles from './inspector.module.css';
import { useNames } from './names.tsx';
import { type SeenActor, stateWords, treeOf } from './seen.ts';
import { Checkbox } from '../ui/ui.tsx';
import { useUrlState } from '../ui/url-state.ts';

export interface ActorTreeProps {
  /** Null: not told yet. */
  readonly actors: ReadonlyMap<string, SeenActor> | null;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** Every actor below the one that started it: what it is called, its chart, its state. */
export function ActorTree({ actors, chosen, onChoose }: ActorTreeProps) {
  const [ended, setEnded] = useUrlState('ended');
  const isWithEnded = ended !== '';
  const nameOf = useNames();
  const rows = useMemo(
    () =>
      treeOf(actors ?? new Map()).filter(
        ({ actor }) => isWithEnded || !actor.isEnded || actor.id === chosen,
      ),
    [actors, isWithEnded, chosen],
  );
  return (
    <section aria-label="Actors">
      <h2>Actors</h2>
      <ul className={styles['list']}>
        {rows.map(({ actor, depth }) => (
          <li
            key={actor.id}
            style={{ marginInlineStart: `calc(var(--space-2) * ${Math.min(depth, 6)})` }}
          >
            <button
              type="button"
              aria-pressed={actor.id === chosen}
              data-ended={actor.isEnded || undefined}
              onClick={() => onChoose(actor.id)}
            >
              <span className={styles['name']}>
                <Breakable text={nameOf(actor.name)} />
                {actor.chart !== null && actor.chart !== actor.name && (
                  <span className={styles['chart']}>
                    {' '}
                    <Breakable text={actor.chart} />
                  </span>
                )}
              </span>
              <span className={styles['where']}>
                <Breakable text={wordsOf(actor)} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Checkbox
        label="With ended ones"
        checked={isWithEnded}
        onChange={({ target }) => setEnded(target.checked ? 'shown' : '')}
      />
    </section>
  );
}

function wordsOf({ now, isEnded, chart }: SeenActor): string {
  const state = stateWords(now.state);
  if (!isEnded) return chart === null ? 'runs' : state;
  return [now.status === 'active' ? 'stopped' : now.status, state].filter(Boolean).join(', ');
}
