import { useSyncExternalStore } from 'react';

const CHANGED = 'chart-inspector.address';

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(CHANGED, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(CHANGED, listener);
  };
}

/** State in a query parameter of the page's URL; '' if the parameter is missing. */
export function useUrlState(name: string): readonly [string, (value: string) => void] {
  const search = useSyncExternalStore(subscribe, () => window.location.search);
  const set = (value: string) => {
    const url = new URL(window.location.href);
    if (value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    // Keep the history state, because the app's router stores its own data there.
    window.history.replaceState(window.history.state, '', url);
    window.dispatchEvent(new Event(CHANGED));
  };
  return [new URLSearchParams(search).get(name) ?? '', set];
}
