import Crown from 'lucide-react/icons/crown';
import { useSelector } from '@xstate/react';
import type { Audience, Show } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { audienceLabel } from '#machines/rules/audience.ts';
import { rankTexts, SCENE_MS } from '#machines/rules/stage.ts';
import { selectOldBoard, selectStep, type StageActor } from '#machines/stage.ts';
import { fitted } from './fit.ts';
import { useCountUp, useFlip } from './moves.ts';
import { AudienceSign, Corner } from './sign.tsx';
import styles from './gameshow.module.css';

/** Fewer names than these leave room below them. */
const MIN_ROWS = 5;
/** Of a long name, which is cut off rather than made smaller. */
const LEAST = '0.58em';
const FLIP_MS = 900;
const APART_MS = 40;

type Board = NonNullable<Show['board']>;
type Entry = Board[Audience][number];

interface ScoresProps {
  readonly board: Board;
  readonly stage: StageActor;
}

/** The best of today, each audience among itself: first as they stood, then as they stand. */
export function Scores({ board, stage }: ScoresProps) {
  const step = useSelector(stage, selectStep);
  const old = useSelector(stage, selectOldBoard);
  const rows = Math.max(MIN_ROWS, ...AUDIENCES.map((audience) => board[audience].length));
  return (
    <div className={styles['boards']} data-step={step} data-layer="board">
      <div className={styles['bar']}>
        <Corner />
      </div>
      <h1 tabIndex={-1}>Today's scores</h1>
      {AUDIENCES.map((audience) => (
        <section key={audience} aria-label={audienceLabel(audience)}>
          <h2>
            <AudienceSign audience={audience} />
            <Shared entries={board[audience]} />
          </h2>
          {board[audience].length === 0 ? (
            <p>{MESSAGES.questions.noneToday}</p>
          ) : (
            <Rows entries={board[audience]} old={old?.[audience] ?? null} step={step} rows={rows} />
          )}
        </section>
      ))}
    </div>
  );
}

/** Said once, where several have come first. */
function Shared({ entries }: { readonly entries: readonly Entry[] }) {
  const first = entries.filter(({ rank }) => rank === 1).length;
  return first > 1 && <span className={styles['shared']}>{first} share first place</span>;
}

interface RowsProps {
  readonly entries: readonly Entry[];
  readonly old: readonly Entry[] | null;
  readonly step: string;
  readonly rows: number;
}

/** Names are not unique, and ids are not sent: the second of a name is its second row. */
function keyed(entries: readonly Entry[]): { key: string; entry: Entry }[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const nth = (seen.get(entry.username) ?? 0) + 1;
    seen.set(entry.username, nth);
    return { key: `${entry.username} ${nth}`, entry };
  });
}

function Rows({ entries, old, step, rows }: RowsProps) {
  const now = keyed(entries);
  const before = new Map(keyed(old ?? []).map(({ key, entry }, at) => [key, { entry, at }]));
  const isOld = (step === 'old' || step === 'adding') && old !== null;
  const order = isOld
    ? now.toSorted(
        (a, b) => (before.get(a.key)?.at ?? Infinity) - (before.get(b.key)?.at ?? Infinity),
      )
    : now;
  const texts = rankTexts(entries.map(({ rank }) => rank));
  const crowned = entries.filter(({ rank }) => rank === 1).length === 1;
  return (
    <ol style={{ gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))` }}>
      {order.map(({ key, entry }, at) => (
        <ScoreRow
          key={key}
          entry={entry}
          at={at}
          of={order.length}
          text={texts[entries.indexOf(entry)] ?? ''}
          from={before.get(key)?.entry ?? null}
          step={step}
          isCrowned={crowned && entry.rank === 1 && !isOld}
        />
      ))}
    </ol>
  );
}

interface ScoreRowProps {
  readonly entry: Entry;
  readonly at: number;
  readonly of: number;
  readonly text: string;
  readonly from: Entry | null;
  readonly step: string;
  readonly isCrowned: boolean;
}

function ScoreRow({ entry, at, of, text, from, step, isCrowned }: ScoreRowProps) {
  const { username, rank, total_points: points } = entry;
  // The last row sets out first.
  const row = useFlip<HTMLLIElement>(at, { ms: FLIP_MS, delayMs: (of - 1 - at) * APART_MS });
  const old = from?.total_points ?? points;
  const number = useCountUp(points, old, step === 'adding' ? SCENE_MS.adding : null);
  const up = step === 'moving' && from !== null ? from.rank - rank : 0;
  const isOld = step === 'old';
  return (
    <li ref={row} data-first={rank === 1 || undefined}>
      <div>
        <span className={styles['rank']}>{isOld && from !== null ? from.rank : text}</span>
        <span className={styles['player']}>
          <span style={{ fontSize: `max(${LEAST}, ${fitted(username, '1em')})` }}>{username}</span>
        </span>
        {isCrowned && <Crown className={styles['crown']} aria-hidden="true" />}
        {up > 0 && <span className={styles['moved']}>up {up}</span>}
        <span className={styles['points']}>
          <span ref={number}>{(isOld ? old : points).toLocaleString()}</span>
          <span className="visually-hidden"> points</span>
        </span>
      </div>
    </li>
  );
}
