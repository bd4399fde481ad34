import type { Namespace, Server } from 'socket.io';
import type { ZodType } from 'zod';
import type { Cluster } from '#server/show/announce.ts';

/** Messages to the other processes, each of which emits to its own sockets. What gets lost they find in the store. */
export interface Link {
  /** Whether there are other processes, as configured. */
  readonly reachesOthers: boolean;
  pass(message: object): void;
  /** Calls back with what another process has passed, whatever it is. */
  whenPassed(listener: (message: unknown) => void): void;
}

/** What is passed, by the name it has on the wire. */
export type LinkName =
  | 'feed-changed'
  | 'answer-stored'
  | 'points-moved'
  | 'boards-changed'
  | 'days-changed';

export const createLink = (io: Server, { localRoom }: Cluster, name: LinkName): Link => ({
  reachesOthers: localRoom !== null,
  pass: (message) => {
    if (localRoom !== null) io.serverSideEmit(name, message);
  },
  whenPassed: (listener) => {
    io.on(name, listener);
  },
});

/** Calls back with what other processes say by this name in a namespace; what the schema does not know is left unheard. */
export function whenSaid<T>(
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
