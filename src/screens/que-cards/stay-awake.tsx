import { useState } from 'react';
import { useWakeLock } from '#src/bindings/wake-lock.ts';
import { Note } from '#src/components/note.tsx';

/** Keeps the screen of a host awake while `wanted`, and says so where the browser does not allow it. */
export function StayAwake({ wanted }: { readonly wanted: boolean }) {
  const [isAwake, setAwake] = useState(true);
  useWakeLock(wanted, setAwake);
  if (!wanted || isAwake) return null;
  return (
    <Note>
      This screen may go to sleep: the browser cannot keep it awake here. Turn its sleep off.
    </Note>
  );
}
