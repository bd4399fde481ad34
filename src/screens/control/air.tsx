import { useSelector } from '@xstate/react';
import { type Direction, FINALE } from '#machines/contract/entities.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { type QueCardsActor, selectAnswered, selectQuestions } from '#machines/show/que-cards.ts';
import {
  type QuestionWindow,
  selectClosesAt,
  selectIsOpen,
  selectIsRunning,
} from '#machines/answering/release-window.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import { isFrozen } from '#machines/results/rules/result.ts';
import { type MainAct, timersFor } from '#machines/show/rules/rundown.ts';
import {
  selectDirection,
  selectMissing,
  type ShowControlActor,
} from '#machines/show/show-control.ts';
import { useCountdown } from '#src/bindings/countdown.ts';
import { useQuestionWindow, useWindowSelector } from '#src/bindings/question-window.ts';
import { atText } from '#src/screens/home/words.ts';
import { Button } from '#src/components/button.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { Badge, RehearsalBadge } from '#src/components/badge.tsx';
import { Card } from '#src/components/card.tsx';
import { Note } from '#src/components/note.tsx';
import { counted } from '#src/screens/home/words.ts';
import { type Picture, Screen } from './picture.tsx';
import styles from './control.module.css';

interface AirProps {
  readonly show: ShowControlActor;
  readonly cards: QueCardsActor;
  readonly main: MainAct;
  /** How far Home is behind what is on air. */
  readonly homeDelayS: number;
}

/** What the show page shows now, and what the next press of the main button makes of it. */
export function Air(props: AirProps) {
  const direction = useSelector(props.show, selectDirection);
  return direction !== null && <OnAir {...props} direction={direction} />;
}

interface OnAirProps extends AirProps {
  readonly direction: Direction;
}

function OnAir({ show, cards, main, homeDelayS, direction }: OnAirProps) {
  const now = useNowShown(cards, direction, homeDelayS);
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
        <Screen picture={after(now, main, direction)} />
      </figure>
      <Missing show={show} />
      <Flagged places={direction.places} main={main} />
    </Card>
  );
}

const NOTHING = { text: null, places: [], hot: null, board: null, open: null, isCounting: false };

/** What stands on the show page: its board is there from the lock on. */
function useNowShown(cards: QueCardsActor, direction: Direction, homeDelayS: number): Picture {
  const { scene, questionId, gameSessionId, questionText: text = null, places, board } = direction;
  const questions = useSelector(cards, selectQuestions) ?? [];
  const newest = useSelector(cards, selectAnswered(gameSessionId ?? ''));
  const window = useQuestionWindow(cards, gameSessionId ?? '');
  const isOpen = useWindowSelector(window, selectIsOpen);
  const left = useCountdown(
    useWindowSelector(window, (each) => latestEnd(each, homeDelayS * 1_000)),
  );
  if (scene !== 'question') return { ...NOTHING, scene, board: board ?? null };
  const question = questions.find(({ id }) => id === questionId);
  const isFixed = question?.result === undefined || isFrozen(question.result);
  const released = AUDIENCES.filter((audience) => question?.windows[audience].released);
  const answered = Object.fromEntries(
    released.map((audience) => [audience, (newest ?? question?.answered)?.[audience]]),
  );
  const clock = left === null ? null : shortClockText(left);
  return {
    ...NOTHING,
    scene,
    text,
    places: isFixed ? places : [],
    open: isOpen ? { clock, answered } : null,
    isCounting: !isOpen && !isFixed && released.length > 0,
  };
}

/** When the last of its timers ends on the show page, which no delay reaches, epoch ms; null: none runs. */
function latestEnd(window: QuestionWindow, homeDelayMs: number): number | null {
  const ends = AUDIENCES.flatMap((audience) => {
    const end = selectIsRunning(window, audience) ? selectClosesAt(window, audience) : null;
    return end === null ? [] : end - (audience === 'home' ? homeDelayMs : 0);
  });
  return ends.length === 0 ? null : Math.max(...ends);
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

function after(now: Picture, main: MainAct, { questionId, places }: Direction): Picture {
  switch (main.type) {
    case 'release': {
      const { text } = main.item;
      const timers = timersFor(main.item, main.audiences);
      const longest = Math.max(...Object.values(timers).map((seconds) => seconds ?? 0));
      const clock = longest === 0 ? null : shortClockText(longest);
      const answered = Object.fromEntries(main.audiences.map((audience) => [audience, 0]));
      return { ...NOTHING, scene: 'question', text, open: { clock, answered } };
    }
    case 'air':
      return { ...NOTHING, scene: 'question', text: main.item.text };
    case 'lock':
      return now.scene === 'question' && questionId === main.item.questionId
        ? { ...now, places, isCounting: false }
        : now;
    case 'reveal':
      return {
        ...now,
        hot: main.groupId,
        places: now.places.map((place) =>
          place.groupId === main.groupId ? { ...place, revealed: true } : place,
        ),
      };
    case 'present': {
      // The board of the show stays the same to its end.
      const board = FINALE.some((scene) => scene === now.scene) ? now.board : null;
      return { ...NOTHING, scene: main.scene, board };
    }
    case 'arm':
    case 'next':
    case 'wait':
    case 'publish':
    case 'goLive':
    case 'end':
    case 'clear':
    case 'none':
  }
  return now;
}
