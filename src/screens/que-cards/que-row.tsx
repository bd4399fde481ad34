import { m } from 'messages';
import { useSelector } from '@xstate/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ListedQuestion } from '#machines/contract/entities.ts';
import { type ProducerActor, selectHasEnded } from '#machines/show/producer.ts';
import { type QueCardsActor, selectAnswered } from '#machines/show/que-cards.ts';
import type { QuestionExpiryActor } from '#machines/show/question-expiry.ts';
import { Badge, RehearsalBadge } from '#src/components/badge.tsx';
import type { ProducerActors } from '#src/bindings/producer-actors.ts';
import { useQuestionExpiry } from './hook.ts';
import { Planned } from './planned.tsx';
import styles from './que-cards.module.css';

interface QueBadgesProps {
  readonly producer: ProducerActor;
  readonly question: ListedQuestion;
  readonly expiry: QuestionExpiryActor;
}

/** The states of a question: its planned time, and the audiences that it is released to until its show ends. */
export function QueBadges({ producer, question, expiry }: QueBadgesProps) {
  const { rehearsal, shown_on_air: isOnAir, shown_to_home: isToHome, show_id: showId } = question;
  const isOver = useSelector(producer, selectHasEnded(showId));
  return (
    <>
      {rehearsal === true && <RehearsalBadge />}
      <Planned expiry={expiry} isOver={isOver} />
      {!isOnAir && !isToHome && <Badge>{m.queCardsDraft()}</Badge>}
      {isOnAir && !isOver && <Badge tone="studio">{m.queCardsAir()}</Badge>}
      {isToHome && !isOver && <Badge tone="home">{m.queCardsHome()}</Badge>}
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
  return (
    <button type="button" className={styles['row']} aria-expanded={isOpen} onClick={onToggle}>
      <ChevronDown aria-hidden />
      <strong dir="auto">{question.question_text}</strong>
      <Answers cards={cards} question={question} />
      <QueBadges producer={producer} question={question} expiry={expiry} />
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
