import { SAMPLE_IDS } from './samples.ts';
import { isJsonObject, type Json } from './shape.ts';

/** Ids by what they are of, 'gamesession' for instance, each with what it is known by ('': nothing). */
export type KnownIds = ReadonlyMap<string, ReadonlyMap<string, string>>;
export const NO_IDS: KnownIds = new Map();

/** What the ids at a key are of, 'question' at 'question_id'; of a bare 'id' the key around says so. Null: no id. */
export function kindAt(path: readonly string[]): string | null {
  const [key = '', around = ''] = path.filter((each) => !/^\d+$/u.test(each)).toReversed();
  if (!/(?:^id|_id|Id)s?$/u.test(key)) return null;
  const kind = plain(key).replace(/ids?$/u, '');
  return kind === '' ? plain(around).replace(/s$/u, '') : kind;
}
const plain = (key: string): string => key.replaceAll('_', '').toLowerCase();

/** Every id within values of JSON, contexts of actors for instance. */
export function idsIn(values: Iterable<unknown>): KnownIds {
  const known = new Map<string, Map<string, string>>();
  const collect = (value: unknown, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    const fields: [string, unknown][] = Object.entries(value);
    const words = fields.find(([key]) => WORDS.has(key))?.[1];
    for (const [key, field] of fields) {
      const at = [...path, key];
      const kind = typeof field === 'string' && field !== '' ? kindAt(at) : null;
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

/** An example with ids that are known in place of its own. */
export function withKnownIds(example: Json, ids: KnownIds): Json {
  const idFor = (sample: string): string => {
    const kind = SAMPLE_IDS.get(sample);
    const [first = sample] = kind === undefined ? [] : (ids.get(kind)?.keys() ?? []);
    return first;
  };
  if (typeof example === 'string') return idFor(example);
  if (isJsonObject(example))
    return Object.fromEntries(
      Object.entries(example).map(([key, field]) => [idFor(key), withKnownIds(field, ids)]),
    );
  return Array.isArray(example) ? example.map((item) => withKnownIds(item, ids)) : example;
}
