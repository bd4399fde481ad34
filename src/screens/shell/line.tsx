import { useSelector } from '@xstate/react';
import { selectLine } from '#machines/connection/connection.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { useConnection } from '#src/bindings/runtime.tsx';
import { ConnectionStrip } from '#src/components/connection-strip.tsx';

/** How the line to the show is; nothing to say while signed out. */
export function Line() {
  const state = useSelector(useConnection() ?? undefined, (snapshot) =>
    snapshot === undefined ? 'online' : selectLine(snapshot),
  );
  return (
    <ConnectionStrip state={state}>
      {state === 'online' ? null : MESSAGES.connection[state]}
    </ConnectionStrip>
  );
}
