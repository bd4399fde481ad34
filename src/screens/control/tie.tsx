import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { type Direction, FINAL_SCENES } from '#machines/contract/stage.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { type ProducerActor, selectIsBusy, selectView } from '#machines/show/producer.ts';
import { Button } from '#src/components/button.tsx';
import { Note } from '#src/components/note.tsx';

/**
 * While the final standings are on the stage: says that several share a first place, and offers to break the tie, or to
 * share it again.
 */
export function Tie({ producer }: { readonly producer: ProducerActor }) {
  const busy = useSelector(producer, selectIsBusy);
  const view = useSelector(producer, selectView);
  if (view === null) return null;
  const { direction, rundown } = view;
  if (!FINAL_SCENES.some((scene) => scene === direction.scene)) return null;
  const isBroken = rundown.tieBreak === 'earlier';
  const ties = AUDIENCES.flatMap((audience) => {
    const [first, second] = direction.board?.[audience] ?? [];
    // Teams answer together, so none of them is earlier.
    if (first === undefined || first.members !== undefined) return [];
    if (second?.total_points !== first.total_points) return [];
    return [m.commonLabelled({ label: audienceLabel(audience), value: tieText(first, second) })];
  });
  if (ties.length === 0) return null;
  return (
    <Note>
      {ties.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {!isBroken && rundown.state !== 'ended' && <p>{m.controlYouCanAlsoAdd()}</p>}
      <Button
        busy={busy}
        onClick={() =>
          producer.send({
            type: 'producer.act',
            act: { type: 'tieBreak', by: isBroken ? 'shared' : 'earlier' },
          })
        }
      >
        {isBroken ? m.controlShareFirstPlace() : m.controlLetEarlierAnswerWin()}
      </Button>
    </Note>
  );
}

type Ranked = NonNullable<NonNullable<Direction['board']>['home']>[number];
const tieText = (first: Ranked, second: Ranked): string =>
  second.rank === 1
    ? m.controlOthersShareFirstPlace({
        username: first.username,
        total_points: m.countPoints({ count: first.total_points }),
      })
    : m.controlWinsTieWithEarlier({ username: first.username, username2: second.username });
