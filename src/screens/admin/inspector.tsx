import { m } from 'messages';
import { timeText } from 'messages/format';
import { useSelector } from '@xstate/react';
import {
  type InspectorActor,
  type InspectorFormActor,
  type InspectorState,
  selectInspector,
  selectInspectorBusy,
} from '#machines/admin/admin.ts';
import { selectLoadMessage } from '#machines/kit/loader.ts';
import { selectBusy, selectDone, selectMessage } from '#machines/kit/submission.ts';
import { useInspector } from './hook.ts';
import { useCountdown } from '#src/bindings/countdown.ts';
import { Card } from '#src/components/card.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { ErrorNote, Skeleton } from '#src/components/states.tsx';
import { Switch } from '#src/components/switch.tsx';

interface InspectorProps {
  readonly inspector: InspectorActor;
  readonly change: InspectorFormActor;
}

/** Who may inspect: in production an admin's switch, which turns itself off; in development everybody. */
export function Inspector({ inspector, change }: InspectorProps) {
  const state = useSelector(inspector, selectInspector);
  const message = useSelector(inspector, selectLoadMessage);
  const busy = useSelector(inspector, selectInspectorBusy);
  return (
    <Card as="section" title={m.adminInspector()} label={m.adminInspector()}>
      <Stack>
        <p>{m.adminSeeRunningStatechartsAny()}</p>
        {message !== null && (
          <ErrorNote
            message={message}
            busy={busy}
            onRetry={() => inspector.send({ type: 'load.retry' })}
          />
        )}
        {state === null && message === null && (
          <Skeleton label={m.adminLoadingInspector()} shapes={['line']} />
        )}
        {state !== null && <Access state={state} change={change} />}
      </Stack>
    </Card>
  );
}

function Access({
  state,
  change,
}: { readonly state: InspectorState } & Pick<InspectorProps, 'change'>) {
  const { inspector, until } = state;
  const isOver = useCountdown(until) === 0;
  const isOpen = inspector !== 'nobody' && !isOver;
  return (
    <>
      {inspector === 'everybody' ? (
        <p>{m.adminEveryoneCanInspectHere()}</p>
      ) : (
        <InspectorSwitch isOn={isOpen} until={until} change={change} />
      )}
      {/* Not a router link, as the inspector can only start with a full page load. */}
      {isOpen && <a href="/inspect">{m.adminOpenInspector()}</a>}
    </>
  );
}

interface SwitchProps extends Pick<InspectorProps, 'change'> {
  readonly isOn: boolean;
  readonly until: number | null;
}
function InspectorSwitch({ isOn, until, change }: SwitchProps) {
  const busy = useSelector(change, selectBusy);
  const isDone = useSelector(change, selectDone);
  const said = useSelector(change, selectMessage);
  return (
    <>
      <Switch
        label={m.adminLetAdminsInspect()}
        checked={isOn}
        aria-busy={busy}
        onChange={(event) =>
          change.send({ type: 'form.submit', values: { on: event.currentTarget.checked } })
        }
      />
      <p>
        {isOn && until !== null
          ? m.adminUntilThenTurnsItself({ time: timeText(until, { timeStyle: 'short' }) })
          : m.adminOffOnceTurnsItself()}
      </p>
      <Spoken urgent>{said !== null && !isDone && <Note tone="danger">{said}</Note>}</Spoken>
      {/* Only for screen readers, as the switch and the text above show it. */}
      <Spoken hidden>{isDone && said}</Spoken>
    </>
  );
}

/** The inspector switch with its actors, loaded on demand. */
export function InspectorPanel() {
  return <Inspector {...useInspector()} />;
}
