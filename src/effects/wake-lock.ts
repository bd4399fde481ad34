export interface WakeLock {
  /**
   * Keeps the screen awake until `release`; to be called in a tap. `report` hears each time whether the browser grants
   * it: it does not on plain http, with a low battery, or under a policy.
   */
  readonly acquire: (report?: (isAwake: boolean) => void) => void;
  readonly release: () => void;
}

interface Sentinel {
  readonly released: boolean;
  readonly release: () => Promise<void>;
}
/** A navigator, which in some browsers has no wake lock. */
interface Wakeful {
  readonly wakeLock?: { readonly request: (type: 'screen') => Promise<Sentinel> };
}

/** The browser drops the lock whenever the page goes out of sight: it is taken again on return. */
export function createWakeLock(device: Wakeful, page: Document): WakeLock {
  let isWanted = false;
  let sentinel: Sentinel | null = null;
  let report: ((isAwake: boolean) => void) | undefined;

  async function request(): Promise<void> {
    if (!isWanted || page.visibilityState !== 'visible' || (sentinel && !sentinel.released)) return;
    try {
      const taken = await device.wakeLock?.request('screen');
      // Released again while the request was under way.
      if (isWanted) sentinel = taken ?? null;
      else await taken?.release();
      report?.(taken !== undefined);
    } catch {
      report?.(false);
    }
  }
  const retake = () => void request();

  return {
    acquire: (listener) => {
      isWanted = true;
      report = listener ?? report;
      page.addEventListener('visibilitychange', retake);
      // Asked for again, perhaps in a tap now.
      retake();
    },
    release: () => {
      isWanted = false;
      report = undefined;
      page.removeEventListener('visibilitychange', retake);
      void sentinel?.release();
      sentinel = null;
    },
  };
}
