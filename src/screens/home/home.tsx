import { useSelector } from '@xstate/react';
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { type BoardsActor, selectEntries } from '#machines/results/boards.ts';
import type { User } from '#machines/contract/entities.ts';
import { isGuest } from '#machines/contract/audience.ts';
import { ROLE } from '#machines/contract/roles.ts';
import type { EntryFeeActor } from '#machines/payment/payments.ts';
import {
  type QuestionsActor,
  selectFirstListed,
  selectIsAnswerable,
  selectIsLoading,
  selectNextClosing,
  selectSelected,
} from '#machines/answering/questions.ts';
import { glideWithin } from '#src/bindings/glide.ts';
import { useBoards } from '#src/screens/leaderboard/hook.ts';
import { useQuestions, useSignedIn } from '#src/bindings/runtime.tsx';
import { useQuestionWindow } from '#src/bindings/question-window.ts';
import { useTimeAnnouncements } from '#src/bindings/show.ts';
import { useWakeLock } from '#src/bindings/wake-lock.ts';
import { Card } from '#src/components/card.tsx';
import { Page } from '#src/components/layout.tsx';
import { Skeleton } from '#src/components/states.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import { Controls } from './controls.tsx';
import styles from './home.module.css';
import { useEntryFee } from './entry-fee.hook.ts';
import { useFinal } from './final.hook.ts';
import { Leaderboard } from './leaderboard.tsx';
import { Hero } from './hero.tsx';
import { QuestionList } from './question-list.tsx';
import { MyShows } from './my-shows.tsx';
import { QuestionPanel } from './question-panel.tsx';
import { Scores } from './scores.tsx';
import { isSame } from './same.ts';

const Insights = lazy(() => import('#src/screens/insights/insights.tsx'));

export default function HomeView() {
  const questions = useQuestions();
  const user = useSignedIn();
  const boards = useBoards();
  const shows = user.role_id === ROLE.admin ? null : <MyShows />;
  return questions && <HomeFor {...{ user, questions, boards, shows }} />;
}

/** The main page. Home viewers with an account also load their entry fee, with the page rather than on each release. */
export const HomeFor = (home: Omit<HomeScreenProps, 'fee'>) =>
  home.user.role_id === ROLE.home && !isGuest(home.user) ? (
    <ViewerHome {...home} />
  ) : (
    <HomeScreen {...home} fee={null} />
  );

const ViewerHome = (home: Omit<HomeScreenProps, 'fee'>) => (
  <HomeScreen {...home} fee={useEntryFee()} />
);

interface HomeScreenProps {
  readonly user: User;
  readonly questions: QuestionsActor;
  readonly boards: BoardsActor;
  /** Null: the reader pays no entry fee. */
  readonly fee: EntryFeeActor | null;
  /** The list of the shows that the reader has joined. */
  readonly shows?: ReactNode;
}

const NONE: readonly string[] = [];

/** The main page: the questions, the reader's standing, and for the producer the answers. */
function HomeScreen({ user, questions, boards, fee, shows }: HomeScreenProps) {
  const selected = useSelector(questions, selectSelected, isSame);
  const window = useQuestionWindow(questions, selected?.gameSessionId ?? '');
  const closesAt = useSelector(questions, selectNextClosing);
  const holdAwake = useWakeLock(useSelector(questions, selectIsAnswerable));
  const isLoading = useSelector(questions, selectIsLoading);
  const isBoardThere = useOnce(useSelector(boards, selectEntries) !== null);
  const isContestant = user.role_id === ROLE.contestant;
  const isPlayer = user.role_id !== ROLE.admin;
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
  const inHero = final === null ? foremost : NONE;
  const list = { questions, boards, selected, inHero, onSelect: select, onAnswer: answer };
  return (
    <Page title={isContestant ? 'Answer Questions' : 'Active Questions'}>
      {/* No glide while loading, so that the content replaces the placeholder without animation. */}
      <div
        ref={isLoading ? undefined : glideWithin}
        className={styles['columns']}
        data-contestant={isContestant || undefined}
        data-player={isPlayer || undefined}
      >
        <div aria-busy={isLoading || undefined} className={styles['list']}>
          {isPlayer ? (
            <Hero {...list} final={final} onMore={() => more.current?.focus()} />
          ) : (
            isLoading && <Skeleton label="Loading questions" shapes={['card', 'card']} />
          )}
          <div ref={more} tabIndex={-1} className={styles['more']}>
            <Scores boards={boards} roleId={user.role_id} />
            <Controls questions={questions} />
            {!isLoading && <QuestionList {...list} />}
            {!isLoading && shows}
          </div>
        </div>
        {isLoading ? (
          <Skeleton label="Loading details" shapes={isContestant ? ['card'] : ['card', 'rows']} />
        ) : (
          <div ref={aside} tabIndex={-1} className={styles['aside']}>
            {selected !== null && (
              <QuestionPanel question={selected} window={window} roleId={user.role_id} fee={fee} />
            )}
            {!isContestant && <Leaderboard boards={boards} user={user} question={selected} />}
            {selected !== null && user.role_id === ROLE.admin && isBoardThere && (
              <Answers gameSessionId={selected.gameSessionId} />
            )}
          </div>
        )}
      </div>
      <AnswerDialog questions={questions} />
      {closesAt !== null && <TimeCalls key={closesAt} closesAt={closesAt} />}
    </Page>
  );
}

/** Whether the condition was ever true. */
function useOnce(isSo: boolean): boolean {
  const [wasSo, setSo] = useState(isSo);
  if (isSo && !wasSo) setSo(true);
  return wasSo;
}

/**
 * The answers as the producer sees them. Last on the page, as the panel grows, and shown once the board above is
 * loaded.
 */
function Answers({ gameSessionId }: { readonly gameSessionId: string }) {
  return (
    <Card as="section" label="Answers" title="Answers">
      <Suspense fallback={<Skeleton label="Loading the answers" shapes={['line', 'line']} />}>
        <Insights key={gameSessionId} gameSessionId={gameSessionId} />
      </Suspense>
    </Card>
  );
}

function TimeCalls({ closesAt }: { readonly closesAt: number }) {
  useTimeAnnouncements(closesAt);
  return null;
}
