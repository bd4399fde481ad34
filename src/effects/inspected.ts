/** Where a window keeps the code under which it is inspected, over reloads and navigation. */
export const CODE_KEY = 'inspect';

/** Whether this window may be one that is inspected: whoever has the code for that looks closer. */
export function isInspected(tab: Window): boolean {
  const { pathname, search } = tab.location;
  if (pathname.startsWith('/inspect') || search.includes('inspect=')) return true;
  try {
    return tab.sessionStorage.getItem(CODE_KEY) !== null;
  } catch {
    // A browser that keeps nothing for us: its windows are inspected for one page load.
    return false;
  }
}
