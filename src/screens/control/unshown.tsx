import { m } from 'messages';
import { FINAL_SCENES } from '#machines/contract/stage.ts';
import { isFinal } from '#machines/results/rules/finality.ts';
import type { ShowView } from '#machines/show/calls.ts';
import { Note } from '#src/components/note.tsx';

/** Warns before the end of a show that its standings were not on the stage since the last question was published. */
export function Unshown({ view: { rundown, direction } }: { readonly view: ShowView }) {
  const scene = direction.behind ?? direction.scene;
  const published = rundown.items.flatMap(({ result }) =>
    isFinal(result) ? [result.publishedAt ?? 0] : [],
  );
  const wereShown =
    direction.finaleAt !== undefined && direction.finaleAt >= Math.max(...published);
  if (published.length === 0 || wereShown || FINAL_SCENES.some((each) => each === scene))
    return null;
  return <Note tone="danger">{m.controlFinalStandingsHaventBeen()}</Note>;
}
