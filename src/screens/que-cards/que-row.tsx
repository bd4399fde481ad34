import { m } from 'messages';
import { useSelector } from '@xstate/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ListedQuestion } from '#machines/contract/entities.ts';
import { type ProducerActor, selectHasEnded } from '#machines/show/producer.ts';
import { type QueCardsActor, selectAnswered } from '#machines/show/que-cards.ts';
import type { QuestionExpiryActor } from '#machines/show/question-expiry.ts';
import type { QuestionWindow } from '#machines/answering/release-window.ts';
import { useQuestionWindow, useWindowState } from '#src/bindings/question-window.ts';
import { Badge, RehearsalBadge } from '#src/components/badge.tsx';
import type { ProducerActors } from '#src/bindings/producer-actors.ts';
import { useQuestionExpiry } from './hook.ts';
import { Planned } from './planned.tsx';
import styles from './que-cards.module.css';

interface QueBadgesProps {
  readonly producer: ProducerActor;
  readonly question: ListedQuestion;
  readonly window: QuestionWindow;
  readonly expiry: QuestionExpiryActor;
}

/**
 * The states of a question: its planned time, and the audiences that it is released to until its show ends, in colour
 * while they can answer, and outlined when they no longer can.
 */
export function QueBadges({ producer, question, window, expiry }: QueBadgesProps) {
  const { rehearsal, shown_on_air: isOnAir, shown_to_home: isToHome, show_id: showId } = question;
  const isOver = useSelector(producer, selectHasEnded(showId));
  const studio = useWindowState(window, 'studio');
  const home = useWindowState(window, 'home');
  const released = [...(isOnAir ? [studio] : []), ...(isToHome ? [home] : [])];
  const isPast = released.length > 0 && released.every((state) => state === 'expired');
  return (
    <>
      {rehearsal === true && <RehearsalBadge />}
      <Planned expiry={expiry} isOver={isOver} isPast={isPast} />
      {!isOnAir && !isToHome && <Badge>{m.queCardsDraft()}</Badge>}
      {isOnAir && !isOver && (
        <span className={studio === 'expired' ? styles['past'] : undefined}>
          <Badge tone={studio === 'open' ? 'studio' : 'plain'}>{m.queCardsAir()}</Badge>
        </span>
      )}
      {isToHome && !isOver && (
        <span className={home === 'expired' ? styles['past'] : undefined}>
          <Badge tone={home === 'open' ? 'home' : 'plain'}>{m.queCardsHome()}</Badge>
        </span>
      )}
    </>
  );
}

interface QueRowProps {
  readonly actors: ProducerActors;
  readonly question: ListedQuestion;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** A row of a long list, which opens and closes the card of its question. */
export function QueRow({ actors: { cards, producer }, question, isOpen, onToggle }: QueRowProps) {
  const expiry = useQuestionExpiry(question);
  const window = useQuestionWindow(cards, question.game_session_id);
  return (
    <button type="button" className={styles['row']} aria-expanded={isOpen} onClick={onToggle}>
      <ChevronDown aria-hidden />
      <strong dir="auto">{question.question_text}</strong>
      <Answers cards={cards} question={question} />
      <QueBadges producer={producer} question={question} window={window} expiry={expiry} />
    </button>
  );
}

interface AnswersProps {
  readonly cards: QueCardsActor;
  readonly question: ListedQuestion;
}

function Answers({ cards, question }: AnswersProps) {
  const { studio, home } =
    useSelector(cards, selectAnswered(question.game_session_id)) ?? question.answered;
  return <span className={styles['facts']}>{m.countAnswers({ count: studio + home })}</span>;
}
