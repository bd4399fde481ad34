export interface WakeLock {
  /** Whether the browser supports wake locks; on plain http it does not. */
  readonly isThere: boolean;
  /** Keeps the screen awake until `release`. Must be called in a tap. Does nothing without support. */
  readonly acquire: () => void;
  readonly release: () => void;
}

interface Sentinel {
  readonly released: boolean;
  readonly release: () => Promise<void>;
}
/** A navigator that may have no wake lock. */
interface Wakeful {
  readonly wakeLock?: { readonly request: (type: 'screen') => Promise<Sentinel> };
}

/** The browser releases the lock when the page is hidden; it is taken again when visible. */
export function createWakeLock(device: Wakeful, page: Document): WakeLock {
  let isWanted = false;
  let sentinel: Sentinel | null = null;

  async function request(): Promise<void> {
    if (!isWanted || page.visibilityState !== 'visible' || (sentinel && !sentinel.released)) return;
    try {
      const taken = await device.wakeLock?.request('screen');
      // `release` may have been called while the request was pending.
      if (isWanted) sentinel = taken ?? null;
      else await taken?.release();
    } catch {
      // Refused because of a low battery or a policy: the screen sleeps as usual.
    }
  }
  const retake = () => void request();

  return {
    isThere: device.wakeLock !== undefined,
    acquire: () => {
      isWanted = true;
      page.addEventListener('visibilitychange', retake);
      // Requested again on each call, as this call may be in a tap.
      retake();
    },
    release: () => {
      isWanted = false;
      page.removeEventListener('visibilitychange', retake);
      void sentinel?.release();
      sentinel = null;
    },
  };
}
