import type { ServerEvent, ServerEventName } from '#machines/contract/events.ts';

/** A server event as charts receive it: parsed, its wire name behind `realtime.` (architecture §3). */
export type RealtimeEvent<N extends ServerEventName = ServerEventName> = {
  readonly [K in N]: { readonly type: `realtime.${K}`; readonly payload: ServerEvent<K> };
}[N];

/** The state of the connection, for charts that depend on it. */
export type ConnectionStatusEvent =
  | { readonly type: 'connection.lost' }
  /** `isFirst`: the first connection, so no data can be outdated. */
  | { readonly type: 'connection.restored'; readonly isFirst?: boolean };
export type ConnectionRestored = Extract<ConnectionStatusEvent, { type: 'connection.restored' }>;
/** From the connection: after a sleep or an outage, known data may be outdated. */
export interface DataUnconfirmed {
  readonly type: 'data.unconfirmed';
}

/** From the question list to its parent: changes were missed, so the socket must request the whole state. */
export interface FeedBehind {
  readonly type: 'feed.behind';
}
/** A new day has begun in the show's time zone; daily data restarts. */
export interface DayTurned {
  readonly type: 'day.turned';
}
/** From the question list to its parent, for boards, distribution and status. */
export interface AnswerAccepted {
  readonly type: 'answer.accepted';
  readonly gameSessionId: string;
}
