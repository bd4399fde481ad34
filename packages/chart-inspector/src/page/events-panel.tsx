import { useState } from 'react';
import type { InspectedEvent } from '../protocol.ts';
import { EventForm } from '../events/event-form.tsx';
import type { EventShapes } from '../events/shape.ts';
import type { KnownIds } from '../events/ids.ts';
import { chartIn, useApp } from '../app.tsx';
import type { SeenActor } from './seen.ts';
import { Empty, Note, SelectField, Stack } from '../ui/ui.tsx';

export interface EventsPanelProps {
  readonly actor: SeenActor;
  /** False for the server, which is read only, and for replays. */
  readonly canSend: boolean;
  /** Ids that occur in the window's contexts. */
  readonly ids: KnownIds;
  readonly onSend: (event: InspectedEvent) => void;
}

/** Shows the events that an actor accepts now, with a form to send one. */
export function EventsPanel({ actor, canSend, ids, onSend }: EventsPanelProps) {
  const events = chartIn(useApp(), actor.chart)?.events ?? {};
  const accepted = new Set(actor.now.accepts.flatMap((each) => typesFor(events, each)));
  /** The selected event type. It stays selected when the actor no longer accepts it. */
  const [wanted, setWanted] = useState<string>();
  const [first] = accepted;
  const type = wanted ?? first;
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
          {[...accepted].map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </>
    );
  return (
    <Stack>
      <SelectField label="Event" value={type} onChange={({ target }) => setWanted(target.value)}>
        {[...new Set([...accepted, type])].map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      {!accepted.has(type) && <Note>As it is now, the actor does nothing with {type}.</Note>}
      <EventForm
        key={`${actor.id} ${type}`}
        type={type}
        shape={events[type]}
        ids={ids}
        onSend={(event) => {
          setWanted(type);
          onSend(event);
        }}
      />
    </Stack>
  );
}

/** Returns the event types of a chart that match a descriptor, for example 'connection.*'. */
function typesFor(events: EventShapes, descriptor: string): string[] {
  const types = Object.keys(events).filter((type) =>
    descriptor.endsWith('*') ? type.startsWith(descriptor.slice(0, -1)) : type === descriptor,
  );
  return types.length === 0 ? [descriptor] : types;
}
