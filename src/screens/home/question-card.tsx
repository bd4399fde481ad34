import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { memo } from 'react';
import type { BoardsActor } from '#machines/results/boards.ts';
import type { Audience } from '#machines/contract/entities.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import {
  type QuestionsActor,
  type QuestionView,
  selectAudience,
  selectIsChecking,
  selectQuestion,
} from '#machines/answering/questions.ts';
import type { QuestionWindow } from '#machines/answering/release-window.ts';
import { audienceLabel, otherAudience } from '#machines/contract/audience.ts';
import { voidText } from '#machines/results/rules/finality.ts';
import type { WindowState } from '#machines/answering/rules/schedule.ts';
import {
  useLockedLabel,
  useQuestionWindow,
  useWindowState,
} from '#src/bindings/question-window.ts';
import { useFocusAcrossModes } from '#src/bindings/show.ts';
import { AudienceBadge, RehearsalBadge, StateBadge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Card, type CardProps } from '#src/components/card.tsx';
import { Note } from '#src/components/note.tsx';
import { AnswerStanding } from './answer-standing.tsx';
import hero from './hero.module.css';
import styles from './home.module.css';
import { QuestionMedia } from './question-media.load.tsx';
import { Remaining } from './remaining.tsx';
import { isSame } from './same.ts';

export interface QuestionCardProps {
  readonly questions: QuestionsActor;
  readonly gameSessionId: string;
  /** Set if the card shows the points of the reader's answer, with their rank; otherwise null. */
  readonly boards: BoardsActor | null;
  readonly isSelected: boolean;
  /** Whether the question is the only one in the list, so that it needs no selection. */
  readonly isAlone: boolean;
  /** Whether the question fills the first screen. */
  readonly isForemost: boolean;
  /** Whether the reader runs the question's show, and so does not play it. */
  readonly isRun: boolean;
  readonly onSelect: (gameSessionId: string) => void;
  readonly onAnswer: (gameSessionId: string) => void;
}

/** One question in the list, with the reader's possible actions. Each card updates by itself, as lists are long. */
export const QuestionCard = memo(function QuestionCard(props: QuestionCardProps) {
  const { questions, gameSessionId } = props;
  const question = useSelector(
    questions,
    (snapshot) => selectQuestion(snapshot, gameSessionId),
    isSame,
  );
  return question && <Question {...props} question={question} />;
});

interface QuestionProps extends QuestionCardProps {
  readonly question: QuestionView;
}

function Question(props: QuestionProps) {
  const { questions, question, boards, isSelected, isAlone, isForemost } = props;
  const { gameSessionId, text, answer } = question;
  const audience = useSelector(questions, selectAudience);
  const window = useQuestionWindow(questions, gameSessionId);
  const states = { studio: useWindowState(window, 'studio'), home: useWindowState(window, 'home') };
  const isChecking = useSelector(questions, selectIsChecking);
  const own = audience && states[audience];
  const label = useLockedLabel(window, audience);
  const item = useFocusAcrossModes<HTMLLIElement>(answer !== null);
  const isToAnswer = own !== null && answer === null && own !== 'expired' && !props.isRun;
  // The first screen after the answer is for the points alone, and after a missed question for its board.
  const hasDetails =
    !isAlone && !(isForemost && (answer === null ? own === 'expired' : isSelected));
  const Frame = isForemost ? HeroCard : Card;
  return (
    <li ref={item} tabIndex={-1}>
      <Frame
        as="article"
        arriving
        label={text ?? label ?? undefined}
        title={text ?? label}
        tone={toneOf(own === null ? Object.values(states) : [own], answer !== null || isChecking)}
        badges={
          question.isRehearsal === true ? (
            <>
              <RehearsalBadge />
              {own !== null && ownBadge(own, answer !== null, isChecking)}
            </>
          ) : own === null ? undefined : (
            ownBadge(own, answer !== null, isChecking)
          )
        }
        aside={
          audience && (
            <OwnTime
              {...{ window, audience, isChecking }}
              state={states[audience]}
              isLarge={isForemost && answer === null}
            />
          )
        }
        actions={
          isToAnswer || hasDetails ? (
            <>
              {isToAnswer && (
                <Button
                  tone="live"
                  disabled={own !== 'open' || isChecking}
                  onClick={() => props.onAnswer(gameSessionId)}
                >
                  {m.homeAnswerQuestion()}
                </Button>
              )}
              {hasDetails && (
                <Button aria-pressed={isSelected} onClick={() => props.onSelect(gameSessionId)}>
                  {m.commonDetails()}
                </Button>
              )}
            </>
          ) : undefined
        }
      >
        {isToAnswer && question.media && (
          <QuestionMedia media={question.media} audience={audience} />
        )}
        {question.isRehearsal === true && <Note tone="danger">{m.rehearsalNote()}</Note>}
        {question.voidReason !== null && <Note>{voidText(question.voidReason)}</Note>}
        {own === null || props.isRun ? (
          <ReleaseStates {...{ window, states, isChecking }} />
        ) : (
          <AnswerStanding {...{ questions, question, boards, label, isChecking }} state={own} />
        )}
      </Frame>
    </li>
  );
}

/** A question that fills the first screen: one task, without the frame of a card. */
function HeroCard({ label, title, tone, badges, aside, actions, children }: CardProps) {
  return (
    <article aria-label={label} data-tone={tone} className={hero['question']}>
      <div className={hero['head']}>
        <div className={hero['state']}>{badges}</div>
        {aside !== undefined && <div className={hero['clock']}>{aside}</div>}
      </div>
      <h2 dir="auto">{title}</h2>
      {children}
      {actions !== undefined && <div className={hero['acts']}>{actions}</div>}
    </article>
  );
}

/** The badge with the question's state for the reader; none for an expired question, as the timer shows that. */
function ownBadge(own: WindowState, isAnswered: boolean, isChecking: boolean) {
  if (isAnswered) return <StateBadge state="answered" />;
  return own === 'expired' ? undefined : <StateBadge state={isChecking ? 'checking' : own} />;
}

interface WindowProps {
  readonly window: QuestionWindow;
  readonly audience: Audience;
  readonly state: WindowState;
  readonly isChecking: boolean;
  /** Whether the time is the largest thing on the screen. */
  readonly isLarge?: boolean;
}

/**
 * The time left for the reader; while the other audience's timer locks the question, the time left for that audience.
 */
function OwnTime({ audience, state, ...shown }: WindowProps) {
  if (state !== 'locked') return <Remaining audience={audience} {...shown} />;
  const other = otherAudience(audience);
  return <Remaining audience={other} label={audienceLabel(other)} {...shown} />;
}

interface ReleaseStatesProps extends Pick<WindowProps, 'window' | 'isChecking'> {
  readonly states: Readonly<Record<Audience, WindowState>>;
}

/** The state of both audiences' windows, for the producer. */
function ReleaseStates({ window, states, isChecking }: ReleaseStatesProps) {
  return (
    <ul className={styles['releases']}>
      {AUDIENCES.map((audience) => (
        <li key={audience}>
          <AudienceBadge audience={audience} />
          {states[audience] !== 'expired' && (
            <StateBadge state={isChecking ? 'checking' : states[audience]} />
          )}
          <Remaining {...{ window, audience, isChecking }} />
        </li>
      ))}
    </ul>
  );
}

/** The card's tone: `live` while the reader can still answer, `quiet` once the question is over. */
function toneOf(states: readonly WindowState[], isAnswered: boolean) {
  if (states.includes('open')) return isAnswered ? 'plain' : 'live';
  return states.includes('locked') ? 'plain' : 'quiet';
}
