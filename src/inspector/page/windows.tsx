import Eye from 'lucide-react/icons/eye';
import Monitor from 'lucide-react/icons/monitor';
import Server from 'lucide-react/icons/server';
import styles from './inspector.module.css';
import type { SeenWindow } from './seen.ts';

export interface WindowsProps {
  readonly windows: readonly SeenWindow[];
  /** The id of the one that this stands in. */
  readonly own: string | null;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** The windows of the code, the server's among them. */
export function Windows({ windows, own, chosen, onChoose }: WindowsProps) {
  return (
    <section aria-label="Windows">
      <h2>Windows</h2>
      <ul className={styles['list']}>
        {windows.map(({ window, isGone }) => {
          const isOwn = window.id === own;
          const Icon = window.kind === 'server' ? Server : isOwn ? Eye : Monitor;
          return (
            <li key={window.id}>
              <button
                type="button"
                aria-pressed={window.id === chosen}
                data-ended={isGone || undefined}
                onClick={() => onChoose(window.id)}
              >
                <Icon />
                <span className={styles['name']}>
                  {isOwn ? 'This window' : window.path}
                  {isGone && ' (closed)'}
                </span>
                <span className={styles['where']}>{window.device}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
