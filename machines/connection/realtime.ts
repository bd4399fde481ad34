import type { ServerEvent, ServerEventName } from '#machines/contract/events.ts';

/** A server event as charts receive it: parsed, its wire name behind `realtime.` (architecture §3). */
export type RealtimeEvent<N extends ServerEventName = ServerEventName> = {
  readonly [K in N]: { readonly type: `realtime.${K}`; readonly payload: ServerEvent<K> };
}[N];

/** What the connection says to whoever depends on the line. */
export type ConnectionStatusEvent =
  | { readonly type: 'connection.lost' }
  /** `isFirst`: it was not lost; nothing was there that could be old. */
  | { readonly type: 'connection.restored'; readonly isFirst?: boolean };
export type ConnectionRestored = Extract<ConnectionStatusEvent, { type: 'connection.restored' }>;
/** From the connection: the page has slept or the line was away, what is known may be old. */
export interface DataUnconfirmed {
  readonly type: 'data.unconfirmed';
}

/** From the question list to its parent: changes were missed, the socket is to ask for the whole state. */
export interface FeedBehind {
  readonly type: 'feed.behind';
}
/** 00:00 in the show's zone has passed: what is of today begins anew. */
export interface DayTurned {
  readonly type: 'day.turned';
}
/** From the question list to its parent, for whoever shows boards, distribution or status. */
export interface AnswerAccepted {
  readonly type: 'answer.accepted';
  readonly gameSessionId: string;
}
