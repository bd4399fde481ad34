/** Where a window stores its inspection code, across reloads and navigation. */
export const CODE_KEY = 'inspect';

/** Whether this window may be inspected; the owner of the code decides on details. */
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
