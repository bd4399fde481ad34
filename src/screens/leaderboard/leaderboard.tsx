import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import {
  type BoardsActor,
  selectEntriesOf,
  selectIsLoading,
  selectMessage,
  selectPeople,
} from '#machines/boards.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { useBoards } from './hook.ts';
import { useSignedIn } from '#src/bindings/runtime.tsx';
import { useUrlChoice } from '#src/bindings/url-state.ts';
import { Card } from '#src/components/card.tsx';
import { Page } from '#src/components/layout.tsx';
import { EmptyState, ErrorNote, Skeleton } from '#src/components/states.tsx';
import { SegmentedControl, Tabs } from '#src/components/tabs.tsx';
import { isSame } from '#src/screens/home/same.ts';
import { BoardTable } from './board-table.tsx';
import styles from './leaderboard.module.css';

const PERIODS = [
  { value: 'daily', label: "Today's Scores" },
  { value: 'all-time', label: 'All-Time Scores' },
] as const;
const LABELS = { home: 'Scores from at home', studio: 'Scores from the studio' } as const;

export default function LeaderboardView() {
  return <LeaderboardScreen boards={useBoards()} userId={useSignedIn().id} />;
}

export interface LeaderboardScreenProps {
  readonly boards: BoardsActor;
  /** The reader. */
  readonly userId: string;
}

/** Both audiences' boards of today or of all time. */
export function LeaderboardScreen({ boards, userId }: LeaderboardScreenProps) {
  const [period, setPeriod] = useUrlChoice('period', ['daily', 'all-time']);
  const [audience, setAudience] = useUrlChoice('from', ['home', 'studio']);
  useEffect(() => {
    boards.send({ type: 'board.show', subject: { kind: 'pair', period } });
  }, [boards, period]);
  const entries = {
    home: useSelector(boards, (snapshot) => selectEntriesOf(snapshot, 'home'), isSame),
    studio: useSelector(boards, (snapshot) => selectEntriesOf(snapshot, 'studio'), isSame),
  };
  const people = {
    home: useSelector(boards, selectPeople('home')),
    studio: useSelector(boards, selectPeople('studio')),
  };
  const message = useSelector(boards, selectMessage);
  const isLoading = useSelector(boards, selectIsLoading);
  const rows = entries[audience];
  const items = (['home', 'studio'] as const).map((key) => ({
    key,
    label: LABELS[key],
    count: people[key],
  }));
  return (
    <Page
      title="Leaderboard"
      lead="Points follow the groups: they move while answers come in."
      width="text"
    >
      <div className={styles['period']}>
        <SegmentedControl label="Period" options={PERIODS} value={period} onChange={setPeriod} />
      </div>
      <Card>
        <Tabs label="Audiences" items={items} selected={audience} onSelect={setAudience}>
          {message !== null && (
            <ErrorNote
              message={message}
              busy={isLoading}
              onRetry={() => boards.send({ type: 'board.retry' })}
            />
          )}
          {rows === null && message === null && (
            <Skeleton label="Loading scores" shapes={['rows']} />
          )}
          {rows !== null && rows.length > 0 && (
            <BoardTable caption={LABELS[audience]} entries={rows} userId={userId} />
          )}
          {rows?.length === 0 && message === null && (
            <EmptyState
              title={
                period === 'daily' ? MESSAGES.questions.noneToday : MESSAGES.questions.noneEver
              }
            />
          )}
        </Tabs>
      </Card>
    </Page>
  );
}
