import { useSearchParams } from 'react-router-dom';
import { MAX_PAGE } from '#machines/contract/limits.ts';

const PAGE = 'page';
/** What changes nothing of what is listed. */
const ASIDE = new Set([PAGE, 'keys']);

/**
 * Search, filter, order and page live in the address, so that links and Back work. `fallback` is what
 * an address without the parameter means; setting it removes the parameter. Another search, filter or
 * order begins at the first page.
 */
export function useUrlState(
  name: string,
  fallback = '',
): readonly [string, (value: string) => void] {
  const [search, setSearch] = useSearchParams();
  const set = (value: string) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === fallback) after.delete(name);
        else after.set(name, value);
        if (!ASIDE.has(name)) after.delete(PAGE);
        return after;
      },
      { replace: true },
    );
  return [search.get(name) ?? fallback, set];
}

/** One of `choices`, the first unless the address names another. */
export function useUrlChoice<const T extends string>(
  name: string,
  choices: readonly [T, ...T[]],
): readonly [T, (value: T) => void] {
  const [first] = choices;
  const [value, set] = useUrlState(name, first);
  return [choices.find((choice) => choice === value) ?? first, set];
}

/** The page that an address names, from 1; the first where it names none. */
export const pageIn = (text: string): number =>
  Math.min(Math.max(1, Math.floor(Number(text)) || 1), MAX_PAGE);
