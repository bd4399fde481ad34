import { m } from 'messages';
import { numberText } from 'messages/format';
import { useState } from 'react';
import type { ShownPlace } from '#machines/contract/entities.ts';
import { countText } from '#machines/show/rules/direction.ts';
import { airLabel } from '#machines/show/rules/labels.ts';
import { placeName, placeText } from '#machines/show/rules/stage.ts';
import { useNow } from '#src/bindings/countdown.ts';
import { Spoken } from '#src/components/spoken.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import styles from './missed-board.module.css';
import { type Board, useShownBoard } from './shown-board.hook.ts';

/** With this many groups or fewer, the rows are larger. */
const FEW = 4;

/** The board of a question that the reader has not answered, row by row in time with the stage screen. */
export default function MissedBoard({ board }: { readonly board: Board }) {
  const now = useNow();
  const [openedAt] = useState(now);
  const shown = useShownBoard(board);
  const last = shown
    .flatMap((place) => place ?? [])
    .toSorted((a, b) => a.shownAt - b.shownAt)
    .at(-1);
  // Groups that share the first place stay lit together.
  const isTopLast = last !== undefined && last === shown[0];
  return (
    <>
      <p className={styles['lead']}>{m.homeMissedHeresBoard()}</p>
      <ol
        aria-label={m.homeBoardTitle()}
        className={styles['board']}
        data-few={shown.length <= FEW}
      >
        {shown.map((place, index) => (
          <li
            key={place === null ? `covered ${index}` : `${place.label} ${place.shownAt}`}
            data-shown={place !== null}
            data-fresh={place !== null && place.shownAt > openedAt}
            data-first={index === 0 || place?.sharedPlace === 1}
            data-lit={place !== null && (place === last || (isTopLast && place.sharedPlace === 1))}
          >
            <Place number={placeText(place, index)} place={place} />
          </li>
        ))}
      </ol>
      {/* What was shown before the page opened is not announced. */}
      <Spoken hidden>
        {last !== undefined && last.shownAt > openedAt && (
          <>
            {`${placeName(last, shown.indexOf(last))}: `}
            <Verbatim>{airLabel(last.label)}</Verbatim>
            {`, ${countText(last)}`}
          </>
        )}
      </Spoken>
      {shown.every((place) => place !== null) && (
        <p className={styles['next']}>{m.questionsSoon()}</p>
      )}
    </>
  );
}

function Place({ number, place }: { readonly number: string; readonly place: ShownPlace | null }) {
  if (place === null)
    return (
      <>
        <i aria-hidden>{number}</i>
        <span className="visually-hidden">{m.homeNotRevealedYet()}</span>
      </>
    );
  return (
    <>
      <i>{number}</i>
      <Verbatim>{airLabel(place.label)}</Verbatim>
      <b>
        {numberText(place.count)}
        <span className="visually-hidden">{place.count === 1 ? ' answer' : ' answers'}</span>
      </b>
    </>
  );
}
