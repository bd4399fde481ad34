import { useState } from 'react';
import type { InspectedEvent } from '../protocol.ts';
import { EventForm } from '../events/event-form.tsx';
import type { KnownIds } from '../events/ids.ts';
import { chartIn, useApp } from '../app.tsx';
import type { SeenActor } from './seen.ts';
import { Empty, SelectField, Stack } from '../ui/ui.tsx';

export interface EventsPanelProps {
  readonly actor: SeenActor;
  /** The server's windows are read only. */
  readonly canSend: boolean;
  /** Ids that are known in the window. */
  readonly ids: KnownIds;
  readonly onSend: (event: InspectedEvent) => void;
}

/** The events that an actor accepts now, with a form to send them. */
export function EventsPanel({ actor, canSend, ids, onSend }: EventsPanelProps) {
  const app = useApp();
  const { accepts } = actor.now;
  /** Kept when the actor no longer accepts it. */
  const [wanted, setWanted] = useState<string>();
  const type = wanted ?? accepts[0];
  if (type === undefined || actor.chart === null || actor.isEnded)
    return (
      <Empty
        title="Listens to nothing now"
        hint={actor.isEnded ? 'This actor has ended.' : 'In another state it may.'}
      />
    );
  if (!canSend)
    return (
      <>
        <p>The server is read only. It listens to:</p>
        <ul>
          {accepts.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </>
    );
  return (
    <Stack>
      <SelectField label="Event" value={type} onChange={({ target }) => setWanted(target.value)}>
        {[...new Set([...accepts, type])].map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      <EventForm
        key={`${actor.id} ${type}`}
        events={chartIn(app, actor.chart)?.events ?? {}}
        eventType={type}
        now={actor.now}
        ids={ids}
        onSend={(event) => {
          setWanted(type);
          onSend(event);
        }}
      />
    </Stack>
  );
}
