import { useSelector } from '@xstate/react';
import { useDeferredValue, useState } from 'react';
import { MESSAGES } from '#machines/contract/messages.ts';
import {
  type QueCardsActor,
  selectBusy,
  selectIsStale,
  selectMessage,
  selectQuestions,
  selectUpdatedAt,
} from '#machines/que-cards.ts';
import { useToday } from '#src/bindings/countdown.ts';
import { useQueCards } from './hook.ts';
import { ShowDesk } from './show-control.hook.tsx';
import { useUrlChoice, useUrlState } from '#src/bindings/url-state.ts';
import { Pager } from '#src/components/data-table.tsx';
import { SearchField, SelectField } from '#src/components/field.tsx';
import { Page, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { EmptyState, ErrorNote, Skeleton } from '#src/components/states.tsx';
import { SegmentedControl } from '#src/components/tabs.tsx';
import { DATES, deskPage, ORDER_LABELS, ORDERS } from './desk.ts';
import { DeskKeys, useKeySetting } from './keys.tsx';
import { QueCard } from './que-card.tsx';
import styles from './que-cards.module.css';
import { ShowPanel } from './show-panel.tsx';

export function QueCardsScreen({ cards }: { readonly cards: QueCardsActor }) {
  const questions = useSelector(cards, selectQuestions);
  const message = useSelector(cards, selectMessage);
  const busy = useSelector(cards, selectBusy);
  const retry = () => cards.send({ type: 'cards.retry' });
  return (
    <Page title="Que Cards" lead="Release and revoke each question for Studio and Home.">
      {questions === null ? (
        <>
          {message === null ? (
            <Skeleton label="Loading questions" shapes={['field', 'card', 'card', 'card']} />
          ) : (
            <ErrorNote message={message} onRetry={retry} busy={busy} />
          )}
        </>
      ) : (
        <>
          <Desk cards={cards} questions={questions} />
          {/* Below, so that no button moves under the producer's hand. */}
          <div className={styles['warnings']}>
            <Staleness cards={cards} />
            {message !== null && <ErrorNote message={message} onRetry={retry} busy={busy} />}
          </div>
        </>
      )}
    </Page>
  );
}

function Staleness({ cards }: { readonly cards: QueCardsActor }) {
  const isStale = useSelector(cards, selectIsStale);
  const updatedAt = useSelector(cards, selectUpdatedAt);
  if (!isStale || updatedAt === null) return null;
  return (
    <Note tone="danger" title="This desk is stale">
      {`What you see is of ${new Date(updatedAt).toLocaleTimeString()}.`}
    </Note>
  );
}

interface DeskProps {
  readonly cards: QueCardsActor;
  readonly questions: NonNullable<ReturnType<typeof selectQuestions>>;
}

function Desk({ cards, questions }: DeskProps) {
  const today = useToday();
  const [date, setDate] = useUrlChoice('date', DATES);
  const [order, setOrder] = useUrlChoice('order', ORDERS);
  const [search, setSearch] = useUrlState('search');
  const [page, setPage] = useUrlState('page', '1');
  const [keys] = useKeySetting();
  const [focused, setFocused] = useState('');
  const wanted = useDeferredValue(search);
  const shown = deskPage(
    questions,
    { date, order, search: wanted, page: Number(page) || 1 },
    today,
  );
  const keyed = shown.questions.find(({ id }) => id === focused) ?? shown.questions[0];
  return (
    <div className={styles['desk']}>
      <div className={styles['tools']}>
        <SearchField
          label="Search by question or id"
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
          }}
        />
        <SelectField
          label="Order"
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
          label="Dates"
          options={[
            { value: 'all', label: 'All dates' },
            { value: 'today', label: 'Today only' },
          ]}
          value={date}
          onChange={setDate}
        />
        <DeskKeys />
      </div>
      <div className={styles['columns']}>
        <Stack>
          {shown.questions.length === 0 && (
            <EmptyState
              title={MESSAGES.questions.none}
              hint={
                questions.length === 0
                  ? 'Create the first one under Generate Question.'
                  : 'Nothing fits the search and the dates.'
              }
            />
          )}
          {shown.questions.map((question) => (
            <div key={question.id} onFocus={() => setFocused(question.id)}>
              <QueCard
                cards={cards}
                question={question}
                keyed={keys === 'on' && question.id === keyed?.id}
              />
            </div>
          ))}
          <Pager
            label="Questions"
            page={shown.page}
            pages={shown.pages}
            onPage={(next) => setPage(String(next))}
          />
        </Stack>
        <ShowPanel cards={cards} keyed={keys === 'on'} />
      </div>
    </div>
  );
}

export default function QueCardsView() {
  const cards = useQueCards();
  return (
    <ShowDesk>
      <QueCardsScreen cards={cards} />
    </ShowDesk>
  );
}
