import { useSelector } from '@xstate/react';
import Clapperboard from 'lucide-react/icons/clapperboard';
import type { BoardsActor } from '#machines/boards.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import {
  type QuestionsActor,
  type QuestionsSnapshot,
  type QuestionView,
  selectFilter,
  selectIsRefreshing,
  selectMoment,
  selectOutdated,
  selectQuestions,
  selectUnavailable,
} from '#machines/questions.ts';
import { Button } from '#src/components/button.tsx';
import { Note } from '#src/components/note.tsx';
import { EmptyState, ErrorNote } from '#src/components/states.tsx';
import styles from './home.module.css';
import { QuestionCard } from './question-card.tsx';
import { isSame } from './same.ts';

const { none, noneHint, noneExpiredHint } = MESSAGES.questions;

/** What the reader has just answered comes first, until there is something else to answer. */
function selectIds(snapshot: QuestionsSnapshot): string[] {
  const moment = selectMoment(snapshot);
  const ids = selectQuestions(snapshot).map(({ gameSessionId }) => gameSessionId);
  return ids.toSorted((a, b) => Number(b === moment) - Number(a === moment));
}

export interface QuestionListProps {
  readonly questions: QuestionsActor;
  readonly boards: BoardsActor;
  readonly selected: QuestionView | null;
  readonly onSelect: (gameSessionId: string) => void;
  readonly onAnswer: (gameSessionId: string) => void;
}

/** The questions that the filter lets through, or why there are none; not while they are on their way. */
export function QuestionList(props: QuestionListProps) {
  const { questions, boards, selected, onSelect, onAnswer } = props;
  const list = useSelector(questions, selectIds, isSame);
  const moment = useSelector(questions, selectMoment);
  const unavailable = useSelector(questions, selectUnavailable);
  const outdated = useSelector(questions, selectOutdated);
  const isRefreshing = useSelector(questions, selectIsRefreshing);
  const filter = useSelector(questions, selectFilter);
  const retry = () => questions.send({ type: 'questions.retry' });

  if (unavailable !== null) return <ErrorNote message={unavailable} onRetry={retry} />;
  return (
    <section
      aria-label="Questions"
      aria-busy={isRefreshing || undefined}
      className={styles['list']}
    >
      {outdated !== null && (
        <Note tone="danger">
          <p>{outdated}</p>
          <Button busy={isRefreshing} onClick={retry}>
            Try Again
          </Button>
        </Note>
      )}
      {list.length === 0 ? (
        <EmptyState
          icon={<Clapperboard />}
          title={none}
          hint={filter === 'expired' ? noneExpiredHint : noneHint}
        />
      ) : (
        <ul>
          {list.map((gameSessionId) => (
            <QuestionCard
              key={gameSessionId}
              questions={questions}
              moment={gameSessionId === moment ? boards : null}
              gameSessionId={gameSessionId}
              isSelected={gameSessionId === selected?.gameSessionId}
              isAlone={list.length === 1}
              onSelect={onSelect}
              onAnswer={onAnswer}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
