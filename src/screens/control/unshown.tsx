import { FINAL_SCENES } from '#machines/contract/entities.ts';
import { isFinal } from '#machines/results/rules/finality.ts';
import type { ShowView } from '#machines/show/calls.ts';
import { Note } from '#src/components/note.tsx';

/** Warns before the end of a show that its final standings are not on the stage although points were published. */
export function Unshown({ view: { rundown, direction } }: { readonly view: ShowView }) {
  const scene = direction.behind ?? direction.scene;
  const hasPoints = rundown.items.some(({ result: { state } }) => isFinal({ state }));
  if (!hasPoints || FINAL_SCENES.some((each) => each === scene)) return null;
  return (
    <Note tone="danger">
      The final standings aren&apos;t on the stage. If nobody has seen them yet, cancel and show
      them first.
    </Note>
  );
}
