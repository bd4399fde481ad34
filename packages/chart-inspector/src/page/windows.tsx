import styles from './inspector.module.css';
import type { SeenWindow } from './seen.ts';

export interface WindowsProps {
  readonly windows: readonly SeenWindow[];
  /** Id of the window that the inspector is in. */
  readonly own: string | null;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** The windows of the code, the server's among them. */
export const Windows = ({ windows, own, chosen, onChoose }: WindowsProps) => (
  <section aria-label="Windows">
    <h2>Windows</h2>
    <ul className={styles['list']}>
      {windows.map(({ window, isGone }) => (
        <li key={window.id}>
          <button
            type="button"
            aria-pressed={window.id === chosen}
            data-ended={isGone || undefined}
            onClick={() => onChoose(window.id)}
          >
            <span className={styles['name']}>
              {window.id === own ? 'This window' : window.path}
              {isGone && ' (closed)'}
            </span>
            <span className={styles['where']}>{window.device}</span>
          </button>
        </li>
      ))}
    </ul>
  </section>
);
