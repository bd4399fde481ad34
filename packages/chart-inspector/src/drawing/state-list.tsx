import type { DrawnChart, DrawnState, DrawnTransition } from '../drawn-chart.ts';
import type { ChartMarks } from './chart-drawing.tsx';
import styles from '../page/inspector.module.css';

export interface StateListProps extends Pick<ChartMarks, 'active'> {
  readonly chart: DrawnChart;
}

/** A chart as a nested list of states and transitions. */
export function StateList({ chart, active }: StateListProps) {
  return (
    <div className={styles['words']}>
      <ul>
        <Entry state={chart.root} active={active} />
      </ul>
    </div>
  );
}

const KINDS = {
  atomic: '',
  compound: '',
  parallel: ', all of these at once',
  final: ', an end',
  history: ', where it was before',
};

function Entry({ state, active }: Pick<ChartMarks, 'active'> & { readonly state: DrawnState }) {
  return (
    <li>
      <strong>{state.key}</strong>
      {active?.has(state.id) === true && ' (now)'}
      {KINDS[state.type]}
      {state.lines
        .filter(({ kind }) => kind !== 'stays')
        .map(({ kind, text }) => `; ${kind} ${text}`)
        .join('')}
      {(state.transitions.length > 0 || state.states.length > 0) && (
        <ul>
          {state.transitions.map((transition) => (
            <li key={`${transition.event} ${transition.index}`}>{wordsOf(transition)}</li>
          ))}
          {state.states.map((each) => (
            <Entry key={each.id} state={each} active={active} />
          ))}
        </ul>
      )}
    </li>
  );
}

const wordsOf = ({ words, targets, actions }: DrawnTransition): string =>
  [
    words,
    ...(targets.length === 0 ? [] : [`→ ${targets.join(', ')}`]),
    ...(actions.length === 0 ? [] : [`/ ${actions.join(', ')}`]),
  ].join(' ');
