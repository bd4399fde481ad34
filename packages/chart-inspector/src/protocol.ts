import * as z from 'zod/mini';

/*
 * What an inspected window tells whoever inspects it, and what it can be told. The same words travel between
 * two windows of a browser, from a phone through the server, and from the server about its own windows.
 * Secrets are masked before anything is said.
 */

export const idSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/u, 'Unknown id.'));
export const epochMsSchema = z.int().check(z.nonnegative());

/** What whoever inspects and the inspected window have in common: `?inspect=CODE`. */
export const inspectionCodeSchema = z
  .string()
  .check(z.regex(/^[A-HJ-NP-Z2-9]{8}$/u, 'must be eight capital letters or digits'));

/** A state value of XState as JSON: 'open', or { open: 'timed' }. */
export type StateJson = string | { readonly [key: string]: StateJson };
export const stateSchema: z.ZodMiniType<StateJson> = z.union([
  z.string(),
  z.lazy(() => z.record(z.string(), stateSchema)),
]);

/** A transition as its chart has it: the `index`-th of `event` (empty: eventless) at the state with this id. */
export const takenSchema = z.object({ source: z.string(), event: z.string(), index: z.int() });
export type Taken = z.infer<typeof takenSchema>;

/** XState events have a type and any other fields. */
export const inspectedEventSchema = z.looseObject({ type: z.string() });
export type InspectedEvent = z.infer<typeof inspectedEventSchema>;

/** An actor as it is. `state` null: not a chart. `context`, `output` and `error` are masked JSON. */
export const actorStateSchema = z.object({
  status: z.enum(['active', 'done', 'error', 'stopped']),
  state: z.nullable(stateSchema),
  /** Ids of the active state nodes. */
  active: z.array(z.string()),
  tags: z.array(z.string()),
  /** Event descriptors that it listens to now, without XState's own; 'realtime.*' stands for many. */
  accepts: z.array(z.string()),
  context: z.unknown(),
  output: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
});
export type ActorState = z.infer<typeof actorStateSchema>;

/** Something that happened in a window. `at`: epoch ms on that window's clock of the server. */
export const recordSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('started'),
    at: epochMsSchema,
    /** XState's session id, of this window alone. */
    actor: z.string(),
    parent: z.nullable(z.string()),
    /** What its parent calls it, or its chart. */
    name: z.string(),
    /** The id of its chart; null: a promise, a callback. */
    chart: z.nullable(z.string()),
    input: z.unknown(),
    now: actorStateSchema,
  }),
  z.object({
    kind: z.literal('moved'),
    at: epochMsSchema,
    actor: z.string(),
    /** Who sent the event, or emitted what its listener sent; null: from outside, a view for instance. */
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

/** Which faults are put in the way of a window's effects; each is a wrapper around the real one. */
export const disturbanceSchema = z.object({
  /** Events of the show's line: the share that is lost or comes twice, 0 to 1, and how late all come. */
  line: z.object({
    lost: z.number().check(z.gte(0), z.lte(1)),
    doubled: z.number().check(z.gte(0), z.lte(1)),
    delayMs: z.int().check(z.gte(0), z.lte(60_000)),
  }),
  /** By name of a call (`contract/calls`): it does not get through, or is never answered. */
  calls: z.record(z.string(), z.enum(['fail', 'hang'])),
  /** How far the device's clock is ahead, ms. */
  skewMs: z.int().check(z.gte(-86_400_000), z.lte(86_400_000)),
  /** Which transitions make the window stand still, of whatever actor of their chart; null: none. */
  pauseAt: z._default(z.nullable(z.object({ source: z.string(), event: z.string() })), null),
  /** It stands still: timers, the show's line and the answers of calls wait. */
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

/** A window that can be inspected. */
export const inspectedWindowSchema = z.object({
  /** Of one page load. */
  id: idSchema,
  /** 'page': what it can be told it does. 'server': the release windows of the server, to be read only. */
  kind: z.enum(['page', 'server']),
  /** Where it is, '/my-answer' for instance. */
  path: z.string().check(z.maxLength(200)),
  /** The device in a few words. */
  device: z.string().check(z.maxLength(200)),
  openedAt: epochMsSchema,
  disturbance: disturbanceSchema,
});
export type InspectedWindow = z.infer<typeof inspectedWindowSchema>;

/** From an inspected window. */
export const reportSchema = z.discriminatedUnion('type', [
  /** On its start, when it goes elsewhere or is disturbed otherwise, and as the answer to `windows.call`. */
  z.object({ type: z.literal('window.present'), window: inspectedWindowSchema }),
  z.object({ type: z.literal('window.gone'), window: idSchema }),
  /** The answer to `window.watch`: every actor as it is, parents first; then `window.records` as they come. */
  z.object({ type: z.literal('window.state'), window: idSchema, records: z.array(recordSchema) }),
  z.object({
    type: z.literal('window.records'),
    window: idSchema,
    /** Records that were left out because there were too many at once. */
    dropped: z.int(),
    records: z.array(recordSchema),
  }),
  /** What was asked could not be done: an event that the actor does not know, an actor that is gone. */
  z.object({
    type: z.literal('window.refused'),
    window: idSchema,
    /** Whom it was asked of, when it was an actor. */
    actor: z.optional(z.string()),
    message: z.string(),
  }),
]);
export type Report = z.infer<typeof reportSchema>;

/** To inspected windows: to all of the code, or to the one with the id. */
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
  /** The actor goes on from there; the context is masked, and what was not edited stays what it is. */
  z.object({
    type: z.literal('snapshot.restore'),
    window: idSchema,
    actor: z.string(),
    state: stateSchema,
    context: z.unknown(),
  }),
  z.object({ type: z.literal('disturb'), window: idSchema, disturbance: disturbanceSchema }),
  /** As if the network had gone for a moment. */
  z.object({ type: z.literal('line.drop'), window: idSchema }),
  /** Timers and the window's clock go ahead by so much at once, ms. */
  z.object({
    type: z.literal('time.jump'),
    window: idSchema,
    ms: z.int().check(z.gte(0), z.lte(86_400_000)),
  }),
]);
export type InspectionRequest = z.infer<typeof requestSchema>;

/** From the server to windows: who inspects by their code over the server. `name`: an admin's; null: a tester. */
export const inspectorsSchema = z.object({
  type: z.literal('inspectors'),
  inspectors: z.array(z.object({ id: idSchema, name: z.nullable(z.string()) })),
});
export type Inspectors = z.infer<typeof inspectorsSchema>;
/** From an inspector to windows of its own browser alone: which of the inspectors it is. */
export const inspectorHereSchema = z.object({ type: z.literal('inspector.here'), id: idSchema });
export type InspectorHere = z.infer<typeof inspectorHereSchema>;
