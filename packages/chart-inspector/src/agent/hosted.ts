import type { AnyStateMachine } from 'xstate';
import type { ActorState, InspectionRecord } from '../protocol.ts';

/** Provides the records of one browser window. */
export interface RecordSource {
  readonly actors: () => readonly InspectionRecord[];
  readonly listen: (heard: (records: readonly InspectionRecord[]) => void) => () => void;
}

/**
 * Opens Stately's hosted inspector in a new browser window and sends it the masked records of `source`. Only on request
 * of the user, because the data leaves the site. `definitionOf` returns the JSON of a chart's configuration. Returns a
 * function that stops it.
 * @throws Error if its code cannot be loaded or the browser opens no window
 */
export async function attachHosted(
  source: RecordSource,
  definitionOf: (chart: string) => string | null,
): Promise<() => void> {
  const { createBrowserInspector } = await import('@statelyai/inspect');
  const inspector = createBrowserInspector();
  if (inspector.adapter.targetWindow === null) throw new Error('no window was opened');
  const send = (records: readonly InspectionRecord[]): void => {
    for (const record of records) senderOf(inspector, record, definitionOf);
  };
  send(source.actors());
  const stop = source.listen(send);
  return () => {
    stop();
    inspector.stop();
    // Otherwise the adapter would send everything again to any page that loads in that window.
    inspector.adapter.targetWindow = null;
  };
}

/** The configuration of a chart as JSON; functions are replaced by their names. */
export const definitionIn = (chart: AnyStateMachine): string =>
  JSON.stringify(chart.config, (_, value: unknown) =>
    typeof value === 'function' ? { type: value.name } : value,
  );

type Hosted = ReturnType<typeof import('@statelyai/inspect').createBrowserInspector>;

function senderOf(
  inspector: Hosted,
  record: InspectionRecord,
  definitionOf: (chart: string) => string | null,
): void {
  const { actor } = record;
  switch (record.kind) {
    case 'started':
      // Use the adapter, because the inspector's `actor` method takes only live actors.
      inspector.adapter.send({
        type: '@xstate.actor',
        sessionId: actor,
        rootId: undefined,
        parentId: record.parent ?? undefined,
        name: record.name,
        definition: (record.chart === null ? null : definitionOf(record.chart)) ?? undefined,
        snapshot: snapshotOf(record.now),
        createdAt: String(record.at),
        id: '',
        _version: '',
      });
      return;
    case 'moved':
      inspector.event(
        actor,
        record.event,
        record.from === null ? undefined : { source: record.from },
      );
      inspector.snapshot(actor, snapshotOf(record.now), { event: record.event });
      return;
    case 'stopped':
      inspector.snapshot(actor, { status: 'stopped' }, { event: { type: 'xstate.stop' } });
      return;
    // The hosted inspector has no event for emitted events.
    case 'emitted':
  }
}

const snapshotOf = ({ status, state, context, output }: ActorState) => ({
  status,
  value: state,
  context,
  output,
});
