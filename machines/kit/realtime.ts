import type { ServerEvent, ServerEventName } from '#machines/contract/events.ts';

/** A server event as charts receive it: parsed, its wire name behind `realtime.` (architecture §3). */
export type RealtimeEvent<N extends ServerEventName = ServerEventName> = {
  readonly [K in N]: { readonly type: `realtime.${K}`; readonly payload: ServerEvent<K> };
}[N];

/** What the connection says to whoever depends on the line. */
export type LineEvent = { readonly type: 'line.lost' } | { readonly type: 'line.back' };
