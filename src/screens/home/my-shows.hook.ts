import { useSelector } from '@xstate/react';
import { type MyShow, selectMyShows } from '#machines/show/my-shows.ts';
import { useScreen } from '#src/bindings/screen.ts';
import { provideMyShows } from './my-shows.ports.ts';

/** The shows that the reader has joined; empty until they are loaded. */
export const useMyShows = (): readonly MyShow[] =>
  useSelector(useScreen(provideMyShows, { query: null, random: Math.random }), selectMyShows);
