import type { Namespace, Server } from 'socket.io';
import type { ZodType } from 'zod';
import type { Cluster } from '#server/show/announce.ts';

/**
 * Carries messages to the other processes, which emit them to their own sockets. A process that missed a message reads
 * the store.
 */
export interface ProcessChannel {
  /** Whether other processes are configured. */
  readonly reachesOthers: boolean;
  pass(message: object): void;
  /** Calls back with every message from another process. */
  whenPassed(listener: (message: unknown) => void): void;
}

/** The messages by their names on the wire. */
export type ChannelName =
  | 'feed-changed'
  | 'answer-stored'
  | 'points-moved'
  | 'boards-changed'
  | 'standings-changed'
  | 'days-changed';

export const createProcessChannel = (
  io: Server,
  { localRoom }: Cluster,
  name: ChannelName,
): ProcessChannel => ({
  reachesOthers: localRoom !== null,
  pass: (message) => {
    if (localRoom !== null) io.serverSideEmit(name, message);
  },
  whenPassed: (listener) => {
    io.on(name, listener);
  },
});

/** Calls back with messages of this name in a namespace. Messages that the schema rejects are ignored. */
export function onChannelMessage<T>(
  line: Pick<Namespace, 'on'>,
  name: string,
  schema: ZodType<T>,
  listener: (message: T) => void,
): void {
  line.on(name, (...message: unknown[]) => {
    const { data } = schema.safeParse(message);
    if (data !== undefined) listener(data);
  });
}
