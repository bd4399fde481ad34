import styles from './inspector.module.css';

export interface JsonProps {
  readonly value: unknown;
  /** Paths (`placeOf`) of the changed values and of all values that contain them. */
  readonly changed?: ReadonlySet<string> | undefined;
  /** Shows times as numbers. */
  readonly isRaw?: boolean | undefined;
  /** Opens another actor. If given, references to actors are buttons. */
  readonly onActor?: ((id: string) => void) | undefined;
}

/** Writes a path into a value as a text. */
export const placeOf = (path: readonly string[]): string => path.join('.');

/** Shows JSON as a tree in which large values are folded, and which browsers do not translate. */
export function Json(props: JsonProps) {
  return (
    <div className={styles['json']} dir="ltr" translate="no">
      <Value {...props} path={[]} />
    </div>
  );
}

const FOLDED_ABOVE = 8;

interface ValueProps extends JsonProps {
  readonly path: readonly string[];
}
function Value({ value, path, ...how }: ValueProps) {
  const { changed, isRaw, onActor } = how;
  if (typeof value !== 'object' || value === null) return <Plain value={value} isRaw={isRaw} />;
  const entries: [string, unknown][] = Object.entries(value);
  const [first] = entries;
  if (first !== undefined && entries.length === 1 && typeof first[1] === 'string') {
    const [key, said] = first;
    if (key === 'function') return <i>ƒ {said}</i>;
    if (key === 'actor' && onActor !== undefined)
      return (
        <button type="button" onClick={() => onActor(said)}>
          actor {said}
        </button>
      );
  }
  if (entries.length === 0) return <i>{Array.isArray(value) ? '[ ]' : '{ }'}</i>;
  return (
    <ul>
      {entries.map(([key, inner]) => {
        const at = [...path, key];
        const isChanged = changed?.has(placeOf(at)) === true;
        return (
          <li key={key} data-changed={isChanged || undefined}>
            {isLarge(inner) ? (
              <details>
                <summary>
                  <Key name={key} isChanged={isChanged} /> <i>{sizeOf(inner)}</i>
                </summary>
                <Value value={inner} path={at} {...how} />
              </details>
            ) : (
              <>
                <Key name={key} isChanged={isChanged} /> <Value value={inner} path={at} {...how} />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Key({ name, isChanged }: { readonly name: string; readonly isChanged: boolean }) {
  return (
    <span className={styles['key']}>
      {name}
      {isChanged && <strong> changed</strong>}
    </span>
  );
}

function Plain({ value, isRaw }: Pick<JsonProps, 'value' | 'isRaw'>) {
  const instant = isRaw === true ? null : instantOf(value);
  if (instant !== null) return <time title={String(value)}>{instant}</time>;
  return value === undefined ? 'undefined' : JSON.stringify(value);
}

/** Numbers in this range are taken for epoch ms and shown as times. */
const INSTANTS = { first: Date.UTC(2001), last: Date.UTC(2100) };
const INSTANT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});
/** Formats epoch ms as a time in the device's time zone; null if the value is not in the range of `INSTANTS`. */
export const instantOf = (value: unknown): string | null =>
  typeof value === 'number' && value >= INSTANTS.first && value < INSTANTS.last
    ? INSTANT.format(value)
    : null;

/** Counts all values nested in a value. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner: unknown[] = Object.values(value);
  return inner.reduce<number>((sum, each) => sum + 1 + countOf(each), 0);
}
const isLarge = (value: unknown): boolean => countOf(value) > FOLDED_ABOVE;
const sizeOf = (value: unknown): string =>
  Array.isArray(value) ? `[${value.length}]` : `{${Object.keys(value ?? {}).length}}`;
