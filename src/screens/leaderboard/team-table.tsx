import { m } from 'messages';
import { numberText } from 'messages/format';
import type { TeamEntry } from '#machines/contract/entities.ts';
import { teamScoreText } from '#machines/results/rules/teams.ts';
import type { Column } from '#src/components/data-table.tsx';
import { slot, withElements } from '#src/components/slots.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { RankedTable } from './board-table.tsx';

const members: Column<TeamEntry> = {
  key: 'members',
  header: m.leaderboardPlayers(),
  align: 'end',
  cell: ({ members: count }) => numberText(count),
};
const score: Column<TeamEntry> = {
  key: 'score',
  header: m.leaderboardMeanPoints(),
  align: 'end',
  cell: teamScoreText,
};

const nameCell = (name: string, isOwn: boolean) => {
  const shown = <Verbatim>{name}</Verbatim>;
  return isOwn ? withElements(m.leaderboardYourTeam({ name: slot(0) }), shown) : shown;
};

export interface TeamTableProps {
  readonly caption: string;
  readonly entries: readonly TeamEntry[];
  /** The id of the reader's team, whose row is marked; null: none. */
  readonly own: string | null;
}

/** The teams of a show. The row of the reader's team is marked '(Your team)'. */
export function TeamTable({ caption, entries, own }: TeamTableProps) {
  const isOwn = ({ id }: TeamEntry) => id === own;
  const team: Column<TeamEntry> = {
    key: 'team',
    header: m.commonTeam(),
    rowHeader: true,
    cell: (entry) => nameCell(entry.name, isOwn(entry)),
  };
  return (
    <RankedTable
      caption={caption}
      columns={[team, members, score]}
      rows={entries}
      rowKey={({ id }) => id}
      isOwn={isOwn}
    />
  );
}
