import { numberText } from 'messages/format';
import { slot, withElements } from '#src/components/slots.tsx';
import { m } from 'messages';
import type { ReactNode } from 'react';
import { useSelector } from '@xstate/react';
import type { StageView } from '#machines/contract/stage.ts';
import type { Audience } from '#machines/contract/entities.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import { LAST_SECONDS } from '#machines/show/rules/stage.ts';
import {
  type QuestionWindow,
  selectClosesAt,
  selectIsOpen,
  selectIsRunning,
} from '#machines/answering/release-window.ts';
import type { WindowState } from '#machines/answering/rules/schedule.ts';
import {
  type QuestionStep,
  selectIsEverybodyIn,
  selectQuestionStep,
  selectRevealedCount,
  selectRingMs,
  selectScene,
  selectStep,
  type StageActor,
} from '#machines/show/stage.ts';
import { useCountdown } from '#src/bindings/countdown.ts';
import { useWindowSelector, useWindowState } from '#src/bindings/question-window.ts';
import { useTimeAnnouncements } from '#src/bindings/show.ts';
import { classes } from '#src/components/classes.ts';
import { fitted } from './fit.ts';
import { Lamps, lampsHeight } from './lamps.tsx';
import { QuestionPicture } from './media.tsx';
import { useDrain, useFlip, useRisingLines } from './moves.ts';
import { AudienceSign, Corner, useJoinAddress } from './sign.tsx';
import { Survey } from './survey.tsx';
import { Swarm } from './swarm.tsx';
import styles from './stage-screen.module.css';

type ShownQuestion = NonNullable<StageView['question']>;

interface QuestionProps {
  readonly show: StageView;
  readonly question: ShownQuestion;
  readonly stage: StageActor;
  readonly window: QuestionWindow;
  /** Whether the page is an overlay, which shows no pictures of questions. */
  readonly isOverlay?: boolean;
}

/** The question, large and alone; dimmed behind the board. */
export function Question({ show, question, stage, window, isOverlay }: QuestionProps) {
  const step = useSelector(stage, selectQuestionStep);
  const isSurvey = useSelector(stage, selectScene) === 'survey';
  const isDealing = useSelector(stage, selectStep) === 'dealing';
  const isLive = useWindowSelector(window, selectIsOpen);
  const isSmall = isSurvey || step === 'counting';
  const heading = useFlip<HTMLHeadingElement>(isSmall, { ms: 500 });
  const { question_text: text, media } = question;
  const picture = media?.kind === 'picture' && !isSmall && isOverlay !== true ? media : null;
  return (
    <article
      aria-label={text}
      className={styles['question']}
      data-live={isLive || undefined}
      data-step={isSurvey ? 'survey' : step}
      data-pictured={picture !== null || undefined}
    >
      {isSmall && <Top question={question} />}
      {picture !== null && <QuestionPicture media={picture} />}
      <div className={styles['words']} data-layer="question">
        <h1
          key={question.game_session_id}
          ref={heading}
          tabIndex={-1}
          dir="auto"
          style={{ fontSize: fitted(text, isSmall ? '6.4vh' : '13vh') }}
        >
          {step === 'arriving' ? <RisingWords text={text} /> : text}
        </h1>
      </div>
      {isSurvey ? (
        <Survey show={show} stage={stage} />
      ) : (
        <Answering show={show} question={question} stage={stage} window={window} step={step} />
      )}
      {(step === 'counting' || isDealing) && (
        <Swarm
          phase={isDealing ? 'dealing' : 'counting'}
          answered={question.answered}
          sorting={question.sorting}
        />
      )}
      {isSmall && <Foot show={show} stage={stage} isDealt={isSurvey} />}
    </article>
  );
}

function RisingWords({ text }: { readonly text: string }) {
  const words = useRisingLines();
  return (
    <span ref={words} className={styles['rising']}>
      {text.split(/(\s+)/u).map((part, at) =>
        // oxlint-disable-next-line react/no-array-index-key -- words have no identity and never move
        part.trim() === '' ? part : <span key={at}>{part}</span>,
      )}
    </span>
  );
}

const released = ({ windows }: ShownQuestion): Audience[] =>
  AUDIENCES.filter((audience) => windows[audience].released);

/** The number of players with a lamp: those who are connected, or who have answered, if these are more. */
const playersOf = ({ connected }: StageView, { answered }: ShownQuestion, audience: Audience) =>
  Math.max(connected?.[audience] ?? 0, answered[audience]);

function Top({ question }: { readonly question: ShownQuestion }) {
  return (
    <div className={styles['bar']} data-layer="board">
      <Corner />
      <span className={styles['tally']}>
        {released(question).map((audience) => (
          <span key={audience}>
            <AudienceSign audience={audience} />
            {withElements(
              m.stageScreenAnsweredBy({ answered: slot(0) }),
              <b>{numberText(question.answered[audience])}</b>,
            )}
          </span>
        ))}
      </span>
    </div>
  );
}

interface FootProps {
  readonly show: StageView;
  readonly stage: StageActor;
  /** Whether the board is shown; until then the number of its rows is unknown. */
  readonly isDealt: boolean;
}

function Foot({ show, stage, isDealt }: FootProps) {
  const { text, code } = useJoinAddress(show);
  const revealed = useSelector(stage, selectRevealedCount);
  const isComplete = revealed === show.groups.length;
  // The board says there that the question does not count.
  const isVoid = show.question?.result?.voided !== undefined;
  return (
    <div className={styles['bar']} data-layer="board">
      <span>
        {!isVoid && (
          <>
            {withElements(
              code === null
                ? m.stageScreenPlayAlongAt({ address: slot(0) })
                : m.stageScreenPlayAlongWithCode({ address: slot(0), code: slot(1) }),
              <b>{text}</b>,
              <b>{code}</b>,
            )}
          </>
        )}
      </span>
      {isDealt && show.groups.length > 0 && (
        <span>
          {m.stageScreenRevealedOf({
            revealed: numberText(revealed),
            all: numberText(show.groups.length),
          })}
          {isComplete &&
            show.tied !== undefined &&
            ` · ${m.stageScreenJustMissed({ count: show.tied })}`}
        </span>
      )}
    </div>
  );
}

/** Width of the letters of 'Everybody's in!', relative to the normal width. */
const ON_CHEER = 0.9;

interface AnsweringProps extends QuestionProps {
  readonly step: QuestionStep;
}

/** When the timer of an audience that can answer ends, epoch ms; null if none runs. */
function useRunningEnd(window: QuestionWindow, audience: Audience): number | null {
  const isRunning = useWindowSelector(window, (each) => selectIsRunning(each, audience));
  const closesAt = useWindowSelector(window, (each) => selectClosesAt(each, audience));
  return isRunning ? closesAt : null;
}

/** Timers whose ends differ by less than this count as one, as they were started one after the other. */
const ONE_END_MS = 1_000;

/** The countdown ring in the middle, none without a timer, with each audience's number of answers beside it. */
function Answering({ show, question, stage, window, step }: AnsweringProps) {
  const ringMs = useSelector(stage, selectRingMs);
  const ends = [useRunningEnd(window, 'studio'), useRunningEnd(window, 'home')];
  const running = ends.filter((end) => end !== null);
  const endAt = running.length === 0 ? null : Math.max(...running);
  const isOneEnd = endAt === null || endAt - Math.min(...running) < ONE_END_MS;
  const left = useCountdown(endAt);
  const isEverybodyIn = useSelector(stage, selectIsEverybodyIn);
  // The lanes are equally high, so that their names and numbers are at one height.
  const height = Math.max(
    ...released(question).map((each) => lampsHeight(playersOf(show, question, each))),
    0,
  );
  return (
    <div
      className={styles['answering']}
      data-step={step}
      data-layer="timer"
      style={{ '--height': height }}
    >
      {AUDIENCES.map((audience) => (
        <Lane
          key={audience}
          show={show}
          question={question}
          window={window}
          audience={audience}
          isRinged={isOneEnd}
          isOver={step === 'timeUp'}
          isGathering={step === 'counting'}
        />
      ))}
      {step === 'answering' && isEverybodyIn && <Cheer />}
      {step === 'answering' && endAt !== null && left !== null && (
        <div
          className={styles['ring']}
          data-last={!isEverybodyIn && left <= LAST_SECONDS ? left : undefined}
        >
          <Ring key={endAt} endAt={endAt} ringMs={ringMs} />
          {isEverybodyIn ? (
            <EverybodyIn>
              <span aria-hidden="true">{shortClockText(left)}</span>
            </EverybodyIn>
          ) : (
            <b key={left <= LAST_SECONDS ? left : 'far'} aria-hidden="true">
              {left <= LAST_SECONDS ? left : shortClockText(left)}
            </b>
          )}
          <TimeCalls key={`calls ${endAt}`} closesAt={endAt} />
        </div>
      )}
      {step === 'answering' && endAt === null && isEverybodyIn && <EverybodyIn />}
      {step === 'timeUp' && <p className={styles['up']}>{m.stageScreenTimesUp()}</p>}
      {step === 'counting' && (
        <>
          <p className={styles['counting']}>
            {question.sorting?.isDone === true
              ? m.stageScreenNearlyThere()
              : m.controlAnswersBeingCounted()}
          </p>
          <div className={styles['gathering']} data-swarm-room>
            <strong>{numberText(question.answered.studio + question.answered.home)}</strong>
            <span>{m.commonAnswers()}</span>
          </div>
        </>
      )}
    </div>
  );
}

function Ring({ endAt, ringMs }: { readonly endAt: number; readonly ringMs: number }) {
  const drain = useDrain(endAt, ringMs);
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true">
      <circle cx="50" cy="50" r="45" />
      <circle ref={drain} cx="50" cy="50" r="45" pathLength="1" strokeDasharray="1" />
    </svg>
  );
}

function EverybodyIn({ children }: { readonly children?: ReactNode }) {
  return (
    <p className={styles['everybody']}>
      <strong>{m.stageScreenEverybodys()}</strong>
      {children}
    </p>
  );
}

/** The same words, large, before they are small in the middle. */
function Cheer() {
  const text = m.stageScreenEverybodys();
  return (
    <div className={classes(styles['words'], styles['cheer'])} aria-hidden="true">
      <p style={{ fontSize: fitted(text, '12vh', ON_CHEER) }}>{text}</p>
    </div>
  );
}

function TimeCalls({ closesAt }: { readonly closesAt: number }) {
  useTimeAnnouncements(closesAt);
  return null;
}

const STATE_WORDS: Record<WindowState, string> = {
  withheld: m.stageScreenNotOpen(),
  scheduled: m.stageScreenNotOpen(),
  open: m.stageScreenOpen(),
  locked: m.stageScreenWaiting(),
  expired: m.stageScreenTimesUp(),
};

interface LaneProps {
  readonly show: StageView;
  readonly question: ShownQuestion;
  readonly window: QuestionWindow;
  readonly audience: Audience;
  /** Whether the ring shows this audience's time, too, so that the lane needs no clock of its own. */
  readonly isRinged: boolean;
  /** Whether time is up, which is shown once, in the middle. */
  readonly isOver: boolean;
  /** Whether its lamps leave for the swarm; the numbers of answers are then at the top. */
  readonly isGathering: boolean;
}

/** One audience with its clock and number of answers. Not shown if the audience does not have the question. */
function Lane(props: LaneProps) {
  const { show, question, window, audience, isRinged, isOver, isGathering } = props;
  const state = useWindowState(window, audience);
  const closesAt = useRunningEnd(window, audience);
  const left = useCountdown(closesAt);
  if (!question.windows[audience].released) return null;
  const answered = question.answered[audience];
  const connected = show.connected?.[audience];
  const lamps = (
    <div className={styles[audience]}>
      <Lamps lit={answered} of={playersOf(show, question, audience)} />
    </div>
  );
  if (isGathering)
    return (
      <div className={styles['lane']} data-audience={audience} aria-hidden="true">
        {lamps}
      </div>
    );
  const isPlain = isOver || (state === 'open' && (closesAt === null || isRinged));
  return (
    <section
      aria-label={audienceLabel(audience)}
      className={styles['lane']}
      data-audience={audience}
      data-state={state}
    >
      <AudienceSign audience={audience} />
      <span role="timer" aria-live="off" className={isPlain ? 'visually-hidden' : styles['clock']}>
        {left !== null ? shortClockText(left) : STATE_WORDS[state]}
      </span>
      <span className={styles['answered']}>
        {withElements(
          connected !== undefined && connected > 0 && connected >= answered
            ? m.stageScreenAnsweredOf({ answered: slot(0), connected: numberText(connected) })
            : m.stageScreenAnsweredBy({ answered: slot(0) }),
          <strong>{numberText(answered)}</strong>,
        )}
      </span>
      {lamps}
    </section>
  );
}
