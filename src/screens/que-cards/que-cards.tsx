import { m } from 'messages';
import { timeText } from 'messages/format';
import { useSelector } from '@xstate/react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import type { ListedQuestion } from '#machines/contract/entities.ts';
import {
  type QueCardsActor,
  selectBusy,
  selectIsStale,
  selectMessage,
  selectQuestions,
  selectUpdatedAt,
} from '#machines/show/que-cards.ts';
import { useDayOf, useToday } from '#src/bindings/countdown.ts';
import { useOpenReleases } from '#src/bindings/question-window.ts';
import { useDeskRun } from '#src/bindings/desk-run.ts';
import { type ProducerActors, useProducerActors } from '#src/bindings/producer-actors.ts';
import { StayAwake } from '#src/bindings/stay-awake.tsx';
import { useUrlChoice, useUrlState } from '#src/bindings/url-state.ts';
import { Button, linkButton } from '#src/components/button.tsx';
import { Pager } from '#src/components/data-table.tsx';
import { SearchField, SelectField } from '#src/components/field.tsx';
import { DensePage } from '#src/components/dense-page.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Link } from '#src/components/link.tsx';
import { Note } from '#src/components/note.tsx';
import { EmptyState, ErrorNote, Skeleton } from '#src/components/states.tsx';
import { SegmentedControl } from '#src/components/tabs.tsx';
import { DATES, cardsPage, isUnsettled, ORDER_LABELS, ORDERS } from './cards-page.ts';
import { CardKeys, useKeySetting } from './keys.tsx';
import { QueCard } from './que-card.tsx';
import { QueRow } from './que-row.tsx';
import styles from './que-cards.module.css';
import { StagePanel } from './stage-panel.tsx';

/** No questions are known yet. */
const NONE: readonly ListedQuestion[] = [];

export function QueCardsScreen({ actors }: { readonly actors: ProducerActors }) {
  const { cards } = actors;
  const questions = useSelector(cards, selectQuestions);
  const message = useSelector(cards, selectMessage);
  const busy = useSelector(cards, selectBusy);
  const listed = useListed(cards, questions ?? NONE);
  const [focused, setFocused] = useState('');
  const isChosen = listed.page.questions.some(({ id }) => id === focused);
  const retry = () => cards.send({ type: 'cards.retry' });
  return (
    <Frame isChosen={isChosen}>
      {questions === null ? (
        <>
          {message === null ? (
            <Waiting />
          ) : (
            <ErrorNote message={message} onRetry={retry} busy={busy} />
          )}
        </>
      ) : (
        <>
          <Cards
            actors={actors}
            questions={questions}
            listed={listed}
            chosen={isChosen ? focused : null}
            onChoose={setFocused}
          />
          {/* At the end, so that a new warning does not move buttons while the producer presses them. */}
          <div className={styles['warnings']}>
            <Staleness cards={cards} />
            {message !== null && <ErrorNote message={message} onRetry={retry} busy={busy} />}
          </div>
        </>
      )}
    </Frame>
  );
}

interface FrameProps {
  /** Whether a card is selected. */
  readonly isChosen?: boolean;
  readonly children: ReactNode;
}

/** The title's line: what chooses and orders the cards, and the way back to the control room. Dark while a show runs. */
function Frame({ isChosen = false, children }: FrameProps) {
  const run = useDeskRun();
  return (
    <DensePage
      width="full"
      title={m.queCardsQueCards()}
      actions={
        <div className={styles['tools']}>
          <Tools />
          <CardKeys isChosen={isChosen} />
          <Link to="/control" className={linkButton()} data-run={run}>
            {m.commonControlRoom()}
          </Link>
        </div>
      }
    >
      {children}
    </DensePage>
  );
}

const Waiting = () => (
  <Skeleton label={m.queCardsLoadingQuestions()} shapes={['card', 'card', 'card']} />
);

/**
 * Ids of the questions that come first: those that are open or have answers without final points. A question stays
 * first until `view` changes, so that its card does not move while the producer uses it.
 */
function useFirst(
  cards: QueCardsActor,
  questions: readonly ListedQuestion[],
  view: string,
): ReadonlySet<string> {
  const open = [
    ...useOpenReleases(cards, questions).map(({ question }) => question.id),
    ...questions.filter(isUnsettled).map(({ id }) => id),
  ];
  const [kept, setKept] = useState({ view, ids: new Set(open) });
  const before = kept.view === view ? kept.ids : new Set<string>();
  if (kept.view === view && open.every((id) => before.has(id))) return before;
  const ids = new Set([...before, ...open]);
  setKept({ view, ids });
  return ids;
}

function Staleness({ cards }: { readonly cards: QueCardsActor }) {
  const isStale = useSelector(cards, selectIsStale);
  const updatedAt = useSelector(cards, selectUpdatedAt);
  if (!isStale || updatedAt === null) return null;
  return (
    <Note tone="danger" title={m.queCardsPageOutDate()}>
      {m.queCardsLastUpdated({ time: timeText(updatedAt) })}
    </Note>
  );
}

/** The page of cards that search, order and dates choose, and the ids of the questions that come first. */
function useListed(cards: QueCardsActor, questions: readonly ListedQuestion[]) {
  const today = useToday();
  const [date] = useUrlChoice('date', DATES);
  const [order] = useUrlChoice('order', ORDERS);
  const [search] = useUrlState('search');
  const [page] = useUrlState('page', '1');
  const first = useFirst(cards, questions, [date, order, search].join(' '));
  const wanted = useDeferredValue(search);
  const view = { date, order, search: wanted, page: Number(page) || 1 };
  return { first, page: cardsPage(questions, view, today, useDayOf(), first) };
}

/** Chooses and orders the cards. On phones and tablets behind a button, so that the first card is in sight. */
function Tools() {
  const [date, setDate] = useUrlChoice('date', DATES);
  const [order, setOrder] = useUrlChoice('order', ORDERS);
  const [search, setSearch] = useUrlState('search');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className={styles['opener']}>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {m.queCardsSearchAndOrder()}
        </Button>
      </div>
      <SearchField
        label={m.queCardsSearchQuestionId()}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
        }}
      />
      <SelectField
        label={m.queCardsOrder()}
        value={order}
        onChange={(event) => {
          const chosen = ORDERS.find((each) => each === event.currentTarget.value);
          if (chosen !== undefined) setOrder(chosen);
        }}
      >
        {ORDERS.map((each) => (
          <option key={each} value={each}>
            {ORDER_LABELS[each]}
          </option>
        ))}
      </SelectField>
      <SegmentedControl
        label={m.queCardsDates()}
        options={[
          { value: 'all', label: m.queCardsAllDates() },
          { value: 'today', label: m.queCardsTodayOnly() },
        ]}
        value={date}
        onChange={setDate}
      />
    </>
  );
}

interface CardsProps {
  readonly actors: ProducerActors;
  readonly questions: readonly ListedQuestion[];
  readonly listed: ReturnType<typeof useListed>;
  /** The question of the selected card; null: no card is selected. */
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** A longer list shows its questions as rows, except those that come first. */
const MOST_CARDS = 4;

function Cards({ actors, questions, listed, chosen, onChoose }: CardsProps) {
  const { first, page: shown } = listed;
  const [, setPage] = useUrlState('page', '1');
  const [keys] = useKeySetting();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const hasRow = ({ id }: ListedQuestion) => shown.questions.length > MOST_CARDS && !first.has(id);
  const toggle = (id: string) => {
    const others = [...opened].filter((each) => each !== id);
    setOpened(new Set(others.length < opened.size ? others : [...others, id]));
  };
  const target = keys === 'on' ? chosen : null;
  return (
    <div className={styles['layout']}>
      <StayAwake wanted />
      <div className={styles['columns']}>
        <Stack>
          {shown.questions.length === 0 && (
            <EmptyState
              title={m.questionsNone()}
              hint={
                questions.length === 0
                  ? m.queCardsCreateYourFirstOne()
                  : m.queCardsTryAnotherSearchDate()
              }
            />
          )}
          {shown.questions.map((question) => (
            <div
              key={question.id}
              tabIndex={-1}
              className={styles['choice']}
              data-chosen={question.id === target || undefined}
              onFocus={() => onChoose(question.id)}
            >
              {hasRow(question) && (
                <QueRow
                  actors={actors}
                  question={question}
                  isOpen={opened.has(question.id)}
                  onToggle={() => toggle(question.id)}
                />
              )}
              {(!hasRow(question) || opened.has(question.id)) && (
                <QueCard actors={actors} question={question} keyed={question.id === target} />
              )}
            </div>
          ))}
          <Pager
            label={m.commonQuestions()}
            page={shown.page}
            pages={shown.pages}
            onPage={(next) => setPage(String(next))}
          />
        </Stack>
        <StagePanel actors={actors} chosen={target} />
      </div>
    </div>
  );
}

export default function QueCardsView() {
  const actors = useProducerActors();
  if (actors === null)
    return (
      <Frame>
        <Waiting />
      </Frame>
    );
  return <QueCardsScreen actors={actors} />;
}
