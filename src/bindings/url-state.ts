import { useSearchParams } from 'react-router-dom';

const PAGE = 'page';

/**
 * Search, filter, order and page live in the address, so that links and Back work. `fallback` is what
 * an address without the parameter means; setting it removes the parameter. Anything but another page
 * begins at the first one.
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
        if (name !== PAGE) after.delete(PAGE);
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
