import type { Watch } from '#machines/contract/entities.ts';
import type { BoardsActor } from '#machines/results/boards.ts';
import styles from './lobby.module.css';
import { Standing } from './standing.tsx';

/** With more players, no further lamps are shown. */
const MOST = 60;
const GOLDEN_ANGLE = 2.399_963;

interface LobbyProps {
  readonly boards: BoardsActor;
  /** The board of the show that is on the screen; null: none. */
  readonly watch: Watch | null;
  /** How many players are ready; null: unknown, or the show is over. */
  readonly ready: number | null;
}

/** Who is ready, and, while the screen shows the standings or the podium, the reader's own place instead. */
export default function Lobby({ boards, watch, ready }: LobbyProps) {
  return (
    <>
      {ready !== null && <Lamps ready={ready} />}
      {watch !== null && <Standing boards={boards} isAlone={watch === 'podium'} />}
    </>
  );
}

/** The lamps of the other players who are ready, around the reader's own lamp. */
function Lamps({ ready }: { readonly ready: number }) {
  const others = Math.min(MOST, Math.max(0, ready - 1));
  return (
    <span aria-hidden className={styles['lamps']} data-lobby>
      {Array.from({ length: others }, (_, at) => (
        <i key={at} style={placeOf(at)} />
      ))}
    </span>
  );
}

/** The place of a lamp: the first ones are nearest to the middle. */
function placeOf(at: number) {
  const out = 20 + 30 * Math.sqrt(at / MOST);
  return {
    insetInlineStart: `${50 + out * Math.cos(at * GOLDEN_ANGLE)}%`,
    insetBlockStart: `${50 + out * Math.sin(at * GOLDEN_ANGLE)}%`,
  };
}
