import { m } from 'messages';
import { numberText } from 'messages/format';
import type { LeaderboardEntry } from '#machines/contract/entities.ts';
import { BOARD_TOP_SIZE } from '#machines/contract/limits.ts';
import { rankText } from '#machines/results/rules/rank-texts.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { AudienceBadge, Crown } from '#src/components/badge.tsx';
import { type Column, DataTable } from '#src/components/data-table.tsx';
import { slot, withElements } from '#src/components/slots.tsx';
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

type Ranked = Pick<Entry, 'rank' | 'shared'>;

/** The column of ranks, aligned; everyone who shares rank 1 has a crown. */
const rankColumn = <Row extends Ranked>(rows: readonly Row[]): Column<Row> => {
  const textOf = ({ rank, shared }: Ranked) => rankText(rank, shared === true);
  const digits = Math.max(...rows.map((row) => textOf(row).length));
  return {
    key: 'rank',
    header: m.commonRank(),
    cell: (row) => (
      <span className={styles['rank']}>
        <span style={{ minInlineSize: `${digits}ch` }}>{textOf(row)}</span>
        {row.rank === 1 && <Crown />}
      </span>
    ),
  };
};
const type: Column<Entry> = {
  key: 'type',
  header: m.leaderboardType(),
  cell: ({ role_id }) => (
    <span className={styles['type']}>
      <AudienceBadge audience={role_id === ROLE.contestant ? 'studio' : 'home'} />
    </span>
  ),
};
const points: Column<Entry> = {
  key: 'points',
  header: m.commonPoints(),
  align: 'end',
  cell: ({ total_points }) => numberText(total_points),
};

const playerCell = (name: string, isOwn: boolean) => {
  const shown = <Verbatim>{name}</Verbatim>;
  return isOwn ? withElements(m.leaderboardYou({ name: slot(0) }), shown) : shown;
};

/** Says how many share the first place, if several do and all of them are listed. */
function SharedFirst({ rows }: { readonly rows: readonly Ranked[] }) {
  const { length } = rows.filter(({ rank }) => rank === 1);
  const next = rows[length];
  const isWhole = next === undefined ? length < BOARD_TOP_SIZE : next.rank === length + 1;
  return (
    isWhole && length > 1 && <p>{m.leaderboardShareFirstPlace({ length: numberText(length) })}</p>
  );
}

interface RankedTableProps<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  /** The columns after the rank. */
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly isOwn: (row: Row) => boolean;
}

/** Rows by rank. */
export function RankedTable<Row extends Ranked>({
  rows,
  columns,
  ...table
}: RankedTableProps<Row>) {
  return (
    <div className={styles['board']}>
      <SharedFirst rows={rows} />
      <DataTable
        {...table}
        captionHidden
        phone="table"
        columns={[rankColumn(rows), ...columns]}
        rows={rows}
      />
    </div>
  );
}

/** A leaderboard. The signed-in user's row is marked '(You)'. */
export function BoardTable({ caption, entries, userId, withType = false }: BoardTableProps) {
  const isOwn = ({ user_id }: Entry) => user_id === userId;
  const player: Column<Entry> = {
    key: 'player',
    header: m.commonPlayer(),
    rowHeader: true,
    cell: (entry) => playerCell(entry.username, isOwn(entry)),
  };
  return (
    <RankedTable
      caption={caption}
      columns={withType ? [player, type, points] : [player, points]}
      rows={entries}
      rowKey={({ user_id }) => user_id}
      isOwn={isOwn}
    />
  );
}
