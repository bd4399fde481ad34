import styles from './lights.module.css';
import { useOpening } from './moves.ts';

declare module 'react' {
  interface CSSProperties {
    /** Allows CSS variables in `style`. */
    readonly [variable: `--${string}`]: string | number | undefined;
  }
}

interface Beam {
  /** Horizontal position; `lean`: the angle. */
  readonly x: string;
  readonly lean: string;
  /** Difference from the brand's hue, in degrees. */
  readonly tint: number;
}

const OUTER = [
  { x: '20%', lean: '-16deg', tint: 60 },
  { x: '80%', lean: '16deg', tint: -50 },
] as const satisfies readonly Beam[];
const INNER = [
  { x: '42%', lean: '10deg', tint: 0 },
  { x: '58%', lean: '-10deg', tint: 0 },
] as const satisfies readonly Beam[];

/** Beams that swing to the middle of the stage, where number one stands. */
const AIMED = [
  { x: '10%', lean: '-52deg', tint: 0 },
  { x: '34%', lean: '-28deg', tint: 0 },
  { x: '66%', lean: '28deg', tint: 0 },
  { x: '90%', lean: '52deg', tint: 0 },
] as const satisfies readonly Beam[];

interface LightsProps {
  /** `live`: amber, while a question can be answered. `narrow`: for the reveal of number one. */
  readonly mood: 'calm' | 'live' | 'narrow';
  /** The new question; the beams open when it changes. Null: none. */
  readonly arriving: string | null;
}

/** The light of the stage. */
export function Lights({ mood, arriving }: LightsProps) {
  const opening = useOpening(arriving);
  return (
    <div ref={opening} className={styles['lights']} data-mood={mood} aria-hidden="true">
      <Picture name="calm" beams={[...OUTER, ...INNER]} />
      <Picture name="live" beams={OUTER} />
      {mood === 'narrow' && <Aimed />}
    </div>
  );
}

function Aimed() {
  return (
    <div className={styles['aimed']}>
      {AIMED.map(({ x, lean }) => (
        <i key={x} style={{ '--x': x, '--lean': lean }} />
      ))}
    </div>
  );
}

interface PictureProps {
  readonly name: 'calm' | 'live';
  readonly beams: readonly Beam[];
}

function Picture({ name, beams }: PictureProps) {
  return (
    <div className={styles[name]}>
      {beams.map(({ x, lean, tint }) => (
        <i
          key={x}
          className={styles['beam']}
          style={{ '--x': x, '--lean': lean, '--tint': tint }}
        />
      ))}
      <i className={styles['floor']} />
      <i className={styles['grain']} />
    </div>
  );
}
