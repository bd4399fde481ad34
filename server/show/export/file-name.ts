/** Maximum number of characters of a title in a file name. */
const MOST = 80;

/**
 * The name of a file about a show, `<title>-<day>`, in letters and digits of any script, which are safe on every system.
 */
export function fileName(title: string, day: string): string {
  const safe = title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return `${Array.from(safe).slice(0, MOST).join('').replace(/-$/, '') || 'show'}-${day}`;
}
