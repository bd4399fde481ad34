import { useSelector } from '@xstate/react';
import type { Direction } from '#machines/contract/entities.ts';
import type { MainAct } from '#machines/rules/rundown.ts';
import { SCENE_WORDS } from '#machines/rules/show.ts';
import { selectDirection, selectMissing, type ShowControlActor } from '#machines/show-control.ts';
import { atText } from '#src/screens/home/words.ts';
import { Button } from '#src/components/button.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { Badge, RehearsalBadge } from '#src/components/badge.tsx';
import { Card } from '#src/components/card.tsx';
import { Note } from '#src/components/note.tsx';
import { counted } from '#src/screens/home/words.ts';
import styles from './control.module.css';

interface Picture {
  readonly scene: Direction['scene'];
  readonly text: string | null;
  readonly places: readonly Pick<
    Direction['places'][number],
    'groupId' | 'representative' | 'count' | 'revealed'
  >[];
}

/** What the show page shows now, and what the next press of the main button makes of it. */
export function Air({ show, main }: { readonly show: ShowControlActor; readonly main: MainAct }) {
  const direction = useSelector(show, selectDirection);
  if (direction === null) return null;
  const now: Picture = {
    scene: direction.scene,
    text: direction.questionText ?? null,
    places: direction.places,
  };
  return (
    <Card
      as="section"
      label="On air"
      title="On air"
      aside={
        <>
          {direction.rehearsal === true && <RehearsalBadge />}
          <Badge>{counted(direction.screens, 'screen')}</Badge>
        </>
      }
    >
      <figure className={styles['picture']}>
        <figcaption>Now</figcaption>
        <Screen picture={now} />
      </figure>
      <figure className={styles['picture']}>
        <figcaption>After the next press</figcaption>
        <Screen picture={after(now, main)} />
      </figure>
      <Missing show={show} />
      <Flagged places={direction.places} main={main} />
    </Card>
  );
}

/** That a screen lost its line, until it is back or somebody says that it should be away. */
function Missing({ show }: { readonly show: ShowControlActor }) {
  const missing = useSelector(show, selectMissing);
  return (
    <Spoken>
      {missing !== null && (
        <Note tone="danger">
          <p>{`${counted(missing.count, 'screen')} lost the line ${atText(missing.at)}. The last picture stays there.`}</p>
          <Button onClick={() => show.send({ type: 'screens.dismiss' })}>It was closed</Button>
        </Note>
      )}
    </Spoken>
  );
}

interface FlaggedProps {
  readonly places: Direction['places'];
  readonly main: MainAct;
}

/** That the group which is revealed next may be unfit for air. */
function Flagged({ places, main }: FlaggedProps) {
  if (main.type !== 'reveal') return null;
  const next = places.find(({ groupId }) => groupId === main.groupId);
  if (next?.isFlagged !== true || next.isHeld === true) return null;
  return (
    <Note tone="danger">
      <p>{`"${next.representative}" may be unfit for air. You can rename it or hold it back on the desk.`}</p>
    </Note>
  );
}

function after(now: Picture, main: MainAct): Picture {
  if (main.type === 'release' || main.type === 'air')
    return { scene: 'question', text: main.item.text, places: [] };
  if (main.type === 'present') return { scene: main.scene, text: null, places: [] };
  if (main.type !== 'reveal') return now;
  const { groupId: next } = main;
  const places = now.places.map((place) =>
    place.groupId === next ? { ...place, revealed: true } : place,
  );
  return { ...now, places };
}

function Screen({ picture: { scene, text, places } }: { readonly picture: Picture }) {
  return (
    <div className={styles['screen']}>
      {scene === 'question' ? (
        <>
          <strong>{text}</strong>
          <ol>
            {places.map(({ groupId, representative, count, revealed }) => (
              <li key={groupId} data-revealed={revealed || undefined}>
                {revealed ? `${representative} ${count}` : '·'}
              </li>
            ))}
          </ol>
        </>
      ) : (
        <span>{SCENE_WORDS[scene]}</span>
      )}
    </div>
  );
}
