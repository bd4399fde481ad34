import type { AnyStateMachine } from 'xstate';
import type { ActorState, InspectionRecord } from '../protocol.ts';

/** A window's records: the living actors as they are, parents first, and what happens from now on. */
export interface RecordSource {
  readonly actors: () => readonly InspectionRecord[];
  readonly listen: (heard: (records: readonly InspectionRecord[]) => void) => () => void;
}

/**
 * Opens the hosted inspector of Stately in a window of its own and tells it what `source` records, which has
 * its secrets masked. Only for somebody who has asked for it: what is told leaves the site.
 * `definitionOf`: the JSON of a chart's configuration, by its id. Answers how to stop.
 * @throws Error when its code does not arrive, or the browser opens no window for it.
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
    // It would tell all it has kept once more to whoever says there that a page was loaded.
    inspector.adapter.targetWindow = null;
  };
}

/** The configuration of a chart as JSON; of what is written in its place, the name. */
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
      // Its own `actor` takes no definition but that of a live actor.
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
    // It has no word for what an actor emits.
    case 'emitted':
  }
}

const snapshotOf = ({ status, state, context, output }: ActorState) => ({
  status,
  value: state,
  context,
  output,
});
