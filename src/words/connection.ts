import { m } from 'messages';

/** What a screen says while its connection is not simply online. */
export const CONNECTION_WORDS = {
  reconnecting: m.connectionReconnecting,
  back: m.connectionBack,
  offline: m.connectionOffline,
  serverAway: m.connectionServerAway,
} as const;
