import { m } from 'messages';
import { useSelector } from '@xstate/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { lazy, Suspense } from 'react';
import type { FinalStanding, Watch } from '#machines/contract/entities.ts';
import {
  type QuestionsSnapshot,
  selectAnswerable,
  selectAudience,
  selectIsLoading,
  selectQuestion,
  selectReady,
  selectWatched,
} from '#machines/answering/questions.ts';
import { useComesToTop } from '#src/bindings/comes-to-top.ts';
import { useUser } from '#src/bindings/runtime.tsx';
import { slot, withElements } from '#src/components/slots.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { Skeleton } from '#src/components/states.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import styles from './hero.module.css';
import { Cards, type QuestionListProps } from './question-list.tsx';
import { isSame } from './same.ts';

const Final = lazy(() => import('./final.tsx'));
const Lobby = lazy(() => import('./lobby.tsx'));

export interface HeroProps extends QuestionListProps {
  /** The reader's final placing; null: it is not to be shown. */
  readonly final: FinalStanding | null;
  /** The title of the show that the reader plays, if it has one and is known. */
  readonly title: string | undefined;
  /** The board of the show that is on the screen; null: none. */
  readonly watch: Watch | null;
  /** Whether a show has ended today. */
  readonly hasEnded: boolean;
  /** Shows everything else of the page. */
  readonly onMore: () => void;
}

/** What the player does now, as the whole first screen: wait, answer, or watch the result. Everything else is below. */
export function Hero({ final, title, watch, hasEnded, onMore, ...list }: HeroProps) {
  const { questions, inHero } = list;
  const audience = useSelector(questions, selectAudience);
  const isLoading = useSelector(questions, selectIsLoading);
  const answerable = useSelector(questions, selectAnswerable, isSame);
  const places = useSelector(questions, selectPlaces, isSame);
  useComesToTop(places);
  return (
    <section
      aria-label={m.homeNow()}
      data-now
      // The rest of the page is as dark during a show.
      data-run={final !== null || watch !== null || inHero.length > 0 || undefined}
      data-open={answerable.length > 0}
      data-audience={audience}
      className={styles['hero']}
    >
      <Spoken className={styles['final']}>
        {final !== null && (
          <Suspense>
            <Final final={final} questions={questions} />
          </Suspense>
        )}
      </Spoken>
      {final !== null ? null : isLoading ? (
        <Skeleton label={m.homeLoadingQuestions()} shapes={['heading', 'line']} />
      ) : inHero.length > 0 ? (
        <Cards {...list} ids={inHero} isForemost />
      ) : (
        <Waiting {...list} title={title} watch={watch} hasEnded={hasEnded} />
      )}
      <button type="button" className={styles['more']} onClick={onMore}>
        {m.homeScoresMore()}
        <ChevronDown aria-hidden />
      </button>
    </section>
  );
}

/** What the first screen is about; the page comes to its top when there is something new, also a saved answer. */
function selectPlaces(snapshot: QuestionsSnapshot): string[] {
  const answerable = selectAnswerable(snapshot);
  const watched = selectQuestion(snapshot, selectWatched(snapshot)?.gameSessionId ?? '');
  return watched?.answer ? [...answerable, `saved ${watched.gameSessionId}`] : answerable;
}

type WaitingProps = Pick<HeroProps, 'questions' | 'boards' | 'title' | 'watch' | 'hasEnded'>;

/** Shown while there is nothing to answer or to watch; the reader's own lamp is lit. */
function Waiting({ questions, boards, title, watch, hasEnded }: WaitingProps) {
  const ready = useSelector(questions, selectReady);
  const user = useUser();
  return (
    <div className={styles['waiting']}>
      {/* Its line is reserved until the title is known. */}
      {!hasEnded && (
        <p className={styles['title']}>{title !== undefined && <Verbatim>{title}</Verbatim>}</p>
      )}
      <div className={styles['lobby']}>
        <i aria-hidden className={styles['lamp']} />
        <Suspense>
          <Lobby boards={boards} watch={watch} ready={hasEnded ? null : ready} />
        </Suspense>
      </div>
      {!hasEnded && watch === null && user !== null && (
        <p className={styles['name']}>
          {withElements(m.homeYoureIn({ name: slot(0) }), <Verbatim>{user.name}</Verbatim>)}
        </p>
      )}
      <h2>
        {watch === 'standings'
          ? m.homeWatchStandings()
          : watch !== null
            ? m.homeWatchPodium()
            : hasEnded
              ? m.questionsThanks()
              : m.questionsSoon()}
      </h2>
      {!hasEnded && (
        <>
          {watch === null && <p>{m.questionsSoonHint()}</p>}
          {/* Its line is reserved until the number is known. */}
          <p className={styles['ready']}>
            {watch === null &&
              ready !== null &&
              m.homeReady({ ready: m.countPlayers({ count: ready }) })}
          </p>
        </>
      )}
    </div>
  );
}
