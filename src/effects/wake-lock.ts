export interface WakeLock {
  /** Whether the browser has one: on plain http it does not. */
  readonly isThere: boolean;
  /** Keeps the screen awake until `release`; to be called in a tap. Harmless where it cannot be had. */
  readonly acquire: () => void;
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

  async function request(): Promise<void> {
    if (!isWanted || page.visibilityState !== 'visible' || (sentinel && !sentinel.released)) return;
    try {
      const taken = await device.wakeLock?.request('screen');
      // Released again while the request was under way.
      if (isWanted) sentinel = taken ?? null;
      else await taken?.release();
    } catch {
      // A low battery or a policy: the screen sleeps as it always did.
    }
  }
  const retake = () => void request();

  return {
    isThere: device.wakeLock !== undefined,
    acquire: () => {
      isWanted = true;
      page.addEventListener('visibilitychange', retake);
      // Asked for again, perhaps in a tap now.
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
