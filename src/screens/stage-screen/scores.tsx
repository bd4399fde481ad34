import { m } from 'messages';
import { numberText } from 'messages/format';
import Crown from 'lucide-react/icons/crown';
import { useSelector } from '@xstate/react';
import type { StageView } from '#machines/contract/stage.ts';
import type { Audience } from '#machines/contract/entities.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { scoreTenths, tenthsText } from '#machines/results/rules/teams.ts';
import {
  audiencesOf,
  formerRows,
  hasTeams,
  rowsOf,
  SCENE_MS,
  sharedText,
  sharingRank,
  hiddenTied,
  tiedText,
} from '#machines/show/rules/stage.ts';
import { rankText } from '#machines/results/rules/rank-texts.ts';
import { SCENE_TITLES, sceneTitle } from '#machines/show/rules/direction.ts';
import { selectOldBoard, selectStep, type StageActor } from '#machines/show/stage.ts';
import { fitted } from './fit.ts';
import { useCountUp, useFlip } from './moves.ts';
import { AudienceSign, Corner } from './sign.tsx';
import styles from './stage-screen.module.css';

/** The smallest size to which a long name shrinks; a name that does not fit is cut off. */
const LEAST = '0.58em';

type Board = NonNullable<StageView['board']>;
type Entry = Board[Audience][number];

interface ScoresProps {
  readonly board: Board;
  /** The title of the show's board, or the name of the season; undefined for today's board. */
  readonly title: string | undefined;
  readonly scene: StageView['scene'];
  /** Whether questions of the show are still to come. */
  readonly hasMore: boolean;
  readonly stage: StageActor;
}

/** Whether the board still shows the rows in their former order. */
const isOldStep = (step: string): boolean => step === 'old' || step === 'adding';

function headingOf({ scene, title, hasMore }: Omit<ScoresProps, 'board' | 'stage'>): string {
  if (scene === 'standings' || scene === 'season') return sceneTitle(scene, hasMore);
  return title === undefined ? SCENE_TITLES.board() : m.showStandings();
}
const emptyText = (scene: StageView['scene']): string =>
  scene === 'season' ? m.questionsNoneSeason() : m.questionsNoneShow();

/** The top players, or teams, of each audience: first in the old order, then moved to the new order. */
export function Scores({ board, title, scene, hasMore, stage }: ScoresProps) {
  const step = useSelector(stage, selectStep);
  const old = useSelector(stage, selectOldBoard);
  const rows = rowsOf(board);
  const isOld = isOldStep(step);
  const audiences = audiencesOf(board);
  const hasTied = audiences.some((audience) => hiddenTied(board[audience]) > 0);
  return (
    <div
      className={styles['boards']}
      data-step={step}
      data-audiences={audiences.length}
      data-layer="board"
      style={{ '--all': board.studio.length + board.home.length }}
    >
      <div className={styles['bar']}>
        <Corner />
        <span>{title}</span>
      </div>
      <h1 tabIndex={-1}>{headingOf({ scene, title, hasMore })}</h1>
      {audiences.map((audience) => (
        <section key={audience} aria-label={audienceLabel(audience)}>
          <h2>
            <AudienceSign audience={audience} isTeams={hasTeams(board, audience)} />
            {!isOld && <Shared board={board} audience={audience} />}
          </h2>
          {board[audience].length === 0 ? (
            <p>{title === undefined ? m.questionsNoneToday() : emptyText(scene)}</p>
          ) : (
            <Rows
              entries={board[audience]}
              old={
                title === undefined
                  ? (old?.[audience] ?? [])
                  : formerRows(board[audience], board.gone?.[audience])
              }
              step={step}
              rows={rows}
            />
          )}
          {!isOld && hasTied && <Tied entries={board[audience]} />}
        </section>
      ))}
    </div>
  );
}

/** A line for several people who share first place. */
function Shared({ board, audience }: { readonly board: Board; readonly audience: Audience }) {
  const { count } = sharingRank(board, audience);
  return count > 1 && <span className={styles['shared']}>{sharedText(count)}</span>;
}

/** Shows how many more people share the last rank. With none it takes its line too, so that the rows of both lists align. */
function Tied({ entries }: { readonly entries: readonly Entry[] }) {
  const count = hiddenTied(entries);
  return count > 0 ? <p>{tiedText(count)}</p> : <p aria-hidden="true">{'\u00A0'}</p>;
}

interface RowsProps {
  readonly entries: readonly Entry[];
  /** The rows as they were before. */
  readonly old: readonly Entry[];
  readonly step: string;
  readonly rows: number;
}

/** React keys for entries. Names are not unique and ids are not sent, so the key of a repeated name has a number. */
export function keyed(entries: readonly Entry[]): { key: string; entry: Entry }[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const nth = (seen.get(entry.username) ?? 0) + 1;
    seen.set(entry.username, nth);
    return { key: `${entry.username} ${nth}`, entry };
  });
}

function Rows({ entries, old, step, rows }: RowsProps) {
  const isOld = isOldStep(step);
  const now = keyed(entries);
  const former = keyed(old);
  const before = new Map(former.map(({ key, entry }) => [key, entry]));
  const points = new Map(now.map(({ key, entry }) => [key, entry.total_points]));
  const shown = isOld ? former : now;
  const gone = step === 'moving' ? former.filter(({ key }) => !points.has(key)) : [];
  const height = Math.max(rows, former.length);
  return (
    <ol
      className={styles['rows']}
      style={{ '--places': height, '--own': Math.max(entries.length, former.length) }}
    >
      {shown.map(({ key, entry }, at) => (
        <ScoreRow
          key={key}
          entry={entry}
          points={points.get(key) ?? entry.total_points}
          at={at}
          of={shown.length}
          from={entry.before ?? before.get(key) ?? null}
          step={step}
          isEntering={step === 'moving' && !before.has(key)}
        />
      ))}
      {gone.map(({ key, entry }) => (
        <ScoreRow
          key={`gone ${key}`}
          entry={entry}
          points={entry.total_points}
          at={old.indexOf(entry)}
          of={shown.length}
          from={null}
          step={step}
          isLeaving
        />
      ))}
    </ol>
  );
}

/** The rank of a row. '=' has a column of its own, so that the numbers align. */
export function Rank({ of: { rank, shared } }: { readonly of: Pick<Entry, 'rank' | 'shared'> }) {
  const [number, equal] = rankText(rank, shared === true).split(' ');
  return (
    <span className={styles['rank']}>
      {number}
      <span className={styles['equal']}>{equal !== undefined && ` ${equal}`}</span>
    </span>
  );
}

/** A player's former rank and points. */
type Stood = Pick<Entry, 'rank' | 'total_points'>;

interface ScoreRowProps {
  readonly entry: Entry;
  /** The points that the row counts up to. */
  readonly points: number;
  readonly at: number;
  readonly of: number;
  readonly from: Stood | null;
  readonly step: string;
  /** Whether the row was not on the board before, or no longer is. */
  readonly isEntering?: boolean;
  readonly isLeaving?: boolean;
}

const wholeText = (points: number): string => numberText(points);
/** The number that a row counts up to: a person's points, or the tenths of a team's mean. */
const countedOf = ({ members }: Entry, points: number): number =>
  members === undefined ? points : scoreTenths({ points, members });

function ScoreRow({
  entry,
  points: total,
  at,
  of,
  from,
  step,
  isEntering = false,
  isLeaving = false,
}: ScoreRowProps) {
  const { username, rank, members } = entry;
  const points = countedOf(entry, total);
  // The last row moves first.
  const delayMs = Math.max(0, of - 1 - at) * SCENE_MS.moveApart;
  const row = useFlip<HTMLLIElement>(at, { ms: SCENE_MS.moving, delayMs });
  const old = from === null ? points : countedOf(entry, from.total_points);
  const format = members === undefined ? wholeText : tenthsText;
  const number = useCountUp(points, old, {
    ms: step === 'adding' ? SCENE_MS.adding : null,
    text: format,
  });
  const up = !isOldStep(step) && from !== null ? from.rank - rank : 0;
  return (
    <li
      ref={row}
      data-first={(rank === 1 && !isLeaving) || undefined}
      data-entering={isEntering || undefined}
      data-leaving={isLeaving || undefined}
      aria-hidden={isLeaving || undefined}
      style={{ gridArea: `${at + 1} / 1`, '--after': `${delayMs}ms` }}
    >
      <div>
        <Rank of={entry} />
        <span className={styles['player']}>
          <span
            dir="auto"
            style={{
              fontSize: `max(${LEAST}, ${fitted(username, '1em')})`,
            }}
          >
            {username}
          </span>
        </span>
        {rank === 1 && !isLeaving && <Crown className={styles['crown']} aria-hidden="true" />}
        {up > 0 && <span className={styles['moved']}>{m.stageScreenUp({ up })}</span>}
        <span className={styles['points']}>
          <span ref={number}>{format(step === 'old' ? old : points)}</span>
          <span className="visually-hidden"> {m.stageScreenPoints()}</span>
        </span>
      </div>
    </li>
  );
}
