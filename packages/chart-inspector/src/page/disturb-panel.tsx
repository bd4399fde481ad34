import { useState } from 'react';
import {
  type Disturbance,
  disturbanceSchema,
  type InspectedWindow,
  type InspectionRequest,
  UNDISTURBED,
} from '../protocol.ts';
import { useApp } from '../app.tsx';
import type { DrawnChart, DrawnState, DrawnTransition } from '../drawn-chart.ts';
import { Button, Empty, Form, InputField, Note, Row, SelectField, Stack } from '../ui/ui.tsx';

export interface DisturbPanelProps {
  readonly window: InspectedWindow;
  /** Chart of the shown actor. */
  readonly chart: DrawnChart | null;
  readonly onSend: (request: InspectionRequest) => void;
}

/** A form that injects faults into a browser window's connection, calls, clock and timers. */
export function DisturbPanel({ window, chart, onSend }: DisturbPanelProps) {
  if (window.kind === 'server')
    return <Empty title="The server is read only" hint="Disturb a window instead." />;
  return (
    <Stack>
      {/* The key remounts the form when another inspector or a reload has changed the faults. */}
      <Faults
        key={JSON.stringify(window.disturbance)}
        now={window.disturbance}
        onChange={(disturbance) => onSend({ type: 'disturb', window: window.id, disturbance })}
      />
      {chart !== null && (
        <PauseAt
          chart={chart}
          now={window.disturbance.pauseAt}
          onChange={(pauseAt) =>
            onSend({
              type: 'disturb',
              window: window.id,
              disturbance: { ...window.disturbance, pauseAt },
            })
          }
        />
      )}
      <section aria-label="At once">
        <Stack>
          <h3>At once</h3>
          <Row>
            <Button onClick={() => onSend({ type: 'line.drop', window: window.id })}>
              Drop the line
            </Button>
          </Row>
          <Jump onJump={(ms) => onSend({ type: 'time.jump', window: window.id, ms })} />
        </Stack>
      </section>
    </Stack>
  );
}

interface PauseAtProps {
  readonly chart: DrawnChart;
  readonly now: Disturbance['pauseAt'];
  readonly onChange: (pauseAt: Disturbance['pauseAt']) => void;
}
/** Selects a transition of this chart at which the window pauses. */
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

/** Shows that the window is paused, with buttons to continue. */
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
      <Row>
        <Button onClick={() => goOn(pauseAt)}>Continue</Button>
        <Button onClick={() => goOn(null)}>Continue and pause no more</Button>
      </Row>
    </Note>
  );
}

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
  const { calls = [] } = useApp();
  const isUndisturbed = JSON.stringify(now) === JSON.stringify(UNDISTURBED);
  return (
    <Form label="Disturbance" onSubmit={submit} error={error}>
      <h3>{isUndisturbed ? 'Undisturbed' : 'Disturbed'}</h3>
      <Row>
        <InputField
          type="number"
          label="Events lost"
          aside="%"
          name="lost"
          min={0}
          max={100}
          defaultValue={now.line.lost * 100}
        />
        <InputField
          type="number"
          label="Events doubled"
          aside="%"
          name="doubled"
          min={0}
          max={100}
          defaultValue={now.line.doubled * 100}
        />
        <InputField
          type="number"
          label="Events late"
          aside="ms"
          name="delay"
          min={0}
          max={60_000}
          step={50}
          defaultValue={now.line.delayMs}
        />
        <InputField
          type="number"
          label="Clock ahead"
          aside="s"
          name="skew"
          step={1}
          defaultValue={now.skewMs / 1000}
        />
      </Row>
      <Row>
        <SelectField label="Call" name="call" defaultValue="">
          <option value="">no further one</option>
          {calls.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <SelectField label="does" name="how" defaultValue="fail">
          <option value="fail">not get through</option>
          <option value="hang">hang</option>
        </SelectField>
      </Row>
      {Object.keys(now.calls).length > 0 && (
        <ul>
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
      <Row>
        <Button type="submit" tone="primary">
          Apply
        </Button>
        {!isUndisturbed && <Button onClick={() => onChange(UNDISTURBED)}>End all of it</Button>}
      </Row>
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
      <InputField
        type="number"
        label="Time goes ahead by"
        aside="s"
        name="seconds"
        min={1}
        defaultValue={10}
        error={error}
      />
      <Row>
        <Button type="submit">Jump time</Button>
      </Row>
    </Form>
  );
}
