import { m } from 'messages';
import { useRuntime } from '#src/bindings/runtime.tsx';
import { useWakeLock } from '#src/bindings/wake-lock.ts';
import { Note } from '#src/components/note.tsx';

/** Keeps the producer's screen awake while `wanted`. If the browser cannot, shows a note. */
export function StayAwake({ wanted }: { readonly wanted: boolean }) {
  useWakeLock(wanted);
  if (useRuntime().wakeLock.isThere) return null;
  return <Note>{m.uiScreenMayGoSleep()}</Note>;
}
