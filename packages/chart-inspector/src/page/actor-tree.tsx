import { useMemo } from 'react';
import { Breakable } from './breakable.tsx';
import { useNames } from './names.tsx';
import { type SeenActor, stateWords, treeOf } from './seen.ts';
import { Checkbox, LIST } from '../ui/ui.tsx';
import { useUrlState } from '../ui/url-state.ts';

export interface ActorTreeProps {
  /** The actors by id; null if not known yet. */
  readonly actors: ReadonlyMap<string, SeenActor> | null;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** The tree of actors with their charts and states. */
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
      <ul className={LIST}>
        {rows.map(({ actor, depth }) => (
          <li
            key={actor.id}
            style={{ marginInlineStart: `calc(var(--space-2) * ${Math.min(depth, 6)})` }}
          >
            <button
              type="button"
              aria-pressed={actor.id === chosen}
              onClick={() => onChoose(actor.id)}
            >
              <strong>
                <Breakable text={nameOf(actor.name)} />
                {actor.chart !== null && actor.chart !== actor.name && (
                  <small>
                    {' '}
                    <Breakable text={actor.chart} />
                  </small>
                )}
              </strong>
              <small>
                <Breakable text={wordsOf(actor)} />
              </small>
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
