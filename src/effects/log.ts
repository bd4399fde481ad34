/** Logs an error to the browser's console; players never see it. */
export function logFault(where: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the only place that logs: a browser has no other log
  console.error(`[${where}]`, error);
}
