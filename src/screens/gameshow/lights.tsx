import styles from './lights.module.css';

declare module 'react' {
  interface CSSProperties {
    /** Variables of a style sheet. */
    readonly [variable: `--${string}`]: string | number | undefined;
  }
}

/** Where a beam hangs, how it leans, and its tint beside the show's own hue. */
const BEAMS = [
  { x: '20%', lean: '-16deg', tint: 60 },
  { x: '42%', lean: '10deg', tint: 0 },
  { x: '58%', lean: '-10deg', tint: 0 },
  { x: '80%', lean: '16deg', tint: -50 },
] as const;

/** The light of the stage: amber while somebody can answer, and narrow for number one. */
export function Lights({ mood }: { readonly mood: 'calm' | 'live' | 'narrow' }) {
  return (
    <div className={styles['lights']} data-mood={mood} aria-hidden="true">
      <div className={styles['wash']} />
      <div className={styles['amber']} />
      {BEAMS.map(({ x, lean, tint }) => (
        <div
          key={x}
          className={styles['beam']}
          style={{ '--x': x, '--lean': lean, '--tint': tint }}
        />
      ))}
      <div className={styles['floor']} />
      <div className={styles['grain']} />
    </div>
  );
}
