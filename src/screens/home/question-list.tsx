import { useSelector } from '@xstate/react';
import type { BoardsActor } from '#machines/results/boards.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import {
  type QuestionsActor,
  type QuestionView,
  selectFilter,
  selectFirstListed,
  selectIds,
  selectIsRefreshing,
  selectLastAnswered,
  selectOutdated,
  selectUnavailable,
} from '#machines/answering/questions.ts';
import { Button } from '#src/components/button.tsx';
import { Note } from '#src/components/note.tsx';
import { EmptyState, ErrorNote } from '#src/components/states.tsx';
import styles from './home.module.css';
import { QuestionCard } from './question-card.tsx';
import { isSame } from './same.ts';

const { none, noneHint, noneExpiredHint } = MESSAGES.questions;

export interface QuestionListProps {
  readonly questions: QuestionsActor;
  readonly boards: BoardsActor;
  readonly selected: QuestionView | null;
  readonly onSelect: (gameSessionId: string) => void;
  readonly onAnswer: (gameSessionId: string) => void;
}

/** The questions that the reader may answer now, or the one just answered, above all others. */
export function ForemostQuestions(props: QuestionListProps) {
  const foremost = useSelector(props.questions, selectFirstListed, isSame);
  return (
    foremost.length > 0 && (
      <section aria-label="Now" data-now className={styles['list']}>
        <Cards {...props} ids={foremost} />
      </section>
    )
  );
}

/** The other questions of the filter, or why there are none; renders nothing during the first load. */
export function QuestionList(props: QuestionListProps) {
  const { questions } = props;
  const ids = useSelector(questions, selectIds, isSame);
  const foremost = useSelector(questions, selectFirstListed, isSame);
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
      {ids.length === 0 ? (
        <Waiting isForNext={filter !== 'expired'} />
      ) : (
        <Cards {...props} ids={ids.filter((id) => !foremost.includes(id))} />
      )}
    </section>
  );
}

/**
 * Shown when there is nothing to answer. `isForNext`: the reader waits for the next question and sees their own lamp
 * lit.
 */
function Waiting({ isForNext }: { readonly isForNext: boolean }) {
  return (
    <div className={styles['waiting']} data-tile={isForNext || undefined}>
      <EmptyState
        icon={<i aria-hidden="true" className={styles['lamp']} />}
        title={none}
        hint={isForNext ? noneHint : noneExpiredHint}
      />
    </div>
  );
}

interface CardsProps extends QuestionListProps {
  readonly ids: readonly string[];
}

function Cards({ ids, questions, boards, selected, onSelect, onAnswer }: CardsProps) {
  const lastAnswered = useSelector(questions, selectLastAnswered);
  const isAlone = useSelector(questions, (snapshot) => selectIds(snapshot).length === 1);
  return (
    <ul>
      {ids.map((gameSessionId) => (
        <QuestionCard
          key={gameSessionId}
          questions={questions}
          boards={gameSessionId === lastAnswered ? boards : null}
          gameSessionId={gameSessionId}
          isSelected={gameSessionId === selected?.gameSessionId}
          isAlone={isAlone}
          onSelect={onSelect}
          onAnswer={onAnswer}
        />
      ))}
    </ul>
  );
}
