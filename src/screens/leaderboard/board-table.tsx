import type { LeaderboardEntry } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { AudienceBadge, Crown } from '#src/components/badge.tsx';
import { type Column, DataTable } from '#src/components/data-table.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import styles from './leaderboard.module.css';

type Entry = LeaderboardEntry;

export interface BoardTableProps {
  readonly caption: string;
  readonly entries: readonly Entry[];
  /** The signed-in user, whose row is marked. */
  readonly userId: string;
  /** Whether to show a column with each player's audience. */
  readonly withType?: boolean | undefined;
}

/** The column of ranks, aligned for `digits` digits. Only the first entry has a crown, even if others share rank 1. */
const rankColumn = (crowned: Entry | undefined, digits: number): Column<Entry> => ({
  key: 'rank',
  header: 'Rank',
  cell: (entry) => (
    <span className={styles['rank']}>
      <span style={{ minInlineSize: `${digits}ch` }}>{entry.rank}</span>
      {entry === crowned && <Crown />}
    </span>
  ),
});
const type: Column<Entry> = {
  key: 'type',
  header: 'Type',
  cell: ({ role_id }) => (
    <AudienceBadge audience={role_id === ROLE.contestant ? 'studio' : 'home'} />
  ),
};
const points: Column<Entry> = {
  key: 'points',
  header: 'Points',
  align: 'end',
  cell: ({ total_points }) => total_points.toLocaleString(),
};

const playerCell = (name: string, isOwn: boolean) => (
  <>
    <Verbatim>{name}</Verbatim>
    {isOwn && ' (You)'}
  </>
);

/** A leaderboard. The signed-in user's row is marked '(You)'. Only the first row has a crown, even if others tie. */
export function BoardTable({ caption, entries, userId, withType = false }: BoardTableProps) {
  const isOwn = ({ user_id }: Entry) => user_id === userId;
  const first = entries.filter((entry) => entry.rank === 1);
  const rank = rankColumn(first[0], String(entries.at(-1)?.rank ?? 1).length);
  const player: Column<Entry> = {
    key: 'player',
    header: 'Player',
    rowHeader: true,
    cell: (entry) => playerCell(entry.username, isOwn(entry)),
  };
  return (
    <>
      {first.length > 1 && <p>{`${first.length.toLocaleString()} share first place.`}</p>}
      <DataTable
        caption={caption}
        captionHidden
        phone="table"
        columns={withType ? [rank, player, type, points] : [rank, player, points]}
        rows={entries}
        rowKey={({ user_id }) => user_id}
        isOwn={isOwn}
      />
    </>
  );
}
