import { useState } from 'react';
import type { InspectedEvent } from 'chart-inspector/protocol';
import { EmptyState, SelectField } from '../product.ts';
import { EventForm } from '../events/event-form.tsx';
import type { KnownIds } from 'chart-inspector/events/ids';
import { chartOf } from './charts.ts';
import styles from './inspector.module.css';
import type { SeenActor } from './seen.ts';

export interface EventsPanelProps {
  readonly actor: SeenActor;
  /** The server's windows are read only. */
  readonly canSend: boolean;
  /** Ids that the window knows. */
  readonly ids: KnownIds;
  readonly onSend: (event: InspectedEvent) => void;
}

/** What an actor listens to now, each to be sent by hand. */
export function EventsPanel({ actor, canSend, ids, onSend }: EventsPanelProps) {
  const { accepts } = actor.now;
  /** Stays what was chosen or sent, also where the actor listens to it no more. */
  const [wanted, setWanted] = useState<string>();
  const type = wanted ?? accepts[0];
  if (type === undefined || actor.chart === null || actor.isEnded)
    return (
      <EmptyState
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
    <div className={styles['stack']}>
      <SelectField label="Event" value={type} onChange={({ target }) => setWanted(target.value)}>
        {[...new Set([...accepts, type])].map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      <EventForm
        key={`${actor.id} ${type}`}
        events={chartOf(actor.chart)?.events ?? {}}
        eventType={type}
        now={actor.now}
        ids={ids}
        onSend={(event) => {
          setWanted(type);
          onSend(event);
        }}
      />
    </div>
  );
}
