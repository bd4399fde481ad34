import Eye from 'lucide-react/icons/eye';
import Monitor from 'lucide-react/icons/monitor';
import Server from 'lucide-react/icons/server';
import styles from './inspector.module.css';
import type { SeenWindow } from './seen.ts';

export interface WindowsProps {
  readonly windows: readonly SeenWindow[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** The windows of the code, the server among them. */
export function Windows({ windows, chosen, onChoose }: WindowsProps) {
  return (
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
              <Icon window={window} />
              <span className={styles['name']}>
                {nameOf(window)}
                {isGone && ' (closed)'}
              </span>
              <span className={styles['where']}>{window.device}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

type OneWindow = Pick<SeenWindow, 'window'>;
const isInspector = ({ window }: OneWindow): boolean => window.path.startsWith('/inspect');
const nameOf = (window: SeenWindow['window']): string =>
  isInspector({ window }) ? 'An inspector' : window.path;

function Icon({ window }: OneWindow) {
  if (window.kind === 'server') return <Server />;
  return isInspector({ window }) ? <Eye /> : <Monitor />;
}
