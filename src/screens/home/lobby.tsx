import styles from './lobby.module.css';

/** With more players, no further lamps are shown. */
const MOST = 60;
const GOLDEN_ANGLE = 2.399_963;

/** The lamps of the other players who are ready, around the reader's own lamp. */
export default function Lobby({ ready }: { readonly ready: number }) {
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
