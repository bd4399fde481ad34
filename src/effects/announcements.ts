import { BANNER_MS } from '#machines/contract/limits.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { type Timers, TIMERS } from './timers.ts';

/** The banner and announcement shown over any screen. */
export interface AnnouncementsState {
  readonly banner: Pick<EmittedEventOf<'banner'>, 'text' | 'tone'> | null;
  /** For screen readers. */
  readonly polite: string;
  readonly assertive: string;
}

export interface Announcements {
  readonly state: () => AnnouncementsState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly showBanner: (banner: EmittedEventOf<'banner'>) => void;
  readonly announce: (announcement: EmittedEventOf<'announce'>) => void;
  /** Removes banner and announcements. */
  readonly hush: () => void;
}

const NOTHING: AnnouncementsState = { banner: null, polite: '', assertive: '' };

/** A live region only announces changes, so an invisible character is appended to every second repetition of a text. */
const anew = (text: string, before: string | undefined): string =>
  text !== '' && before === text ? `${text}\u00A0` : text;

/** Holds the banner, which disappears after 3 s, and the texts of the live regions. */
export function createAnnouncements(timers: Timers = TIMERS): Announcements {
  const listeners = new Set<() => void>();
  let state = NOTHING;
  let bannerTimer: number | undefined;

  const become = (change: Partial<AnnouncementsState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    showBanner: ({ text, tone }) => {
      timers.clearTimeout(bannerTimer);
      bannerTimer = timers.setTimeout(() => become({ banner: null }), BANNER_MS);
      const words = anew(text, state.banner?.text);
      become({ banner: { text: words, ...(tone === undefined ? {} : { tone }) } });
    },
    announce: ({ text, urgent }) => {
      const region = urgent === true ? 'assertive' : 'polite';
      become({ [region]: anew(text, state[region]) });
    },
    hush: () => {
      timers.clearTimeout(bannerTimer);
      become(NOTHING);
    },
  };
}
