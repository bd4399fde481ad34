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

/** A parameter of the page's address, '' without one. */
export function useUrlState(name: string): readonly [string, (value: string) => void] {
  const search = useSyncExternalStore(subscribe, () => window.location.search);
  const set = (value: string) => {
    const url = new URL(window.location.href);
    if (value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    // A router keeps what it needs in the state.
    window.history.replaceState(window.history.state, '', url);
    window.dispatchEvent(new Event(CHANGED));
  };
  return [new URLSearchParams(search).get(name) ?? '', set];
}
