import { slot, withElements } from '#src/components/slots.tsx';
import { m } from 'messages';
import { gainText, numberText } from 'messages/format';
import { useSelector } from '@xstate/react';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Lock from 'lucide-react/icons/lock';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import type { BoardsActor } from '#machines/results/boards.ts';
import type { ActiveQuestion, Audience, OwnAnswer } from '#machines/contract/entities.ts';
import {
  type AnswerRevealActor,
  type PlayerStanding,
  selectBefore,
  selectStanding,
  selectStreak,
  selectPoints,
  selectPointsBeforeCorrection,
} from '#machines/results/answer-reveal.ts';
import type { QuestionsActor } from '#machines/answering/questions.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { meaningOf } from '#machines/results/rules/answer-reveal.ts';
import { ordinal } from '#machines/results/rules/ranking.ts';
import { raised } from '#machines/show/rules/labels.ts';
import { countUp } from '#src/bindings/motion.ts';
import { Spoken } from '#src/components/spoken.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import styles from './answer-reveal.module.css';
import { useAnswerReveal } from './answer-reveal.hook.ts';
import { BoardLamps } from './board-lamps.tsx';
import { useShownBoard } from './shown-board.hook.ts';

export interface AnswerRevealProps {
  readonly questions: QuestionsActor;
  readonly boards: BoardsActor;
  readonly answer: OwnAnswer;
  readonly isFrozen: boolean;
  readonly audience: Audience;
  /** The board of the question; undefined: it is not on the stage, or not locked. */
  readonly board: ActiveQuestion['board'];
}

/** Shows the answer while it waits for the board, and then its points, in time with the stage screen. */
export default function AnswerReveal(props: AnswerRevealProps) {
  const { questions, audience, answer, isFrozen, board } = props;
  const reveal = useAnswerReveal({
    ...props,
    isOpening: board?.some((place) => place !== null) === true,
    hasHaptics: audience === 'home',
  });
  const points = useSelector(reveal, selectPoints);
  const pointsBeforeCorrection = useSelector(reveal, selectPointsBeforeCorrection);
  const streak = useSelector(questions, selectStreak);
  // What is public when the page loads is shown still.
  const [wasHidden] = useState(points === null);
  // Before, the places of players whose rows are still covered would make the own one look too good.
  const shownBoard = useShownBoard(board ?? []);
  const isBoardOpen = shownBoard.every((place) => place !== null);
  const meaning = points === null ? null : meaningOf(points, audience, isFrozen);
  const { position } = answer;
  const sharedPlace = position && shownBoard[position - 1]?.sharedPlace;
  const place = sharedPlace ?? position;
  return (
    <div
      data-tile
      data-audience={audience}
      data-shown={points !== null}
      data-top={points !== null && place === 1}
      data-fresh={points !== null && wasHidden}
      className={styles['reveal']}
    >
      <p className={styles['tile']} data-long={answer.answer_text.length > LONG_ANSWER}>
        <small>
          {m.homeYourAnswer()}{' '}
          {points !== null && place !== undefined && (
            <span>{m.homePlaceOnBoard({ board: ordinal(place, sharedPlace !== undefined) })}</span>
          )}
        </small>
        <Verbatim>{raised(answer.answer_text)}</Verbatim>
      </p>
      <div className={styles['hit']}>
        <Crowd lit={audience === 'home' ? (points ?? 0) : 0} />
        {points === null ? (
          <Lock aria-hidden className={styles['lock']} />
        ) : (
          <Plus points={points} from={pointsBeforeCorrection} />
        )}
        <div className={styles['below']}>
          <Spoken className={styles['said']}>
            {meaning === null || points === null ? (
              <p>
                {answer.held === true && board !== undefined && board.length > 0 && isBoardOpen
                  ? m.answerBoardOpen()
                  : m.answerHeld()}
              </p>
            ) : (
              <>
                <p>
                  {meaning}
                  <span className="visually-hidden">{` ${gainText(points)}`}</span>
                </p>
                {pointsBeforeCorrection !== null && (
                  <p>{m.homeCorrectedWas({ pointsBeforeCorrection })}</p>
                )}
              </>
            )}
          </Spoken>
          {points === null && board !== undefined && <BoardLamps board={board} />}
          {points !== null && (
            <p className={styles['streak']}>
              {streak > 1 && (
                <>
                  <span aria-hidden className={styles['pips']}>
                    {Array.from({ length: Math.min(streak, PIPS) }, (_, index) => (
                      <i key={index} />
                    ))}
                  </span>
                  {m.homeRowBoard({ streak })}
                </>
              )}
            </p>
          )}
        </div>
      </div>
      <Position reveal={reveal} audience={audience} isShown={points !== null && isBoardOpen} />
    </div>
  );
}

/** An answer of more letters is smaller, so that its points, or the lock, stay in sight. */
const LONG_ANSWER = 40;
const PIPS = 7;

/** The points, which count up from their value before a correction. */
function Plus({ points, from }: { readonly points: number; readonly from: number | null }) {
  const number = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (number.current === null) return undefined;
    return countUp(number.current, {
      from: from ?? points,
      to: points,
      ms: COUNT_MS,
      text: gainText,
    });
  }, [points, from]);
  return (
    <p aria-hidden className={styles['plus']} data-long={points > 999}>
      <span ref={number}>{gainText(points)}</span>
    </p>
  );
}
const COUNT_MS = 400;

/** The player's rank. */
function Position({
  reveal,
  audience,
  isShown,
}: {
  readonly reveal: AnswerRevealActor;
  readonly audience: Audience;
  /** Whether the standing counts the points of the answer. */
  readonly isShown: boolean;
}) {
  const before = useSelector(reveal, selectBefore);
  const now = useSelector(reveal, selectStanding);
  const standing = isShown ? now : before;
  const climbed = climbOf(before, standing);
  const isClimbing = isShown && climbed > 0;
  return (
    <div className={styles['ladder']}>
      {isClimbing && standing !== null && standing.rank !== null && (
        <Neighbours
          key={standing.rank}
          rank={standing.rank}
          passed={Math.min(climbed, MOST_PASSED)}
        />
      )}
      <p className={styles['position']}>
        {/* Not before the first reveal, as everyone is then first with 0 points. */}
        {standing !== null && standing.rank !== null && (isShown || standing.points > 0) && (
          <>
            {withElements(
              // In one line with the ranks gained.
              isClimbing
                ? slot(0)
                : m.homePlaceToday({ place: slot(0), audience: audienceLabel(audience) }),
              <b key={standing.rank}>{ordinal(standing.rank, standing.shared)}</b>,
            )}
            {isClimbing && (
              <span className={styles['up']}>
                <ArrowUp aria-hidden />
                {m.homeUp({ climbed })}
              </span>
            )}
            <span className={styles['sum']}>
              <span>{numberText(standing.points)}</span>
              <small> {m.unitPoints({ count: standing.points })}</small>
            </span>
          </>
        )}
      </p>
    </div>
  );
}

/** The most ranks that the reader's row slides past. */
const MOST_PASSED = 12;

/** The ranks around the reader's own, which slide down behind its row while it climbs past them. */
function Neighbours({ rank, passed }: { readonly rank: number; readonly passed: number }) {
  return (
    <ol aria-hidden className={styles['neighbours']} style={{ '--passed': passed }}>
      {Array.from({ length: passed + 3 }, (_, index) => rank - 1 + index).map((each) => (
        <li key={each}>{each < 1 ? '' : ordinal(each)}</li>
      ))}
    </ol>
  );
}

/** The ranks gained; 0 for a player's first points, as there was no place to climb from. */
function climbOf(before: PlayerStanding | null, now: PlayerStanding | null): number {
  if (before?.points === 0) return 0;
  const [from, to] = [before?.rank ?? null, now?.rank ?? null];
  return from === null || to === null ? 0 : from - to;
}

/** Positions of lamps around the number, in percent of the box, the nearest first; as many as fit. */
const SPOTS = Array.from({ length: 400 }, (_, index) => {
  const [angle, radius] = [index * 2.399_96, Math.sqrt(index)];
  return { x: Math.cos(angle) * radius * 3.1, y: Math.sin(angle) * radius * 3.4 };
})
  .filter(({ x, y }) => Math.abs(x) < 48 && Math.abs(y) < 47 && (x / 43) ** 2 + (y / 37) ** 2 > 1)
  .toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))
  .slice(0, 60);
/** The index in `SPOTS` of the reader's own lamp. */
const OWN = 4;

/** A lamp for each person with the same answer; the reader's own is white. */
function Crowd({ lit }: { readonly lit: number }) {
  return (
    <div aria-hidden className={styles['crowd']}>
      {SPOTS.map(({ x, y }, index) => (
        <i
          key={`${x} ${y}`}
          data-own={index === Math.min(OWN, Math.max(lit - 1, 0))}
          data-lit={index < lit}
          style={spotStyle(x, y, index)}
        />
      ))}
    </div>
  );
}
const spotStyle = (x: number, y: number, index: number): CSSProperties => ({
  insetInlineStart: `${50 + x}%`,
  insetBlockStart: `${50 + y}%`,
  animationDelay: `${index * 14}ms`,
});
