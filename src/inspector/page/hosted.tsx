import { useEffect, useState } from 'react';
import { Button, ErrorNote, Stack } from '../product.ts';
import { attachHosted, definitionIn } from '../agent/hosted.ts';
import { machines } from 'virtual:charts';
import type { TraceSource } from '../trace/trace.ts';

/** The hosted inspector beside this one, for whoever asks for it; a new one for each `source`, by its key. */
export function Hosted({ source }: { readonly source: TraceSource }) {
  const [stop, setStop] = useState<(() => void) | null>(null);
  const [hasFailed, setFailed] = useState(false);
  // Also when it is left, with the button that would end it.
  useEffect(() => () => stop?.(), [stop]);
  const attach = async () => {
    setFailed(false);
    try {
      const detach = await attachHosted(source, definitionOf);
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
        {hasFailed ? (
          <ErrorNote
            message="The Stately inspector could not be opened."
            onRetry={() => void attach()}
          />
        ) : (
          <Button
            onClick={() => {
              setStop(null);
              if (stop === null) void attach();
            }}
          >
            {stop === null ? 'Attach the Stately inspector' : 'Detach it'}
          </Button>
        )}
      </Stack>
    </section>
  );
}

function definitionOf(id: string): string | null {
  const chart = machines[id];
  return chart === undefined ? null : definitionIn(chart);
}
