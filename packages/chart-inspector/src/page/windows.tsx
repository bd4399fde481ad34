import { LIST } from '../ui/ui.tsx';
import type { SeenWindow } from './seen.ts';

export interface WindowsProps {
  readonly windows: readonly SeenWindow[];
  /** Id of the browser window in which the inspector runs. */
  readonly own: string | null;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** Lists the browser windows with the pairing code, and the server if it reports its actors. */
export const Windows = ({ windows, own, chosen, onChoose }: WindowsProps) => (
  <section aria-label="Windows">
    <h2>Windows</h2>
    <ul className={LIST}>
      {windows.map(({ window, isGone }) => (
        <li key={window.id}>
          <button
            type="button"
            aria-pressed={window.id === chosen}
            onClick={() => onChoose(window.id)}
          >
            <strong>
              {window.id === own ? 'This window' : window.path}
              {isGone && ' (closed)'}
            </strong>
            <small>{window.device}</small>
          </button>
        </li>
      ))}
    </ul>
  </section>
);
