import { useState } from 'react';
import {
  type Disturbance,
  disturbanceSchema,
  type InspectedWindow,
  type InspectionRequest,
  UNDISTURBED,
} from 'chart-inspector/protocol';
import type { DrawnChart, DrawnState, DrawnTransition } from 'chart-inspector/drawn-chart';
import { CALL_RIGHTS } from '#machines/contract/call-rights.ts';
import {
  Actions,
  Button,
  EmptyState,
  FieldRow,
  Form,
  Note,
  NumberField,
  SelectField,
} from '../product.ts';
import styles from './inspector.module.css';

export interface DisturbPanelProps {
  readonly window: InspectedWindow;
  /** Of the actor that is looked at; null: none. */
  readonly chart: DrawnChart | null;
  readonly onSend: (request: InspectionRequest) => void;
}

/** Faults on purpose: in the way of the window's line, calls, clock and timers. */
export function DisturbPanel({ window, chart, onSend: onSay }: DisturbPanelProps) {
  if (window.kind === 'server')
    return <EmptyState title="The server is read only" hint="Disturb a window instead." />;
  return (
    <div className={styles['stack']}>
      {/* What somebody else, or a reload, has changed is shown anew. */}
      <Faults
        key={JSON.stringify(window.disturbance)}
        now={window.disturbance}
        onChange={(disturbance) => onSay({ type: 'disturb', window: window.id, disturbance })}
      />
      {chart !== null && (
        <PauseAt
          chart={chart}
          now={window.disturbance.pauseAt}
          onChange={(pauseAt) =>
            onSay({
              type: 'disturb',
              window: window.id,
              disturbance: { ...window.disturbance, pauseAt },
            })
          }
        />
      )}
      <section aria-label="At once" className={styles['stack']}>
        <h3>At once</h3>
        <Actions>
          <Button onClick={() => onSay({ type: 'line.drop', window: window.id })}>
            Drop the line
          </Button>
        </Actions>
        <Jump onJump={(ms) => onSay({ type: 'time.jump', window: window.id, ms })} />
      </section>
    </div>
  );
}

interface PauseAtProps {
  readonly chart: DrawnChart;
  readonly now: Disturbance['pauseAt'];
  readonly onChange: (pauseAt: Disturbance['pauseAt']) => void;
}
/** Makes the window stand still when an actor takes a transition of this chart. */
function PauseAt({ chart, now, onChange }: PauseAtProps) {
  const all = ({ transitions, states }: DrawnState): DrawnTransition[] => [
    ...transitions,
    ...states.flatMap(all),
  ];
  const options = new Map(
    all(chart.root).map(({ source, event }) => [
      `${source.slice(chart.id.length + 1) || chart.id}: ${event}`,
      { source, event },
    ]),
  );
  const chosen = [...options].find(
    ([, { source, event }]) => source === now?.source && event === now.event,
  );
  return (
    <SelectField
      label={`Pause at a transition of ${chart.id}`}
      value={chosen?.[0] ?? ''}
      onChange={({ target }) => onChange(options.get(target.value) ?? null)}
    >
      <option value="">
        {now === null || chosen !== undefined ? 'none' : 'one of another chart'}
      </option>
      {[...options.keys()].map((words) => (
        <option key={words}>{words}</option>
      ))}
    </SelectField>
  );
}

/** Says that a window stands still, and lets it go on. */
export function Paused({ window, onSend }: Pick<DisturbPanelProps, 'window' | 'onSend'>) {
  const { pauseAt } = window.disturbance;
  const goOn = (next: Disturbance['pauseAt']) =>
    onSend({
      type: 'disturb',
      window: window.id,
      disturbance: { ...window.disturbance, isPaused: false, pauseAt: next },
    });
  return (
    <Note title={`Paused at ${pauseAt?.source}: ${pauseAt?.event}`}>
      <p>Timers, the line and answers of calls wait. What its user does is still done.</p>
      <Actions>
        <Button onClick={() => goOn(pauseAt)}>Continue</Button>
        <Button onClick={() => goOn(null)}>Continue and pause no more</Button>
      </Actions>
    </Note>
  );
}

const CALLS = Object.keys(CALL_RIGHTS).toSorted();

interface FaultsProps {
  readonly now: Disturbance;
  readonly onChange: (disturbance: Disturbance) => void;
}
function Faults({ now, onChange }: FaultsProps) {
  const [error, setError] = useState<string>();
  const submit = (data: FormData) => {
    const number = (name: string): number => Number(data.get(name));
    const call = data.get('call');
    const how = data.get('how');
    const parsed = disturbanceSchema.safeParse({
      ...now,
      line: {
        lost: number('lost') / 100,
        doubled: number('doubled') / 100,
        delayMs: number('delay'),
      },
      calls: typeof call === 'string' && call !== '' ? { ...now.calls, [call]: how } : now.calls,
      skewMs: Math.round(number('skew') * 1000),
    });
    setError(
      parsed.success
        ? undefined
        : 'Shares go from 0 to 100 %, delays to 60,000 ms, the clock a day at most.',
    );
    if (parsed.success) onChange(parsed.data);
  };
  const isUndisturbed = JSON.stringify(now) === JSON.stringify(UNDISTURBED);
  return (
    <Form label="Disturbance" onSubmit={submit} error={error}>
      <h3>{isUndisturbed ? 'Undisturbed' : 'Disturbed'}</h3>
      <FieldRow>
        <NumberField
          label="Events lost"
          aside="%"
          name="lost"
          min={0}
          max={100}
          defaultValue={now.line.lost * 100}
        />
        <NumberField
          label="Events doubled"
          aside="%"
          name="doubled"
          min={0}
          max={100}
          defaultValue={now.line.doubled * 100}
        />
        <NumberField
          label="Events late"
          aside="ms"
          name="delay"
          min={0}
          max={60_000}
          step={50}
          defaultValue={now.line.delayMs}
        />
        <NumberField
          label="Clock ahead"
          aside="s"
          name="skew"
          step={1}
          defaultValue={now.skewMs / 1000}
        />
      </FieldRow>
      <FieldRow>
        <SelectField label="Call" name="call" defaultValue="">
          <option value="">no further one</option>
          {CALLS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <SelectField label="does" name="how" defaultValue="fail">
          <option value="fail">not get through</option>
          <option value="hang">hang</option>
        </SelectField>
      </FieldRow>
      {Object.keys(now.calls).length > 0 && (
        <ul className={styles['faults']}>
          {Object.entries(now.calls).map(([name, how]) => (
            <li key={name}>
              {name}: {how === 'fail' ? 'does not get through' : 'hangs'}
              <Button onClick={() => onChange({ ...now, calls: without(now.calls, name) })}>
                Let it through
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Actions>
        <Button type="submit" tone="primary">
          Apply
        </Button>
        {!isUndisturbed && <Button onClick={() => onChange(UNDISTURBED)}>End all of it</Button>}
      </Actions>
    </Form>
  );
}

const without = (calls: Disturbance['calls'], name: string): Disturbance['calls'] =>
  Object.fromEntries(Object.entries(calls).filter(([each]) => each !== name));

function Jump({ onJump }: { readonly onJump: (ms: number) => void }) {
  const [error, setError] = useState<string>();
  const submit = (data: FormData) => {
    const seconds = Number(data.get('seconds'));
    const isGood = Number.isFinite(seconds) && seconds > 0 && seconds <= 86_400;
    setError(isGood ? undefined : 'Type seconds, a day (86,400) at most.');
    if (isGood) onJump(Math.round(seconds * 1000));
  };
  return (
    <Form label="Jump in time" onSubmit={submit}>
      <NumberField
        label="Time goes ahead by"
        aside="s"
        name="seconds"
        min={1}
        defaultValue={10}
        error={error}
      />
      <Actions>
        <Button type="submit">Jump time</Button>
      </Actions>
    </Form>
  );
}
