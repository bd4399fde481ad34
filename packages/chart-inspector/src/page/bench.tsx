import { useMemo, useState } from 'react';
import type { InspectedEvent } from '../protocol.ts';
import { chartIn, useApp } from '../app.tsx';
import { idsIn, NO_IDS } from '../events/ids.ts';
import type { ReplayedActor } from '../trace/replay.ts';
import { TracePanel } from '../trace/trace-panel.tsx';
import type { TraceSource } from '../trace/trace.ts';
import { ChartPanel, type RecordedMoment } from './chart-panel.tsx';
import { ContextPanel } from './context-panel.tsx';
import { DisturbPanel, Paused } from './disturb-panel.tsx';
import { EventsPanel } from './events-panel.tsx';
import { Hosted } from './hosted.tsx';
import styles from './inspector.module.css';
import { useNames } from './names.tsx';
import { LogPanel } from './log-panel.tsx';
import type { Entry, SeenActor, SeenWindow } from './seen.ts';
import { SequencePanel } from './sequence-panel.tsx';
import type { Session } from './session.ts';
import { Empty, Live, Note, SelectField, Stack, Tabs } from '../ui/ui.tsx';
import { useUrlState } from '../ui/url-state.ts';

const TABS = {
  context: 'Context',
  events: 'Events',
  log: 'Log',
  sequence: 'Sequence',
  disturb: 'Disturb',
  trace: 'Trace',
} as const;
type Tab = keyof typeof TABS;
const isTab = (text: string): text is Tab => text in TABS;

/** Returns the actor with the given id, otherwise the first actor with a chart. */
export const chosenActor = ({ actors }: SeenWindow, id: string): SeenActor | null => {
  if (actors === null) return null;
  return actors.get(id) ?? [...actors.values()].find(({ chart }) => chart !== null) ?? null;
};

interface BenchProps {
  readonly shown: SeenWindow;
  readonly session: Session;
}
/** Shows one browser window: the chart of an actor, and tabs about the actor and the window. */
export function Bench({ shown, session }: BenchProps) {
  const [actorId, setActor] = useUrlState('actor');
  const [givenTab, setTab] = useUrlState('tab');
  const tab = isTab(givenTab) ? givenTab : 'context';
  const [picked, setEntry] = useState<Entry | null>(null);
  /** The actors of the open replay; null shows the living actors. */
  const [replayed, setReplayed] = useState<readonly ReplayedActor[] | null>(null);
  const [replayId, setReplayId] = useState('');
  const nameOf = useNames();
  const app = useApp();
  const { window } = shown;
  const entry = picked !== null && shown.log.includes(picked) ? picked : null;
  const replayActor = replayed?.find(({ actor: id }) => id === replayId) ?? replayed?.[0] ?? null;
  const actor = replayActor === null ? chosenActor(shown, actorId) : actorOf(replayActor);
  const ids = useMemo(
    () =>
      tab === 'events'
        ? idsIn([...(shown.actors?.values() ?? [])].map(({ now }) => now.context))
        : NO_IDS,
    [tab, shown.actors],
  );
  const past = actor === null ? null : momentOf(entry, actor);
  const source = useMemo(
    (): TraceSource => ({
      get window() {
        const { path, device } = session.state().seen.get(window.id)?.window ?? window;
        return { path, device };
      },
      actors: () => session.actors(window.id),
      listen: (heard) => session.listen(window.id, heard),
    }),
    // `window` is read on demand, because a window that navigates keeps its id but changes its path.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
    [session, window.id],
  );

  const canSend = window.kind === 'page' && replayActor === null;
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
        return (
          actor && (
            <ContextPanel
              key={actor.id}
              actor={actor}
              now={past?.now ?? actor.now}
              before={past === null ? actor.before : entry?.before}
              onActor={chooseActor}
              onRestore={
                canSend && actor.chart !== null && !actor.isEnded
                  ? ({ value: state, context }) =>
                      session.send({
                        type: 'snapshot.restore',
                        window: window.id,
                        actor: actor.id,
                        state,
                        context,
                      })
                  : null
              }
            />
          )
        );
      case 'events':
        return (
          actor && (
            <EventsPanel
              key={actor.id}
              actor={actor}
              ids={ids}
              canSend={canSend}
              onSend={(event: InspectedEvent) =>
                session.send({ type: 'event.send', window: window.id, actor: actor.id, event })
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
        return (
          <DisturbPanel
            window={window}
            chart={chartIn(app, actor?.chart ?? null)}
            onSend={session.send}
          />
        );
      case 'trace':
        return null;
      default:
        return tab satisfies never;
    }
  };

  return (
    <>
      <section className={styles['middle']} aria-label="Chart">
        {replayActor !== null && replayed !== null && (
          <SelectField
            label="Actor of the replay"
            value={replayActor.actor}
            onChange={({ target }) => setReplayId(target.value)}
          >
            {replayed.map(({ actor: id, name, elsewhere }) => (
              <option key={id} value={id}>
                {nameOf(name)}
                {elsewhere && ' (elsewhere than recorded)'}
              </option>
            ))}
          </SelectField>
        )}
        {actor === null ? (
          <Silent shown={shown} />
        ) : (
          <ChartPanel
            key={actor.id}
            actor={actor}
            shown={shown}
            past={past}
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
        <Live urgent>
          {shown.refusal !== null && [null, actor?.id].includes(shown.refusal.actor) && (
            <Note tone="danger">{shown.refusal.message}</Note>
          )}
        </Live>
        {window.disturbance.isPaused && <Paused window={window} onSend={session.send} />}
        <Tabs label="Details" tabs={TABS} selected={tab} onSelect={setTab}>
          {panel()}
          {/* Hidden instead of removed, so that a recording continues while another tab is shown. */}
          <div hidden={tab !== 'trace'}>
            <Stack>
              <TracePanel
                source={source}
                onReplayed={(actors, concerned) => {
                  setReplayed(actors);
                  if (concerned !== null) setReplayId(concerned);
                }}
              />
              <Hosted key={window.id} source={source} />
            </Stack>
          </div>
        </Tabs>
      </section>
    </>
  );
}

/** Shown in place of the chart while there is no actor to show. */
function Silent({ shown: { isGone, actors, window } }: { readonly shown: SeenWindow }) {
  if (isGone) return <Empty title="This window is closed" hint="Choose another one." />;
  if (actors === null)
    return (
      <Empty title="Listening to this window" hint="Its actors appear as soon as it answers." />
    );
  return window.kind === 'server' ? (
    <Empty
      title="No release window is open"
      hint="The next release of a question appears here by itself."
    />
  ) : (
    <Empty title="No actor runs here" hint="The next one appears here by itself." />
  );
}

/** Returns the actor's state at the chosen log entry; null if no entry of this actor is chosen. */
const momentOf = (entry: Entry | null, actor: SeenActor): RecordedMoment | null =>
  entry !== null && entry.record.actor === actor.id && 'now' in entry.record ? entry.record : null;

const actorOf = ({ actor, ...replayActor }: ReplayedActor): SeenActor => ({
  ...replayActor,
  id: actor,
  input: null,
  isEnded: replayActor.now.status !== 'active',
  before: replayActor.now.context,
});
