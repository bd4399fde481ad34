import { standaloneLink } from '../product.ts';
import { Json } from './json.tsx';
import styles from './inspector.module.css';
import type { SeenActor } from './seen.ts';

export interface ContextPanelProps {
  readonly actor: SeenActor;
  readonly onActor: (id: string) => void;
}

/** What an actor knows: its context with what changed last, what it was given and what it gave back. */
export function ContextPanel({ actor, onActor }: ContextPanelProps) {
  const { now, input, changed } = actor;
  return (
    <div className={styles['stack']}>
      <Part title="Context" value={now.context} changed={changed} onActor={onActor} isOpen />
      <Part title="Input" value={input} onActor={onActor} isOpen={actor.chart === null} />
      {now.output !== undefined && (
        <Part title="Output" value={now.output} onActor={onActor} isOpen />
      )}
      {now.error !== undefined && <Part title="Error" value={now.error} onActor={onActor} isOpen />}
      {actor.parent !== null && (
        <p>
          <a
            className={standaloneLink}
            href={`?actor=${actor.parent}`}
            onClick={(event) => {
              event.preventDefault();
              if (actor.parent !== null) onActor(actor.parent);
            }}
          >
            To the actor that started it
          </a>
        </p>
      )}
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly value: unknown;
  readonly changed?: readonly string[];
  readonly onActor: (id: string) => void;
  readonly isOpen: boolean;
}
function Part({ title, value, changed, onActor, isOpen }: PartProps) {
  if (value === undefined || value === null) return null;
  return (
    <details className={styles['part']} open={isOpen}>
      <summary>{title}</summary>
      <Json value={value} changed={new Set(changed)} onActor={onActor} />
    </details>
  );
}
