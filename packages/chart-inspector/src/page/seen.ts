import type {
  ActorState,
  InspectedWindow,
  InspectionRecord,
  InspectionRequest,
  Report,
  Taken,
} from '../protocol.ts';

/*
 * What an inspector knows about the browser windows with its pairing code: plain data that only changes by reports and
 * requests.
 */

export interface SeenActor {
  readonly id: string;
  readonly parent: string | null;
  readonly name: string;
  /** The id of the actor's chart; null if it has none. */
  readonly chart: string | null;
  readonly input: unknown;
  readonly now: ActorState;
  /** Whether the actor has ended or was stopped. */
  readonly isEnded: boolean;
  /** Transitions that the actor took last. */
  readonly taken: readonly Taken[];
  /** The actor's context before its last event. */
  readonly before: unknown;
}
/** A log entry: a record, with the names of its actors, which may no longer exist when it is read. */
export interface Entry {
  /** Sequence number within the window. */
  readonly no: number;
  readonly record: InspectionRecord;
  /** The actor's context before this record. */
  readonly before: unknown;
  readonly name: string;
  /** The name of the event's sender; null if it was sent from outside. */
  readonly sender: string | null;
}
export interface SeenWindow {
  readonly window: InspectedWindow;
  readonly isGone: boolean;
  /** The actors by id, in the order in which they started; null if not known yet. */
  readonly actors: ReadonlyMap<string, SeenActor> | null;
  /** The latest entries, oldest first, at most `LOG_LENGTH`. */
  readonly log: readonly Entry[];
  /** Number of records that the window dropped because there were too many. */
  readonly dropped: number;
  /** Why the last request was refused, and for which actor; null if it was not refused. */
  readonly refusal: { readonly message: string; readonly actor: string | null } | null;
}
/** The windows by their ids. */
export type Seen = ReadonlyMap<string, SeenWindow>;
export const NOTHING_SEEN: Seen = new Map();

export const LOG_LENGTH = 1_000;
const KEPT = { ended: 40, gone: 3 };

/** Returns what is known after a report. */
export function afterReport(seen: Seen, report: Report): Seen {
  if (report.type === 'window.present') {
    const known = seen.get(report.window.id);
    return withWindow(seen, { ...(known ?? UNKNOWN), window: report.window, isGone: false });
  }
  const known = seen.get(report.window);
  if (known === undefined) return seen;
  switch (report.type) {
    case 'window.gone':
      return withoutOldGone(withWindow(seen, { ...known, isGone: true }));
    case 'window.state':
      return withWindow(seen, {
        ...report.records.reduce(record, { ...known, actors: new Map(), refusal: null }),
        log: known.log,
      });
    case 'window.records':
      return withWindow(
        seen,
        report.records.reduce(record, { ...known, dropped: known.dropped + report.dropped }),
      );
    case 'window.refused':
      return withWindow(seen, {
        ...known,
        refusal: { message: report.message, actor: report.actor ?? null },
      });
    default:
      return report satisfies never;
  }
}

/** Clears the refusal of a window's last request when a new request is sent. */
export function afterRequest(seen: Seen, request: InspectionRequest): Seen {
  const known = 'window' in request ? seen.get(request.window) : undefined;
  return known === undefined || known.refusal === null
    ? seen
    : withWindow(seen, { ...known, refusal: null });
}

const UNKNOWN = { isGone: false, actors: null, log: [], dropped: 0, refusal: null };

const withWindow = (seen: Seen, next: SeenWindow): Seen => new Map(seen).set(next.window.id, next);

function withoutOldGone(seen: Seen): Seen {
  const gone = [...seen.values()].filter(({ isGone }) => isGone);
  const old = new Set(gone.slice(0, -KEPT.gone).map(({ window }) => window.id));
  return old.size === 0 ? seen : new Map([...seen].filter(([id]) => !old.has(id)));
}

function record(seen: SeenWindow, said: InspectionRecord): SeenWindow {
  // Ignore records that arrive before the state of all actors: that state contains them.
  if (seen.actors === null) return seen;
  const known = seen.actors.get(said.actor);
  const next = changed(known, said);
  const actors =
    next === null ? seen.actors : withoutOldEnded(new Map(seen.actors).set(said.actor, next));
  const sender = said.kind === 'moved' && said.from !== null ? said.from : null;
  const entry: Entry = {
    no: (seen.log.at(-1)?.no ?? 0) + 1,
    record: said,
    before: known?.now.context,
    name: next?.name ?? said.actor,
    sender: sender === null ? null : (seen.actors.get(sender)?.name ?? sender),
  };
  return { ...seen, actors, log: [...seen.log.slice(1 - LOG_LENGTH), entry] };
}

/** Returns the actor after a record; null if the actor is unknown. */
function changed(known: SeenActor | undefined, said: InspectionRecord): SeenActor | null {
  if (said.kind === 'started')
    return {
      id: said.actor,
      parent: said.parent,
      name: said.name,
      chart: said.chart,
      input: said.input,
      now: said.now,
      isEnded: said.now.status !== 'active',
      taken: [],
      before: said.now.context,
    };
  if (known === undefined) return null;
  switch (said.kind) {
    case 'moved':
      return {
        ...known,
        now: said.now,
        isEnded: said.now.status !== 'active',
        taken: said.taken.length > 0 ? said.taken : known.taken,
        before: known.now.context,
      };
    case 'stopped':
      return { ...known, isEnded: true };
    case 'emitted':
      return known;
    default:
      return said satisfies never;
  }
}

export interface Difference {
  /** Keys and list indexes, outermost first. */
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}
const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Lists the innermost differences of two JSON values. */
export function differences(
  before: unknown,
  after: unknown,
  path: readonly string[] = [],
): Difference[] {
  if (before === after) return [];
  if (isTree(before) && isTree(after) && Array.isArray(before) === Array.isArray(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      differences(before[key], after[key], [...path, key]),
    );
  return [{ path, before, after }];
}

function withoutOldEnded(actors: ReadonlyMap<string, SeenActor>): ReadonlyMap<string, SeenActor> {
  const ended = [...actors.values()].filter(({ isEnded }) => isEnded);
  if (ended.length <= KEPT.ended) return actors;
  const old = new Set(ended.slice(0, -KEPT.ended).map(({ id }) => id));
  return new Map([...actors].filter(([id]) => !old.has(id)));
}

/** Writes a state value as a text: 'open.timed', and parallel regions as '(a.x, b.y)'. */
export function stateWords(state: ActorState['state']): string {
  if (state === null) return '';
  if (typeof state === 'string') return state;
  const parts = Object.entries(state).map(([key, inner]) => {
    const below = stateWords(inner);
    return below === '' ? key : `${key}.${below}`;
  });
  return parts.length > 1 ? `(${parts.join(', ')})` : parts.join('');
}

/** The text of an entry in which a search looks. */
export function entryText({ record: said, name, sender }: Entry): string {
  const event = eventOf(said);
  return [name, sender ?? '', event, said.kind === 'moved' ? JSON.stringify(said.event) : '']
    .join(' ')
    .toLowerCase();
}

/** The title of a record in the log. */
export function eventOf(said: InspectionRecord): string {
  switch (said.kind) {
    case 'started':
    case 'stopped':
      return said.kind;
    case 'emitted':
      return `emits ${said.event.type}`;
    case 'moved':
      return said.event.type;
    default:
      return said satisfies never;
  }
}

/** Lists actors with their depth in the tree, parents first. */
export function treeOf(
  actors: ReadonlyMap<string, SeenActor>,
): readonly { readonly actor: SeenActor; readonly depth: number }[] {
  const below = (parent: string | null, depth: number): { actor: SeenActor; depth: number }[] =>
    [...actors.values()].flatMap((actor) => {
      const above = actor.parent !== null && actors.has(actor.parent) ? actor.parent : null;
      return above === parent ? [{ actor, depth }, ...below(actor.id, depth + 1)] : [];
    });
  return below(null, 0);
}
