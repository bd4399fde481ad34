import styles from './json.module.css';

export interface JsonProps {
  readonly value: unknown;
  /** Keys of the outermost object to mark. */
  readonly changed?: ReadonlySet<string> | undefined;
  /** Shows another actor; those in the value become buttons. */
  readonly onActor?: ((id: string) => void) | undefined;
}

/** JSON as a tree; what is large is folded. Masked values say what they stand for. */
export function Json({ value, changed, onActor }: JsonProps) {
  return (
    <div className={styles['json']}>
      <Value value={value} changed={changed} onActor={onActor} />
    </div>
  );
}

const FOLDED_ABOVE = 8;

function Value({ value, changed, onActor }: JsonProps) {
  if (typeof value !== 'object' || value === null) return <Plain value={value} />;
  const entries: [string, unknown][] = Object.entries(value);
  const [first] = entries;
  if (first !== undefined && entries.length === 1 && typeof first[1] === 'string') {
    const [key, said] = first;
    if (key === 'function') return <span className={styles['mark']}>ƒ {said}</span>;
    if (key === 'actor' && onActor !== undefined)
      return (
        <button type="button" className={styles['actor']} onClick={() => onActor(said)}>
          actor {said}
        </button>
      );
  }
  if (entries.length === 0)
    return <span className={styles['mark']}>{Array.isArray(value) ? '[ ]' : '{ }'}</span>;
  return (
    <ul>
      {entries.map(([key, inner]) => (
        <li key={key} data-changed={changed?.has(key) || undefined}>
          {isLarge(inner) ? (
            <details>
              <summary>
                <Key name={key} isChanged={changed?.has(key) === true} />{' '}
                <span className={styles['mark']}>{sizeOf(inner)}</span>
              </summary>
              <Value value={inner} onActor={onActor} />
            </details>
          ) : (
            <>
              <Key name={key} isChanged={changed?.has(key) === true} />{' '}
              <Value value={inner} onActor={onActor} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function Key({ name, isChanged }: { readonly name: string; readonly isChanged: boolean }) {
  return (
    <span className={styles['key']}>
      {name}
      {isChanged && <span className={styles['changed']}>changed</span>}
    </span>
  );
}

function Plain({ value }: { readonly value: unknown }) {
  const text = value === undefined ? 'undefined' : JSON.stringify(value);
  return (
    <span className={typeof value === 'string' ? styles['text'] : styles['other']}>{text}</span>
  );
}

/** How many values stand in a value. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner: unknown[] = Object.values(value);
  return inner.reduce<number>((sum, each) => sum + 1 + countOf(each), 0);
}
const isLarge = (value: unknown): boolean => countOf(value) > FOLDED_ABOVE;
const sizeOf = (value: unknown): string =>
  Array.isArray(value) ? `[${value.length}]` : `{${Object.keys(value ?? {}).length}}`;
