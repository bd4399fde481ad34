import type { JoinActor } from '#machines/show/join.ts';
import { useScreen } from '#src/bindings/screen.ts';
import { newId } from '#src/effects/random.ts';
import { provideJoin } from './ports.ts';

export const useJoin = (code: string, hasAccount: boolean): JoinActor =>
  useScreen(provideJoin, { code, hasAccount, newId });
