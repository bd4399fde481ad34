import { m } from 'messages';
import { useSelector } from '@xstate/react';
import type { BoardsActor } from '#machines/results/boards.ts';
import {
  type QuestionsActor,
  type QuestionView,
  selectFilter,
  selectIds,
  selectIsRefreshing,
  selectOutdated,
  selectUnavailable,
  selectWatched,
} from '#machines/answering/questions.ts';
import { Button } from '#src/components/button.tsx';
import { Note } from '#src/components/note.tsx';
import { EmptyState, ErrorNote } from '#src/components/states.tsx';
import styles from './home.module.css';
import { QuestionCard } from './question-card.tsx';
import { isSame } from './same.ts';

export interface QuestionListProps {
  readonly questions: QuestionsActor;
  readonly boards: BoardsActor;
  readonly selected: QuestionView | null;
  /** The game sessions that fill the first screen, and are not listed below it. */
  readonly inHero: readonly string[];
  /** The game sessions that the reader runs, and so does not play. */
  readonly run: readonly string[];
  readonly onSelect: (gameSessionId: string) => void;
  readonly onAnswer: (gameSessionId: string) => void;
}

/** The other questions of the filter, or why there are none; renders nothing during the first load. */
export function QuestionList(props: QuestionListProps) {
  const { questions } = props;
  const ids = useSelector(questions, selectIds, isSame);
  const unavailable = useSelector(questions, selectUnavailable);
  const outdated = useSelector(questions, selectOutdated);
  const isRefreshing = useSelector(questions, selectIsRefreshing);
  const filter = useSelector(questions, selectFilter);
  const retry = () => questions.send({ type: 'questions.retry' });

  if (unavailable !== null) return <ErrorNote message={unavailable} onRetry={retry} />;
  return (
    <section
      aria-label={m.commonQuestions()}
      aria-busy={isRefreshing || undefined}
      className={styles['list']}
    >
      {outdated !== null && (
        <Note tone="danger">
          <p>{outdated}</p>
          <Button busy={isRefreshing} onClick={retry}>
            {m.commonTryAgain()}
          </Button>
        </Note>
      )}
      {ids.length === 0 ? (
        <EmptyState
          title={m.questionsNone()}
          hint={filter === 'expired' ? m.questionsNoneExpiredHint() : m.questionsNoneHint()}
        />
      ) : (
        <Cards {...props} ids={ids.filter((id) => !props.inHero.includes(id))} />
      )}
    </section>
  );
}

interface CardsProps extends QuestionListProps {
  readonly ids: readonly string[];
  /** Whether the cards fill the first screen. */
  readonly isForemost?: boolean;
}

/** Cards of questions. */
export function Cards({
  ids,
  isForemost = false,
  questions,
  boards,
  selected,
  run,
  onSelect,
  onAnswer,
}: CardsProps) {
  const watched = useSelector(questions, selectWatched, isSame);
  const isAlone = useSelector(questions, (snapshot) => selectIds(snapshot).length === 1);
  return (
    <ul>
      {ids.map((gameSessionId) => (
        <QuestionCard
          key={gameSessionId}
          questions={questions}
          boards={isForemost && gameSessionId === watched?.gameSessionId ? boards : null}
          gameSessionId={gameSessionId}
          isSelected={gameSessionId === selected?.gameSessionId}
          isAlone={isAlone}
          isForemost={isForemost}
          isRun={run.includes(gameSessionId)}
          onSelect={onSelect}
          onAnswer={onAnswer}
        />
      ))}
    </ul>
  );
}
