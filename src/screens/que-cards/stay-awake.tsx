import { useRuntime } from '#src/bindings/runtime.tsx';
import { useWakeLock } from '#src/bindings/wake-lock.ts';
import { Note } from '#src/components/note.tsx';

/** Keeps the screen of a host awake while `wanted`, and says so where the browser never does. */
export function StayAwake({ wanted }: { readonly wanted: boolean }) {
  useWakeLock(wanted);
  if (useRuntime().wakeLock.isThere) return null;
  return (
    <Note>
      This screen may go to sleep: the browser cannot keep it awake here. Turn its sleep off.
    </Note>
  );
}
