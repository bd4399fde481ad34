/* Polyfills of two functions; no maintained package offers only these. */

/** A signal that aborts with the first of `signals`. */
function any(signals: Iterable<AbortSignal>): AbortSignal {
  const all = [...signals];
  const controller = new AbortController();
  const abort = (): void => {
    for (const each of all) each.removeEventListener('abort', abort);
    controller.abort(all.find(({ aborted }) => aborted)?.reason);
  };
  if (all.some(({ aborted }) => aborted)) abort();
  else for (const each of all) each.addEventListener('abort', abort);
  return controller.signal;
}

/** A signal that aborts after a number of milliseconds. */
function timeout(ms: number): AbortSignal {
  const controller = new AbortController();
  const end = new DOMException('The operation timed out.', 'TimeoutError');
  setTimeout(() => controller.abort(end), ms);
  return controller.signal;
}

if (!('any' in AbortSignal)) Object.assign(AbortSignal, { any });
if (!('timeout' in AbortSignal)) Object.assign(AbortSignal, { timeout });
