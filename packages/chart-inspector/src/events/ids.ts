/** Ids by kind, for example 'question', each with a text that names the thing ('' if there is none). */
export type KnownIds = ReadonlyMap<string, ReadonlyMap<string, string>>;
export const NO_IDS: KnownIds = new Map();

/**
 * Returns the kind of an id field: 'question' for 'question_id'. The kind of a bare 'id' is the key around it. Null if
 * the field is not an id.
 */
export function kindOfId(path: readonly string[]): string | null {
  const [key = '', around = ''] = path.filter((each) => !/^\d+$/u.test(each)).toReversed();
  if (!/(?:^id|_id|Id)s?$/u.test(key)) return null;
  const kind = plain(key).replace(/ids?$/u, '');
  return kind === '' ? plain(around).replace(/s$/u, '') : kind;
}
const plain = (key: string): string => key.replaceAll('_', '').toLowerCase();

/** Collects every id within JSON values, for example the contexts of actors. */
export function idsIn(values: Iterable<unknown>): KnownIds {
  const known = new Map<string, Map<string, string>>();
  const collect = (value: unknown, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    const fields: [string, unknown][] = Object.entries(value);
    const words = fields.find(([key]) => WORDS.has(key))?.[1];
    for (const [key, field] of fields) {
      const at = [...path, key];
      const kind = typeof field === 'string' && field !== '' ? kindOfId(at) : null;
      if (kind === null || typeof field !== 'string') {
        collect(field, at);
        continue;
      }
      const ids = known.get(kind) ?? new Map<string, string>();
      known.set(kind, ids);
      if (typeof words === 'string' || !ids.has(field))
        ids.set(field, typeof words === 'string' ? words : '');
    }
  };
  for (const value of values) collect(value, []);
  return known;
}
const WORDS = new Set(['question_text', 'name', 'representative']);
