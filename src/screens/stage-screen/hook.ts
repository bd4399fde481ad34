import { timeText } from 'messages/format';
import { useSelector } from '@xstate/react';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { linkKeyOf } from '#machines/account/rules/access.ts';
import type { StageScreenActor } from '#machines/show/stage-screen.ts';
import {
  selectQuestionStep,
  selectScene,
  selectShow,
  type StageActor,
} from '#machines/show/stage.ts';
import { followLanguage } from '#src/effects/choose-language.ts';
import { createShowSound } from '#src/effects/show-sound.ts';
import { type Opened, provideShow } from './ports.ts';
import { useCountdown, useNow } from '#src/bindings/countdown.ts';
import { useScreen } from '#src/bindings/screen.ts';

/** The volume of the page: 0 is off, 1 the maximum. */
export interface PageSound {
  readonly level: number;
  /** Must be called in a tap, as browsers block sound otherwise. */
  readonly setLevel: (level: number) => void;
}

/** How long the cursor and the controls stay visible after the last movement, ms. */
export const POINTER_ACTIVE_MS = 3_000;

export type { Opened };

/** What the page was opened with: the key of a link, or an admin's `?show=ID`. */
export function useOpened(): Opened {
  const { hash, search } = useLocation();
  const key = linkKeyOf(hash);
  return key === null ? { showId: new URLSearchParams(search).get('show') } : { key };
}

/** Plays the cues of the stage; returns the volume control. */
export function useShowSound(stage: StageActor | undefined): PageSound {
  const [sound] = useState(() => createShowSound(() => new AudioContext()));
  const level = useSyncExternalStore(sound.subscribe, sound.level);
  useEffect(() => {
    const heard = stage?.on('cue', ({ cue, semitones }) => sound.play(cue, semitones));
    return () => heard?.unsubscribe();
  }, [stage, sound]);
  return { level, setLevel: sound.setLevel };
}

/** Time from a release to its question's sound, ms: as long as the chime. */
const CHIME_MS = 600;

/**
 * The player of a question's sound, which plays once after each release of the question, until the question leaves the
 * middle of the stage. `level`: the volume of the page.
 */
export function useQuestionSound(
  id: string,
  stage: StageActor,
  level: number,
): RefObject<HTMLAudioElement | null> {
  const audio = useRef<HTMLAudioElement>(null);
  const isAsked = useSelector(
    stage,
    (snapshot) =>
      selectShow(snapshot)?.question?.media?.id === id &&
      selectScene(snapshot) !== 'survey' &&
      selectQuestionStep(snapshot) !== 'counting',
  );
  const isHeard = isAsked && level > 0;
  useEffect(() => {
    const { current: player } = audio;
    if (player !== null) player.volume = level;
    if (!isHeard) player?.pause();
  }, [isHeard, level]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const play = () => {
      const { current: player } = audio;
      if (player === null || player.volume === 0) return;
      player.currentTime = 0;
      // The browser may refuse until the page was tapped; the question is shown all the same.
      player.play().catch(() => {});
    };
    const heard = stage.on('cue', ({ cue }) => {
      if (cue !== 'release' || selectShow(stage.getSnapshot())?.question?.media?.id !== id) return;
      clearTimeout(timer);
      timer = setTimeout(play, CHIME_MS);
    });
    return () => {
      clearTimeout(timer);
      heard.unsubscribe();
    };
  }, [id, stage]);
  return audio;
}

/** The stage screen on a connection of its own, in the language of its show. */
export function useShow(opened: Opened): StageScreenActor {
  const now = useNow();
  const screen = useScreen((runtime) => provideShow(runtime, window, opened), {
    now,
    random: Math.random,
  });
  const language = useSelector(screen, ({ context }) => context.show?.language);
  useEffect(() => {
    if (language !== undefined) followLanguage(language);
  }, [language]);
  return screen;
}

/** The last instant that a date can have, a full second; epoch ms. */
const LAST_INSTANT_MS = 8.64e15;

/** The time of day by the server's clock, with seconds. */
export function useWallClock(): string {
  const left = useCountdown(LAST_INSTANT_MS) ?? 0;
  return timeText(LAST_INSTANT_MS - left * 1_000, { timeStyle: 'medium', hourCycle: 'h23' });
}

/** Whether the pointer was just moved or the page touched. */
export function usePointerActivity(): boolean {
  const [isStirring, setStirring] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stir = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setStirring(false), POINTER_ACTIVE_MS);
      setStirring(true);
    };
    for (const type of ['pointermove', 'pointerdown'])
      document.addEventListener(type, stir, { signal: listening.signal });
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, []);
  return isStirring;
}

const watchFullscreen = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/** Whether the page is full screen, and how to toggle that in a tap; `toggle` is null without support. */
export function useFullscreen() {
  const isFull = useSyncExternalStore(watchFullscreen, () => document.fullscreenElement !== null);
  const toggle = () => {
    // The browser may refuse, outside of a tap or by a policy: the page then stays as it is.
    const done = isFull
      ? document.exitFullscreen()
      : document.documentElement.requestFullscreen({ navigationUI: 'hide' });
    done.catch(() => {});
  };
  return { isFull, toggle: document.fullscreenEnabled ? toggle : null };
}
