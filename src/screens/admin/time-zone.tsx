import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import {
  selectTimeZone,
  selectTimeZoneBusy,
  type TimeZoneActor,
  type TimeZoneFormActor,
  type TimeZoneState,
} from '#machines/admin/admin.ts';
import { selectLoadMessage } from '#machines/kit/loader.ts';
import { selectBusy, selectDone, selectMessage } from '#machines/kit/submission.ts';
import { useTimeZone } from './hook.ts';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { SelectField } from '#src/components/field.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { ErrorNote, Skeleton } from '#src/components/states.tsx';
import styles from './admin.module.css';

interface TimeZoneProps {
  readonly timeZone: TimeZoneActor;
  readonly change: TimeZoneFormActor;
}

/** When days start: an admin's choice, unless the environment sets it. */
export function TimeZone({ timeZone, change }: TimeZoneProps) {
  const state = useSelector(timeZone, selectTimeZone);
  const message = useSelector(timeZone, selectLoadMessage);
  const busy = useSelector(timeZone, selectTimeZoneBusy);
  return (
    <Card as="section" title={m.adminTimeZone()} label={m.adminTimeZone()}>
      <Stack>
        {message !== null && (
          <ErrorNote
            message={message}
            busy={busy}
            onRetry={() => timeZone.send({ type: 'load.retry' })}
          />
        )}
        {state === null && message === null && (
          <Skeleton label={m.adminLoadingTimeZone()} shapes={['field']} />
        )}
        {state?.isFixed === true && <p>{m.adminDaysBeginMidnightShow({ zone: state.zone })}</p>}
        {state?.isFixed === false && <Choice key={state.zone} state={state} change={change} />}
      </Stack>
    </Card>
  );
}

/** Offers the browser's zone until the environment or an admin sets one. */
export function TimeZoneOffer({ timeZone, change }: TimeZoneProps) {
  const state = useSelector(timeZone, selectTimeZone);
  return state?.isDefault === true ? <Choice state={state} change={change} /> : null;
}

function Choice({
  state,
  change,
}: { readonly state: TimeZoneState } & Omit<TimeZoneProps, 'timeZone'>) {
  const busy = useSelector(change, selectBusy);
  const isDone = useSelector(change, selectDone);
  const said = useSelector(change, selectMessage);
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [zone, setZone] = useState(state.isDefault ? here : state.zone);
  return (
    <Stack>
      <div className={styles['zone']}>
        <SelectField
          label={m.adminDaysBeginMidnight()}
          value={zone}
          onChange={(event) => setZone(event.target.value)}
        >
          {zonesWith(here, state.zone).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <Button busy={busy} onClick={() => change.send({ type: 'form.submit', values: { zone } })}>
          {state.isDefault ? m.adminUse() : m.adminChange()}
        </Button>
      </div>
      <Spoken urgent>{said !== null && !isDone && <Note tone="danger">{said}</Note>}</Spoken>
      <Spoken>{isDone && said !== null && <Note tone="ok">{said}</Note>}</Spoken>
    </Stack>
  );
}

/** `zones`, and all time zones that the browser lists; an older browser lists none. */
function zonesWith(...zones: readonly string[]): readonly string[] {
  const known = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : [];
  return [...new Set(['UTC', ...zones, ...known])].sort();
}

/** The time zone with its actors, loaded on demand. */
export function TimeZonePanel() {
  return <TimeZone {...useTimeZone()} />;
}

export function TimeZoneQuestion() {
  return <TimeZoneOffer {...useTimeZone()} />;
}
