import { useSelector } from '@xstate/react';
import { type AdminQuestion, AUDIENCES, type Audience } from '#machines/contract/entities.ts';
import {
  type QueCardsActor,
  selectAnswered,
  selectMessage,
  selectQuestions,
} from '#machines/que-cards.ts';
import { clockText } from '#machines/rules/clock.ts';
import { windowState } from '#machines/rules/schedule.ts';
import { useCountdown, useNow } from '#src/bindings/countdown.ts';
import { useQueCards } from '#src/bindings/producer.ts';
import { AudienceBadge } from '#src/components/badge.tsx';
import { PageHeader } from '#src/components/layout.tsx';
import { EmptyState, ErrorNote, Skeleton } from '#src/components/states.tsx';
import { Timer } from '#src/components/timer.tsx';
import styles from './gameshow.module.css';

/** The question released last that is open to anybody now. */
const onAir = (questions: readonly AdminQuestion[], now: number): AdminQuestion | undefined =>
  questions
    .filter(({ windows }) =>
      AUDIENCES.some((audience) => windowState(windows, audience, now) === 'open'),
    )
    .toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0];

export function GameshowScreen({ cards }: { readonly cards: QueCardsActor }) {
  const now = useNow();
  const questions = useSelector(cards, selectQuestions);
  const message = useSelector(cards, selectMessage);
  if (questions === null)
    return message === null ? (
      <Skeleton label="Loading the show" shapes={['heading', 'card']} />
    ) : (
      <ErrorNote message={message} onRetry={() => cards.send({ type: 'cards.retry' })} />
    );
  const question = onAir(questions, now());
  if (question === undefined)
    return (
      <>
        <PageHeader title="On air" />
        <EmptyState
          title="Nothing is on air"
          hint="A question appears here by itself when it is released from the Que Cards."
        />
      </>
    );
  return <OnAir cards={cards} question={question} />;
}

interface OnAirProps {
  readonly cards: QueCardsActor;
  readonly question: AdminQuestion;
}

function OnAir({ cards, question }: OnAirProps) {
  const answered =
    useSelector(cards, selectAnswered(question.game_session_id)) ?? question.answered;
  return (
    <article className={styles['show']} aria-label={question.question_text}>
      <h1>{question.question_text}</h1>
      <div className={styles['lanes']}>
        {AUDIENCES.map((audience) => (
          <Lane
            key={audience}
            audience={audience}
            question={question}
            answered={answered[audience]}
          />
        ))}
      </div>
    </article>
  );
}

interface LaneProps {
  readonly audience: Audience;
  readonly question: AdminQuestion;
  readonly answered: number;
}

function Lane({ audience, question, answered }: LaneProps) {
  const { released, closesAt } = question.windows[audience];
  const left = useCountdown(released ? closesAt : null);
  return (
    <section aria-label={audience === 'studio' ? 'Studio' : 'Home'} className={styles['lane']}>
      <AudienceBadge audience={audience} />
      {left !== null && (
        <Timer
          size="large"
          text={left > 0 ? clockText(left) : 'Expired'}
          urgency={left > 0 ? 'calm' : 'over'}
        />
      )}
      <p className={styles['answered']}>
        <strong>{answered}</strong> answered
      </p>
    </section>
  );
}

export default function GameshowView() {
  return <GameshowScreen cards={useQueCards()} />;
}
