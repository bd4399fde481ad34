import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import {
  type BoardsActor,
  type BoardSubject,
  selectEntriesFor,
  selectIsLoading,
  selectMessage,
  selectPeople,
} from '#machines/results/boards.ts';
import type { User } from '#machines/contract/entities.ts';
import { BOARD_TOP_SIZE, LEADERBOARD_SIZE } from '#machines/contract/limits.ts';
import type { QuestionView } from '#machines/answering/questions.ts';
import { useUrlChoice } from '#src/bindings/url-state.ts';
import { Button } from '#src/components/button.tsx';
import { Disclosure } from '#src/components/disclosure.tsx';
import { EmptyState, ErrorNote, Skeleton } from '#src/components/states.tsx';
import { Tabs } from '#src/components/tabs.tsx';
import { isSame } from './same.ts';
import { BoardTable, type BoardTableProps } from '#src/screens/leaderboard/board-table.tsx';

const TABS = [
  { key: 'question', label: m.homeQuestion() },
  { key: 'today', label: m.homeTodaysScores() },
  { key: 'all-time', label: m.homeAllTimeScores() },
] as const;
type Tab = (typeof TABS)[number]['key'];

const EMPTY: Readonly<Record<Tab, string>> = {
  question: m.questionsNoAnswers(),
  today: m.questionsNoneToday(),
  'all-time': m.questionsNoneEver(),
};

export interface LeaderboardProps {
  readonly boards: BoardsActor;
  /** The reader. */
  readonly user: User;
  /** The selected question; null: none. */
  readonly question: Pick<QuestionView, 'gameSessionId' | 'answer'> | null;
}

/** The boards beside the questions, loaded and kept fresh while they are shown. */
export function Leaderboard({ boards, user, question }: LeaderboardProps) {
  const gameSessionId = question?.gameSessionId ?? null;
  const [tab, setTab] = useUrlChoice('board', ['question', 'today', 'all-time']);
  const [isOpen, setOpen] = useState(true);
  const given = question?.answer?.awardedPoints ?? null;
  const entries = useSelector(boards, selectEntriesFor(user, given), isSame);
  const people = useSelector(boards, selectPeople('all'));
  const message = useSelector(boards, selectMessage);
  const isLoading = useSelector(boards, selectIsLoading);
  useEffect(() => {
    const subject = subjectOf(tab, gameSessionId);
    boards.send(isOpen && subject ? { type: 'board.show', subject } : { type: 'board.leave' });
  }, [boards, tab, gameSessionId, isOpen]);
  useEffect(() => () => boards.send({ type: 'board.leave' }), [boards]);
  const rows = tab === 'question' && gameSessionId === null ? [] : entries;
  return (
    <Disclosure summary={m.commonLeaderboard()} defaultOpen onToggle={setOpen}>
      <Tabs label={m.homeLeaderboards()} items={TABS} selected={tab} onSelect={setTab}>
        {message !== null && (
          <ErrorNote
            message={message}
            busy={isLoading}
            onRetry={() => boards.send({ type: 'board.retry' })}
          />
        )}
        {rows === null && message === null && (
          <Skeleton label={m.homeLoadingScores()} shapes={['field', 'field', 'field']} />
        )}
        {rows !== null && rows.length > 0 && (
          <Board
            caption={labelOf(tab)}
            entries={rows}
            people={people ?? rows.length}
            userId={user.id}
            onTurn={(isWhole) => {
              const subject = subjectOf(tab, gameSessionId);
              if (isWhole) boards.send({ type: 'board.whole' });
              else if (subject) boards.send({ type: 'board.show', subject });
            }}
          />
        )}
        {rows?.length === 0 && message === null && <EmptyState title={EMPTY[tab]} />}
      </Tabs>
    </Disclosure>
  );
}

interface BoardProps extends Omit<BoardTableProps, 'withType'> {
  /** Number of people on the board; `entries` are the top ones and the reader's own row. */
  readonly people: number;
  /** Requests the whole board, or the top again. */
  readonly onTurn: (isWhole: boolean) => void;
}

/** The top of a board and the reader's own row; a button shows the rest. */
function Board({ entries, people, onTurn, ...board }: BoardProps) {
  const [isWhole, setWhole] = useState(false);
  const most = Math.min(people, LEADERBOARD_SIZE);
  const all = people > most ? m.homeOf({ most, people }) : m.homeAllPeople({ people });
  const turn = () => {
    onTurn(!isWhole);
    setWhole(!isWhole);
  };
  const head = entries.filter(
    ({ user_id }, index) => index < BOARD_TOP_SIZE || user_id === board.userId,
  );
  return (
    <>
      <p>{m.leaderboardTogether()}</p>
      <BoardTable {...board} entries={isWhole ? entries : head} withType />
      {head.length < people && (
        <Button wide aria-expanded={isWhole} onClick={turn}>
          {isWhole ? m.homeShowFewer() : m.homeShow({ all })}
        </Button>
      )}
    </>
  );
}

const labelOf = (tab: Tab): string => TABS.find(({ key }) => key === tab)?.label ?? '';

function subjectOf(tab: Tab, gameSessionId: string | null): BoardSubject | null {
  if (tab !== 'question')
    return { kind: 'everybody', period: tab === 'today' ? 'daily' : 'all-time' };
  return gameSessionId === null ? null : { kind: 'session', gameSessionId };
}
