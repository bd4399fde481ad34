import { useSelector } from '@xstate/react';
import { selectConnectionState } from '#machines/connection/connection.ts';
import { CONNECTION_WORDS } from '#src/words/connection.ts';
import { useConnection } from '#src/bindings/runtime.tsx';
import { ConnectionStrip } from '#src/components/connection-strip.tsx';

/** Shows the state of the connection; nothing while signed out. */
export function ConnectionStatus() {
  const state = useSelector(useConnection() ?? undefined, (snapshot) =>
    snapshot === undefined ? 'online' : selectConnectionState(snapshot),
  );
  return (
    <ConnectionStrip state={state}>
      {state === 'online' ? null : CONNECTION_WORDS[state]()}
    </ConnectionStrip>
  );
}
