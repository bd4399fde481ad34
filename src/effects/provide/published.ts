import type { PublicConfig } from '#machines/contract/calls.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { publishedMachine } from '#machines/published.ts';
import type { Runtime } from '../runtime.ts';
import { effect } from './effect.ts';

export const providePublished = ({ call }: Runtime) =>
  publishedMachine.provide({
    actors: {
      load: effect<{ readonly query: null }, PublicConfig>((_, signal) =>
        call('config', {}, { fallback: MESSAGES.unexpected }, signal),
      ),
    },
  });
