import type { ServerEvent, ServerEventName } from '#machines/contract/events.ts';

/** Server events for charts. Sealed bytes are loaded without one (`src/effects/sealed-media.ts`). */
type ChartEventName = Exclude<ServerEventName, 'media-sealed'>;
/** A server event as charts receive it: parsed, its wire name behind `realtime.` (architecture §3). */
export type RealtimeEvent<N extends ChartEventName = ChartEventName> = {
  readonly [K in N]: { readonly type: `realtime.${K}`; readonly payload: ServerEvent<K> };
}[N];

/** The state of the connection, for charts that depend on it. */
export type ConnectionStatusEvent =
  | { readonly type: 'connection.lost' }
  /** `isFirst`: the first connection, so no data can be outdated. */
  | { readonly type: 'connection.restored'; readonly isFirst?: boolean };
export type ConnectionRestored = Extract<ConnectionStatusEvent, { type: 'connection.restored' }>;
/** Sent by the connection after a sleep of the device or an outage: loaded data may be outdated. */
export interface DataUnconfirmed {
  readonly type: 'data.unconfirmed';
}

/** Sent by the question list to its parent: changes were missed, so the socket must request the whole state. */
export interface FeedBehind {
  readonly type: 'feed.behind';
}
/** A new day has begun in the show's time zone, so daily boards start again. */
export interface DayTurned {
  readonly type: 'day.turned';
}
/** Sent by the question list to its parent, which informs boards, distribution and status. */
export interface AnswerAccepted {
  readonly type: 'answer.accepted';
  readonly gameSessionId: string;
}
