/** Says to whoever looks at the browser's console what went wrong and where; never to a player. */
export function logFault(where: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the one place: a browser has no other log
  console.error(`[${where}]`, error);
}
