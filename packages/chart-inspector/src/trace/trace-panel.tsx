import { useEffect, useRef, useState } from 'react';
import { stateWords } from '../page/seen.ts';
import { useApp } from '../app.tsx';
import { journeyTest } from './journey.ts';
import { actorsAfter, replay, type Replay, type ReplayedActor, type ReplayStep } from './replay.ts';
import {
  exported,
  imported,
  record,
  type Recording,
  type Trace,
  type TraceSource,
} from './trace.ts';
import { Button, InputField, LIST, Live, Note, Row, Stack } from '../ui/ui.tsx';

export interface TracePanelProps {
  /** The records of the shown browser window, the same object while it is shown; null if none is shown. */
  readonly source: TraceSource | null;
  /**
   * Called with the actors after the shown step, and with the actor that the step concerns (null before the first
   * step). `actors` is null when no replay is open.
   */
  readonly onReplayed: (actors: readonly ReplayedActor[] | null, concerned: string | null) => void;
}

/** Duration of a step while the replay plays, ms. */
const STEP_MS = 600;

/** Records a browser window. The trace can be exported, replayed and saved as a test. */
export function TracePanel({ source, onReplayed }: TracePanelProps) {
  const app = useApp();
  const [recording, setRecording] = useState<Recording | null>(null);
  const [heard, setHeard] = useState(0);
  const [trace, setTrace] = useState<Trace | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [replayed, setReplayed] = useState<Replay | null>(null);

  const close = () => {
    setReplayed(null);
    onReplayed(null, null);
  };
  const begin = () => {
    if (source === null) return;
    close();
    setProblem(null);
    setHeard(0);
    setRecording(record(source, setHeard));
  };
  const stop = () => {
    if (recording === null) return;
    recording.stop();
    setTrace(recording.trace());
    setRecording(null);
  };
  useEffect(() => () => recording?.stop(), [recording]);
  // A recording ends when another window is shown.
  const latest = useRef(stop);
  useEffect(() => {
    latest.current = stop;
  });
  useEffect(() => {
    if (recording !== null && recording.source !== source) latest.current();
  }, [recording, source]);

  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const found = imported(await file.text());
    setProblem('problem' in found ? found.problem : null);
    if ('problem' in found) return;
    close();
    setTrace(found.trace);
  };
  const held = recording === null ? trace : null;

  return (
    <Stack>
      <p>Record what happens in this window, live it again step by step, and keep it as a test.</p>
      <Row>
        {recording === null ? (
          <Button disabled={source === null} onClick={begin}>
            Record
          </Button>
        ) : (
          <Button tone="danger" onClick={stop}>
            Stop recording
          </Button>
        )}
        {held !== null && (
          <>
            <Button onClick={() => download(`${nameOf(held)}.json`, exported(held))}>Export</Button>
            <Button onClick={() => setReplayed(replay(held, app))}>Replay</Button>
            <Button
              onClick={() =>
                download(`${nameOf(held)}.test.ts`, journeyTest(held, replay(held, app), app))
              }
            >
              Save as journey test
            </Button>
          </>
        )}
      </Row>
      {recording !== null && <p>Recording: {heard === 1 ? '1 record' : `${heard} records`}.</p>}
      <Live>{held !== null && <p>{summaryOf(held)}</p>}</Live>
      <InputField
        label="Import a trace"
        hint="A .json file made with Export."
        type="file"
        accept="application/json,.json"
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0]);
          // Reset the field, so that the same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <Live urgent>{problem !== null && <Note tone="danger">{problem}</Note>}</Live>
      {replayed !== null && <ReplayView replayed={replayed} onShown={onReplayed} onClose={close} />}
    </Stack>
  );
}

interface ReplayViewProps {
  readonly replayed: Replay;
  readonly onShown: TracePanelProps['onReplayed'];
  readonly onClose: () => void;
}
function ReplayView({ replayed, onShown, onClose }: ReplayViewProps) {
  const { steps, notes } = replayed;
  const [count, setCount] = useState(0);
  const [isPlaying, setIsPlaying] = useState(false);
  const current = useRef<HTMLButtonElement>(null);
  const isAtEnd = count >= steps.length;
  const shown = useRef(onShown);
  useEffect(() => {
    shown.current = onShown;
  });
  useEffect(() => {
    shown.current(actorsAfter(replayed, count), replayed.steps[count - 1]?.after.actor ?? null);
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [replayed, count]);
  useEffect(() => {
    if (!isPlaying || isAtEnd) return undefined;
    const timer = setTimeout(() => setCount(count + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, isAtEnd, count]);
  const go = (to: number) => {
    setIsPlaying(false);
    setCount(Math.min(Math.max(to, 0), steps.length));
  };
  const elsewhere = steps.filter(({ after }) => after.elsewhere).length;

  return (
    <section aria-label="Replay">
      <Stack>
        <Row>
          <Button onClick={() => go(0)}>To the beginning</Button>
          <Button onClick={() => go(count - 1)}>Back</Button>
          <Button onClick={() => go(count + 1)}>Forward</Button>
          <Button onClick={() => go(steps.length)}>To the end</Button>
          <Button
            onClick={() => {
              if (isAtEnd) setCount(0);
              setIsPlaying(!isPlaying || isAtEnd);
            }}
          >
            {isPlaying && !isAtEnd ? 'Pause' : 'Play'}
          </Button>
          <Button onClick={onClose}>Close the replay</Button>
        </Row>
        <p>
          Step {count} of {steps.length}.{' '}
          {elsewhere === 0
            ? 'Every step leads where it led.'
            : `${elsewhere} ${elsewhere === 1 ? 'step leads' : 'steps lead'} elsewhere than recorded.`}
        </p>
        {notes.map((note) => (
          <Note key={note}>{note}</Note>
        ))}
        <ol className={LIST}>
          {steps.map((step, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a step has no identity except its index
            <li key={index}>
              <button
                ref={index + 1 === count ? current : null}
                type="button"
                aria-current={index + 1 === count ? 'step' : undefined}
                onClick={() => go(index + 1)}
              >
                <StepWords step={step} />
              </button>
            </li>
          ))}
        </ol>
      </Stack>
    </section>
  );
}

function StepWords({ step: { title, after, expected, differing } }: { readonly step: ReplayStep }) {
  return (
    <>
      <strong>{after.name}</strong> {title} → {stateWords(after.now.state)}
      {after.now.status !== 'active' && ` (${after.now.status})`}
      {after.elsewhere && <em> Elsewhere: recorded was {stateWords(expected)}.</em>}
      {differing.length > 0 && <small> Different in the context: {differing.join(', ')}.</small>}
    </>
  );
}
const summaryOf = ({ window: { path }, found, records, dropped }: Trace): string =>
  `A trace of ${path}: ${found.length} actors found, ${records.length} records${dropped > 0 ? `, ${dropped} lost` : ''}.`;
const nameOf = ({ window: { path }, beganAt }: Trace): string =>
  `trace-${path.replaceAll(/\W+/gu, '-').replaceAll(/^-|-$/gu, '') || 'home'}-${beganAt}`;

/** Downloads a text as a file. */
function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
