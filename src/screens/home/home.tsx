import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { type BoardsActor, selectWatch } from '#machines/results/boards.ts';
import type { User } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import {
  type QuestionsActor,
  selectEndedAt,
  selectFirstListed,
  selectIsAnswerable,
  selectIsLoading,
  selectNextClosing,
  selectSelected,
  selectWatched,
} from '#machines/answering/questions.ts';
import { useDayOf, useToday } from '#src/bindings/countdown.ts';
import { glideWithin } from '#src/bindings/glide.ts';
import { useBoards } from '#src/screens/leaderboard/hook.ts';
import { useQuestions, useSignedIn } from '#src/bindings/runtime.tsx';
import { useTimeAnnouncements } from '#src/bindings/show.ts';
import { useWakeLock } from '#src/bindings/wake-lock.ts';
import { Page } from '#src/components/layout.tsx';
import { Skeleton } from '#src/components/states.tsx';
import { Controls } from './controls.tsx';
import styles from './home.module.css';
import { useFinal } from './final.hook.ts';
import { Hero } from './hero.tsx';
import { QuestionList } from './question-list.tsx';
import { Scores } from './scores.tsx';
import { isSame } from './same.ts';

const Tonight = lazy(() => import('./tonight.tsx'));
const MyShows = lazy(() => import('./my-shows.tsx'));
/** Below the first screen of a phone, so that its code may come later. */
const Details = lazy(() => import('./details.tsx'));
/** Needed once a question is answered; loads with the first screen, so that a connection lost later does no harm. */
const AnswerDialog = lazy(() => import('./answer-dialog.tsx'));

const NONE: readonly string[] = [];

export default function HomeView() {
  const questions = useQuestions();
  const user = useSignedIn();
  const boards = useBoards();
  const [run, setRun] = useState(NONE);
  const [title, setTitle] = useState<string>();
  const tonight =
    user.role_id === ROLE.admin || user.produces ? (
      <div className={styles['tonight']}>
        <Suspense>
          <Tonight onRun={setRun} />
        </Suspense>
      </div>
    ) : null;
  const shows =
    user.role_id === ROLE.admin || questions === null ? null : (
      <Suspense>
        <MyShows questions={questions} onTitle={setTitle} />
      </Suspense>
    );
  return questions && <HomeFor {...{ user, questions, boards, shows, title, tonight, run }} />;
}

interface HomeScreenProps {
  readonly user: User;
  readonly questions: QuestionsActor;
  readonly boards: BoardsActor;
  /** The list of the shows that the reader has joined. */
  readonly shows?: ReactNode;
  /** The title of the one of them that the reader plays. */
  readonly title?: string | undefined;
  /** The show that the reader runs, for its producers. */
  readonly tonight?: ReactNode;
  /** The game sessions of that show, which the reader does not play. */
  readonly run?: readonly string[];
}

/** The main page: the questions, the reader's standing, and for the producer the answers. */
export function HomeFor({
  user,
  questions,
  boards,
  shows,
  title,
  tonight,
  run = NONE,
}: HomeScreenProps) {
  const selected = useSelector(questions, selectSelected, isSame);
  const closesAt = useSelector(questions, selectNextClosing);
  const isAnswerable = useSelector(questions, selectIsAnswerable);
  const holdAwake = useWakeLock(isAnswerable);
  const isLoading = useSelector(questions, selectIsLoading);
  const isContestant = user.role_id === ROLE.contestant;
  const isPlayer = user.role_id !== ROLE.admin && run.length === 0;
  const aside = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLDivElement>(null);
  // Stable callbacks, so that unchanged cards do not render again.
  const select = useCallback(
    (gameSessionId: string) => {
      questions.send({ type: 'question.select', gameSessionId });
      // On a phone the panel is below the list.
      aside.current?.focus();
    },
    [questions],
  );
  const answer = useCallback(
    (gameSessionId: string) => {
      holdAwake();
      questions.send({ type: 'answer.open', gameSessionId });
    },
    [questions, holdAwake],
  );
  const final = useFinal(boards);
  const foremost = useSelector(questions, selectFirstListed, isSame);
  const watched = useSelector(questions, selectWatched, isSame);
  const endedAt = useSelector(questions, selectEndedAt);
  const today = useToday();
  const dayOf = useDayOf();
  const isToday = (at: number | null) => at !== null && dayOf(at) === today;
  const isOld = watched !== null && !isToday(watched.at);
  const watch = useSelector(boards, selectWatch);
  const isWatching = watch !== null && !isAnswerable;
  const inHero = final === null && isPlayer && !isOld && !isWatching ? foremost : NONE;
  const loadingDetails = (
    <Skeleton label={m.homeLoadingDetails()} shapes={isContestant ? ['card'] : ['card', 'rows']} />
  );
  const list = { questions, boards, selected, inHero, run, onSelect: select, onAnswer: answer };
  return (
    <Page title={isContestant ? m.homeAnswerQuestions() : m.homeActiveQuestions()}>
      {tonight}
      {/* No glide while loading, so that the content replaces the placeholder without animation. */}
      <div
        ref={isLoading ? undefined : glideWithin}
        className={styles['columns']}
        data-contestant={isContestant || undefined}
        data-player={isPlayer || undefined}
      >
        <div aria-busy={isLoading || undefined} className={styles['list']}>
          {isPlayer && (
            <Hero
              {...list}
              final={final}
              title={title}
              watch={watch}
              hasEnded={isToday(endedAt)}
              onMore={() => more.current?.focus()}
            />
          )}
          <div ref={more} tabIndex={-1} className={styles['more']}>
            <Scores boards={boards} roleId={user.role_id} />
            <Controls questions={questions} />
            {!isLoading && <QuestionList {...list} />}
            {isLoading && !isPlayer && (
              <Skeleton label={m.homeLoadingQuestions()} shapes={['card', 'card']} />
            )}
            {!isLoading && shows}
          </div>
        </div>
        {isLoading ? (
          loadingDetails
        ) : (
          <div ref={aside} tabIndex={-1} className={styles['aside']}>
            <Suspense fallback={loadingDetails}>
              <Details {...{ user, questions, boards, selected }} />
            </Suspense>
          </div>
        )}
      </div>
      <Suspense>
        <AnswerDialog questions={questions} />
      </Suspense>
      {closesAt !== null && <TimeCalls key={closesAt} closesAt={closesAt} />}
    </Page>
  );
}

function TimeCalls({ closesAt }: { readonly closesAt: number }) {
  useTimeAnnouncements(closesAt);
  return null;
}
