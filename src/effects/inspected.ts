/** The session storage key under which a browser window keeps its inspection code. */
export const CODE_KEY = 'inspect';

/**
 * Whether this browser window may be inspected, so that the inspector's code is loaded; that code checks the details.
 */
export function isInspected(tab: Window): boolean {
  const { pathname, search } = tab.location;
  if (pathname.startsWith('/inspect') || search.includes('inspect=')) return true;
  try {
    return tab.sessionStorage.getItem(CODE_KEY) !== null;
  } catch {
    // Without storage the window is inspected for one page load only.
    return false;
  }
}
