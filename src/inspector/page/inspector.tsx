import ExternalLink from 'lucide-react/icons/external-link';
import PanelLeft from 'lucide-react/icons/panel-left';
import PanelRight from 'lucide-react/icons/panel-right';
import { useEffect, useMemo, useState } from 'react';
import type { InspectedEvent } from '#machines/contract/inspection.ts';
import { type Box, type DrawnChart, type DrawnState, takenKey } from '#machines/kit/drawing.ts';
import {
  Button,
  CopyButton,
  Disclosure,
  EmptyState,
  IconButton,
  Note,
  SelectField,
  Spoken,
  standaloneLink,
  Tabs,
  useUrlChoice,
  useUrlState,
} from '../product.ts';
import { ChartDrawing } from '../drawing/chart-drawing.tsx';
import { StateList } from '../drawing/state-list.tsx';
import { ZoomPane } from '../drawing/zoom-pane.tsx';
import type { ReplayedActor } from '../trace/replay.ts';
import { TracePanel } from '../trace/trace-panel.tsx';
import type { TraceSource } from '../trace/trace.ts';
import { ActorTree } from './actor-tree.tsx';
import { chartOf } from './charts.ts';
import { ContextPanel } from './context-panel.tsx';
import { Hosted } from './hosted.tsx';
import { DisturbPanel } from './disturb-panel.tsx';
import { EventsPanel } from './events-panel.tsx';
import styles from './inspector.module.css';
import { LogPanel } from './log-panel.tsx';
import { type Entry, type SeenActor, type SeenWindow, stateWords } from './seen.ts';
import { SequencePanel } from './sequence-panel.tsx';
import type { Session } from './session.ts';
import { useSessionState } from './use-session.ts';
import { Windows } from './windows.tsx';

const TABS = ['context', 'events', 'log', 'sequence', 'disturb', 'trace'] as const;
const LABELS = {
  context: 'Context',
  events: 'Events',
  log: 'Log',
  sequence: 'Sequence',
  disturb: 'Disturb',
  trace: 'Trace',
} as const;

export interface InspectorProps {
  readonly code: string;
  readonly session: Session;
  /** The id of the window that it stands in, if that can be inspected too. */
  readonly own: string | null;
}

/** The windows of a code, one of them closer, one actor of it closest. */
export function Inspector({ code, session, own }: InspectorProps) {
  const { seen, problem } = useSessionState(session);
  const [windowId, setWindow] = useUrlState('window');
  const shown = seen.get(windowId) ?? firstOf([...seen.values()], own);
  const chosen = shown?.window.id ?? null;
  const [folded, setFolded] = useUrlState('folded');
  const fold = (side: string) =>
    setFolded(folded.includes(side) ? folded.replace(side, '') : folded + side);

  useEffect(() => session.watch(chosen), [session, chosen]);

  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 tabIndex={-1}>Inspector</h1>
        <p className={styles['code']}>
          Code <code>{code}</code>
        </p>
        <Address code={code} />
        <a className={standaloneLink} href="/inspect/atlas">
          Atlas
        </a>
        <div className={styles['folds']}>
          <IconButton
            label="Windows and actors"
            icon={<PanelLeft />}
            aria-pressed={!folded.includes('l')}
            onClick={() => fold('l')}
          />
          <IconButton
            label="Details"
            icon={<PanelRight />}
            aria-pressed={!folded.includes('r')}
            onClick={() => fold('r')}
          />
        </div>
      </header>
      <Spoken>
        {typeof problem === 'string' && (
          <Note tone="danger" title="Other devices cannot be heard">
            <p>
              The server&#39;s line is shut ({problem}). Windows of this browser are still seen.
            </p>
            <Button onClick={session.retry}>Try Again</Button>
          </Note>
        )}
      </Spoken>
      <div className={styles['bench']} data-folded={folded}>
        <aside className={styles['side']} aria-label="Windows and actors">
          <Windows windows={[...seen.values()]} own={own} chosen={chosen} onChoose={setWindow} />
          {shown !== undefined && <Actors shown={shown} />}
        </aside>
        {shown === undefined ? (
          <div className={styles['nothing']}>
            <EmptyState
              title="No window says anything yet"
              hint={`Open one here, or go to the address on another device. It appears by itself.`}
            />
          </div>
        ) : (
          <Bench shown={shown} session={session} />
        )}
      </div>
    </div>
  );
}

/** Rather a window of the product than the inspector's own. */
const firstOf = (windows: readonly SeenWindow[], own: string | null): SeenWindow | undefined => {
  const living = windows.filter(({ isGone }) => !isGone);
  return living.find(({ window }) => window.kind === 'page' && window.id !== own) ?? living[0];
};

function Address({ code }: { readonly code: string }) {
  const path = `/?inspect=${code}`;
  const address = `${window.location.origin}${path}`;
  return (
    <div className={styles['address']}>
      <Button icon={<ExternalLink />} onClick={() => window.open(path)}>
        Open a window
      </Button>
      <code>{address}</code>
      <CopyButton text={address} what="address" />
    </div>
  );
}

function Actors({ shown }: { readonly shown: SeenWindow }) {
  const [actor, setActor] = useUrlState('actor');
  return (
    <ActorTree
      actors={shown.actors}
      chosen={chosenActor(shown, actor)?.id ?? null}
      onChoose={setActor}
    />
  );
}

/** The one of the address, else the first chart. */
const chosenActor = ({ actors }: SeenWindow, id: string): SeenActor | null => {
  if (actors === null) return null;
  return actors.get(id) ?? [...actors.values()].find(({ chart }) => chart !== null) ?? null;
};

interface BenchProps {
  readonly shown: SeenWindow;
  readonly session: Session;
}
function Bench({ shown, session }: BenchProps) {
  const [actorId, setActor] = useUrlState('actor');
  const [tab, setTab] = useUrlChoice('tab', TABS);
  const [picked, setEntry] = useState<Entry | null>(null);
  /** The actors of a trace that is lived again; null: those of the window are shown. */
  const [replayed, setReplayed] = useState<readonly ReplayedActor[] | null>(null);
  const [again, setAgain] = useState('');
  const { window } = shown;
  const entry = picked !== null && shown.log.includes(picked) ? picked : null;
  const relived = replayed?.find(({ actor: id }) => id === again) ?? replayed?.[0] ?? null;
  const actor = relived === null ? chosenActor(shown, actorId) : actorOf(relived);
  const source = useMemo(
    (): TraceSource => ({
      window: { path: window.path, device: window.device },
      actors: () => session.actors(window.id),
      listen: (heard) => session.listen(window.id, heard),
    }),
    // A window that goes elsewhere stays the same one.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
    [session, window.id],
  );

  const choose = (chosen: Entry | null) => {
    setEntry(chosen);
    if (chosen !== null) setActor(chosen.record.actor);
  };
  const chooseActor = (id: string) => {
    setEntry(null);
    setActor(id);
  };
  const panel = () => {
    switch (tab) {
      case 'context':
        return actor && <ContextPanel actor={actor} onActor={chooseActor} />;
      case 'events':
        return (
          actor && (
            <EventsPanel
              actor={actor}
              canSend={window.kind === 'page' && relived === null}
              onSend={(event: InspectedEvent) =>
                session.say({ type: 'event.send', window: window.id, actor: actor.id, event })
              }
            />
          )
        );
      case 'log':
        return (
          <LogPanel
            key={window.id}
            log={shown.log}
            dropped={shown.dropped}
            actor={actor}
            chosen={entry}
            onChoose={choose}
          />
        );
      case 'sequence':
        return <SequencePanel log={shown.log} chosen={entry} onChoose={choose} />;
      case 'disturb':
        return <DisturbPanel window={window} onSay={session.say} />;
      case 'trace':
        return null;
      default:
        return tab satisfies never;
    }
  };

  return (
    <>
      <section className={styles['middle']} aria-label="Chart">
        {relived !== null && replayed !== null && (
          <SelectField
            label="Actor of the replay"
            value={relived.actor}
            onChange={({ target }) => setAgain(target.value)}
          >
            {replayed.map(({ actor: id, name, elsewhere }) => (
              <option key={id} value={id}>
                {name}
                {elsewhere && ' (elsewhere than recorded)'}
              </option>
            ))}
          </SelectField>
        )}
        {actor === null ? (
          <Silent shown={shown} />
        ) : (
          <Chart
            key={actor.id}
            actor={actor}
            shown={shown}
            entry={entry?.record.actor === actor.id ? entry : null}
            onLive={() => setEntry(null)}
            onActor={chooseActor}
          />
        )}
      </section>
      <section
        className={styles['right']}
        aria-label="Details"
        data-wide={tab === 'sequence' ? '' : undefined}
      >
        <Spoken urgent>
          {shown.refusal !== null && <Note tone="danger">{shown.refusal}</Note>}
        </Spoken>
        <Tabs
          label="Details"
          items={TABS.map((key) => ({ key, label: LABELS[key] }))}
          selected={tab}
          onSelect={setTab}
        >
          {panel()}
          {/* What it records it goes on recording. */}
          <div hidden={tab !== 'trace'}>
            <div className={styles['stack']}>
              <TracePanel source={source} onReplayed={setReplayed} />
              <Hosted key={window.id} source={source} />
            </div>
          </div>
        </Tabs>
      </section>
    </>
  );
}

/** A window of which no actor can be shown. */
function Silent({ shown: { isGone, actors, window } }: { readonly shown: SeenWindow }) {
  if (isGone) return <EmptyState title="This window is closed" hint="Choose another one." />;
  if (actors === null)
    return (
      <EmptyState
        title="Listening to this window"
        hint="Its actors appear as soon as it answers."
      />
    );
  return window.kind === 'server' ? (
    <EmptyState
      title="No release window is open"
      hint="The next release of a question appears here by itself."
    />
  ) : (
    <EmptyState title="No actor runs here" hint="The next one appears here by itself." />
  );
}

const actorOf = ({ actor, ...relived }: ReplayedActor): SeenActor => ({
  ...relived,
  id: actor,
  input: null,
  isEnded: relived.now.status !== 'active',
  changed: [],
});

interface ChartProps {
  readonly actor: SeenActor;
  readonly shown: SeenWindow;
  /** What was chosen in the log; null: the actor as it is now. */
  readonly entry: Entry | null;
  readonly onLive: () => void;
  readonly onActor: (id: string) => void;
}
function Chart({ actor, shown, entry, onLive, onActor }: ChartProps) {
  const [isRead, setRead] = useState(false);
  const chart = chartOf(actor.chart);
  const said =
    entry === null || entry.record.kind === 'stopped' || entry.record.kind === 'emitted'
      ? null
      : entry.record;
  const now = said?.now ?? actor.now;
  const taken = said?.kind === 'moved' ? said.taken : actor.taken;
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
        <h2>{actor.name}</h2>
        <p>
          {actor.chart === null ? 'no chart' : `chart ${actor.chart}`}
          {now.state !== null && <strong className={styles['now']}>{stateWords(now.state)}</strong>}
          {now.tags.map((tag) => (
            <span key={tag} className={styles['tag']}>
              {tag}
            </span>
          ))}
          {actor.isEnded && <span className={styles['tag']}>ended</span>}
        </p>
        {entry !== null && <Button onClick={onLive}>Back to now</Button>}
      </div>
      {chart === null ? (
        <EmptyState
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
          <Disclosure summary="The chart in words" onToggle={setRead}>
            {isRead && <StateList chart={chart} active={active} />}
          </Disclosure>
        </>
      )}
    </>
  );
}

/** A box around the innermost of the active states. */
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
