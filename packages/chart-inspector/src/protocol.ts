import * as z from 'zod/mini';

/*
 * Messages between inspected browser windows and inspectors: within one browser, between devices over a server, and
 * from a server about its own actors. Secrets are masked before a message is sent.
 */

export const idSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/u, 'Unknown id.'));
export const epochMsSchema = z.int().check(z.nonnegative());

/** The pairing code that browser windows and inspectors share: `?inspect=CODE`. */
export const inspectionCodeSchema = z
  .string()
  .check(z.regex(/^[A-HJ-NP-Z2-9]{8}$/u, 'must be eight capital letters or digits'));

/** A state value of XState as JSON: 'open', or { open: 'timed' }. */
export type StateJson = string | { readonly [key: string]: StateJson };
export const stateSchema: z.ZodMiniType<StateJson> = z.union([
  z.string(),
  z.lazy(() => z.record(z.string(), stateSchema)),
]);

/**
 * Identifies a transition: the `index`-th transition for `event` (empty: eventless) of the state with the id `source`.
 */
export const takenSchema = z.object({ source: z.string(), event: z.string(), index: z.int() });
export type Taken = z.infer<typeof takenSchema>;

/** XState events have a type and any other fields. */
export const inspectedEventSchema = z.looseObject({ type: z.string() });
export type InspectedEvent = z.infer<typeof inspectedEventSchema>;

/**
 * The state of an actor. `state` is null if the actor is not a chart. `context`, `output` and `error` are masked JSON.
 */
export const actorStateSchema = z.object({
  status: z.enum(['active', 'done', 'error', 'stopped']),
  state: z.nullable(stateSchema),
  /** Ids of the active state nodes. */
  active: z.array(z.string()),
  tags: z.array(z.string()),
  /** Event descriptors that the actor accepts now, without XState's own; 'realtime.*' stands for many events. */
  accepts: z.array(z.string()),
  context: z.unknown(),
  output: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
});
export type ActorState = z.infer<typeof actorStateSchema>;

/** Something that happened to an actor in a browser window. `at`: epoch ms by the app's clock. */
export const recordSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('started'),
    at: epochMsSchema,
    /** XState's session id, unique only within this browser window. */
    actor: z.string(),
    parent: z.nullable(z.string()),
    /** The actor's id below its parent, or the id of its chart. */
    name: z.string(),
    /** The id of the actor's chart; null for a promise or a callback. */
    chart: z.nullable(z.string()),
    input: z.unknown(),
    now: actorStateSchema,
  }),
  z.object({
    kind: z.literal('moved'),
    at: epochMsSchema,
    actor: z.string(),
    /**
     * The session id of the event's sender; for events sent by a listener, of the emitting actor. Null: sent from
     * outside, e.g. by a view.
     */
    from: z.nullable(z.string()),
    event: inspectedEventSchema,
    before: z.nullable(stateSchema),
    taken: z.array(takenSchema),
    now: actorStateSchema,
  }),
  z.object({
    kind: z.literal('emitted'),
    at: epochMsSchema,
    actor: z.string(),
    event: inspectedEventSchema,
  }),
  z.object({ kind: z.literal('stopped'), at: epochMsSchema, actor: z.string() }),
]);
export type InspectionRecord = z.infer<typeof recordSchema>;

/** Faults that are injected into a browser window's effects. */
export const disturbanceSchema = z.object({
  /** Messages of the connection: the shares that are lost or doubled, from 0 to 1, and their delay. */
  line: z.object({
    lost: z.number().check(z.gte(0), z.lte(1)),
    doubled: z.number().check(z.gte(0), z.lte(1)),
    delayMs: z.int().check(z.gte(0), z.lte(60_000)),
  }),
  /** Disturbed calls by name: the call fails, or is never answered ('hang'). */
  calls: z.record(z.string(), z.enum(['fail', 'hang'])),
  /** How far the wall clock of the window is ahead, in ms. */
  skewMs: z.int().check(z.gte(-86_400_000), z.lte(86_400_000)),
  /** The transition at which the window pauses when an actor takes it; null for none. */
  pauseAt: z._default(z.nullable(z.object({ source: z.string(), event: z.string() })), null),
  /** Whether the window is paused: timers, messages and replies to calls wait. */
  isPaused: z._default(z.boolean(), false),
});
export type Disturbance = z.infer<typeof disturbanceSchema>;
export const UNDISTURBED: Disturbance = {
  line: { lost: 0, doubled: 0, delayMs: 0 },
  calls: {},
  skewMs: 0,
  pauseAt: null,
  isPaused: false,
};

/** A browser window, or the server, that can be inspected. */
export const inspectedWindowSchema = z.object({
  /** The id of one page load. */
  id: idSchema,
  /** 'page': a browser window, which accepts requests. 'server': the actors of the server, read only. */
  kind: z.enum(['page', 'server']),
  /** The path of the window's URL. */
  path: z.string().check(z.maxLength(200)),
  /** A short description of the device. */
  device: z.string().check(z.maxLength(200)),
  openedAt: epochMsSchema,
  disturbance: disturbanceSchema,
});
export type InspectedWindow = z.infer<typeof inspectedWindowSchema>;

/** Messages from an inspected window. */
export const reportSchema = z.discriminatedUnion('type', [
  /** Sent when the window opens, when its path or its faults change, and in reply to `windows.call`. */
  z.object({ type: z.literal('window.present'), window: inspectedWindowSchema }),
  z.object({ type: z.literal('window.gone'), window: idSchema }),
  /** Reply to `window.watch`: every living actor, parents first. `window.records` messages follow. */
  z.object({ type: z.literal('window.state'), window: idSchema, records: z.array(recordSchema) }),
  z.object({
    type: z.literal('window.records'),
    window: idSchema,
    /** Number of records that were dropped because there were too many. */
    dropped: z.int(),
    records: z.array(recordSchema),
  }),
  /** A request was refused, for example because the actor does not accept the event or has ended. */
  z.object({
    type: z.literal('window.refused'),
    window: idSchema,
    /** The actor that the request was for. */
    actor: z.optional(z.string()),
    message: z.string(),
  }),
]);
export type Report = z.infer<typeof reportSchema>;

/** Requests of an inspector to all windows with its pairing code, or to one window. */
export const requestSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('windows.call') }),
  z.object({ type: z.literal('window.watch'), window: idSchema }),
  z.object({ type: z.literal('window.leave'), window: idSchema }),
  z.object({
    type: z.literal('event.send'),
    window: idSchema,
    actor: z.string(),
    event: inspectedEventSchema,
  }),
  /** Moves the actor to this state; masked values that were not edited keep their real value. */
  z.object({
    type: z.literal('snapshot.restore'),
    window: idSchema,
    actor: z.string(),
    state: stateSchema,
    context: z.unknown(),
  }),
  z.object({ type: z.literal('disturb'), window: idSchema, disturbance: disturbanceSchema }),
  /** Drops the window's connections, like a brief network failure. */
  z.object({ type: z.literal('line.drop'), window: idSchema }),
  /** Advances the window's clocks and timers at once by `ms`. */
  z.object({
    type: z.literal('time.jump'),
    window: idSchema,
    ms: z.int().check(z.gte(0), z.lte(86_400_000)),
  }),
]);
export type InspectionRequest = z.infer<typeof requestSchema>;

/**
 * Sent by the server to windows: the inspectors with the same pairing code. `name` is null for a tester without a name.
 */
export const inspectorsSchema = z.object({
  type: z.literal('inspectors'),
  inspectors: z.array(z.object({ id: idSchema, name: z.nullable(z.string()) })),
});
export type Inspectors = z.infer<typeof inspectorsSchema>;
/** Sent by an inspector to the windows of its own browser, which need no consent for it. */
export const inspectorHereSchema = z.object({ type: z.literal('inspector.here'), id: idSchema });
export type InspectorHere = z.infer<typeof inspectorHereSchema>;
