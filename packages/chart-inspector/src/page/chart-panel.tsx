import { useMemo } from 'react';
import type { ActorState, InspectionRecord } from '../protocol.ts';
import { type Box, type DrawnChart, type DrawnState, takenKey } from '../drawn-chart.ts';
import { ChartDrawing } from '../drawing/chart-drawing.tsx';
import { StateList } from '../drawing/state-list.tsx';
import { ZoomPane } from '../drawing/zoom-pane.tsx';
import { chartIn, useApp } from '../app.tsx';
import styles from './inspector.module.css';
import { useNames } from './names.tsx';
import { type SeenActor, type SeenWindow, stateWords } from './seen.ts';
import { Button, Disclosure, Empty } from '../ui/ui.tsx';

/** A record with the state of its actor. */
export type RecordedMoment = Extract<InspectionRecord, { readonly now: ActorState }>;

interface ChartProps {
  readonly actor: SeenActor;
  readonly shown: SeenWindow;
  /** The chosen log entry, whose state is shown; null for the state now. */
  readonly past: RecordedMoment | null;
  readonly onLive: () => void;
  readonly onActor: (id: string) => void;
}
/** Shows an actor's chart, with its state now or at a log entry. */
export function ChartPanel({ actor, shown, past, onLive, onActor }: ChartProps) {
  const nameOf = useNames();
  const chart = chartIn(useApp(), actor.chart);
  const now = past?.now ?? actor.now;
  const taken = past?.kind === 'moved' ? past.taken : actor.taken;
  const active = useMemo(() => new Set(now.active), [now]);
  const focus = useMemo(
    () => (chart === null ? undefined : around(chart, active)),
    [chart, active],
  );
  const lit = useMemo(() => new Set(taken.map(takenKey)), [taken]);

  const linkTo = (invoked: string) => {
    const found = [...(shown.actors?.values() ?? [])].findLast(
      ({ parent, name }) => parent === actor.id && name === invoked,
    );
    if (found === undefined) return null;
    const { pathname, search } = window.location;
    const to = new URLSearchParams(search);
    to.set('actor', found.id);
    return { href: `${pathname}?${to}`, open: () => onActor(found.id) };
  };

  return (
    <>
      <div className={styles['title']}>
        <h2>{nameOf(actor.name)}</h2>
        <p>
          {actor.chart === null ? 'no chart' : `chart ${actor.chart}`}
          {now.state !== null && <strong>{stateWords(now.state)}</strong>}
          {now.tags.map((tag) => (
            <span key={tag}>{tag}</span>
          ))}
          {actor.isEnded && <span>ended</span>}
        </p>
        {past !== null && <Button onClick={onLive}>Back to now</Button>}
      </div>
      {chart === null ? (
        <Empty
          title="No chart to draw"
          hint="This actor is a promise or a callback: what it was given and gave back is under Context."
        />
      ) : (
        <>
          <div className={styles['canvas']}>
            <ZoomPane
              label={`Chart ${chart.id}`}
              width={chart.width}
              height={chart.height}
              focus={focus}
              wheel="always"
            >
              <ChartDrawing chart={chart} active={active} taken={lit} linkTo={linkTo} />
            </ZoomPane>
          </div>
          <Disclosure summary="The chart in words">
            {() => <StateList chart={chart} active={active} />}
          </Disclosure>
        </>
      )}
    </>
  );
}

/** Returns the bounding box of the innermost active states. */
function around({ root }: DrawnChart, active: ReadonlySet<string>): Box | undefined {
  const inmost = (state: DrawnState): DrawnState[] => {
    const within = state.states.flatMap(inmost);
    return within.length === 0 && active.has(state.id) ? [state] : within;
  };
  const boxes = inmost(root);
  if (boxes.length === 0) return undefined;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}
