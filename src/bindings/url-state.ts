import { useSearchParams } from 'react-router-dom';
import { MAX_PAGE } from '#machines/contract/limits.ts';

const PAGE = 'page';
/** Parameters that do not change which rows are listed. */
const ASIDE = new Set([PAGE, 'keys']);

/**
 * Keeps search, filter, order and page in the URL, so that links and Back work. `fallback` is the value without the
 * parameter; setting it removes the parameter. A change of search, filter or order returns to the first page.
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

/** A choice in the URL: one of `choices`, by default the first. */
export function useUrlChoice<const T extends string>(
  name: string,
  choices: readonly [T, ...T[]],
): readonly [T, (value: T) => void] {
  const [first] = choices;
  const [value, set] = useUrlState(name, first);
  return [choices.find((choice) => choice === value) ?? first, set];
}

/** The page in the URL, from 1; the first by default. */
export const pageIn = (text: string): number =>
  Math.min(Math.max(1, Math.floor(Number(text)) || 1), MAX_PAGE);
