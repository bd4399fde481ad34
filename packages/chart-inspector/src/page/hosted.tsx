import { useEffect, useState } from 'react';
import { attachHosted, definitionIn } from '../agent/hosted.ts';
import { useApp } from '../app.tsx';
import type { TraceSource } from '../trace/trace.ts';
import { Button, Live, Note, Stack } from '../ui/ui.tsx';

/** A button that attaches the hosted Stately inspector. Callers must give it a key for each `source`. */
export function Hosted({ source }: { readonly source: TraceSource }) {
  const { machines } = useApp();
  const [stop, setStop] = useState<(() => void) | null>(null);
  const [hasFailed, setFailed] = useState(false);
  // Detach it also on unmount, because the button to detach it is then gone.
  useEffect(() => () => stop?.(), [stop]);
  const attach = async () => {
    setFailed(false);
    try {
      const detach = await attachHosted(source, (id) => {
        const machine = machines[id];
        return machine === undefined ? null : definitionIn(machine);
      });
      setStop(() => detach);
    } catch {
      setFailed(true);
    }
  };
  return (
    <section aria-label="Stately inspector">
      <Stack>
        <h3>Stately inspector</h3>
        <p>Opens stately.ai and tells it what happens in this window, secrets masked.</p>
        <Live urgent>
          {hasFailed && <Note tone="danger">The Stately inspector could not be opened.</Note>}
        </Live>
        <Button
          onClick={() => {
            setStop(null);
            if (stop === null) void attach();
          }}
        >
          {stop !== null ? 'Detach it' : hasFailed ? 'Try Again' : 'Attach the Stately inspector'}
        </Button>
      </Stack>
    </section>
  );
}
