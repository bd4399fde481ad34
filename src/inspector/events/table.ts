import * as z from 'zod/mini';

/** What stands beside `type` in an event: how it is made up, and one or more examples, the likeliest first. */
export interface EventSchema<Beside extends object = object> {
  readonly schema: z.ZodMiniType<Beside>;
  readonly examples: readonly [Beside, ...Beside[]];
}
/** Every event of a chart by its type: a new one without a schema does not compile. */
export type EventTable<TEvent extends { readonly type: string }> = {
  readonly [K in TEvent['type']]: EventSchema<Omit<Extract<TEvent, { readonly type: K }>, 'type'>>;
};

export const eventOf = <Beside extends object>(
  schema: z.ZodMiniType<Beside>,
  ...examples: readonly [NoInfer<Beside>, ...NoInfer<Beside>[]]
): EventSchema<Beside> => ({ schema, examples });

/** An event that is its type and nothing else. */
export const BARE = eventOf(z.object({}), {});
