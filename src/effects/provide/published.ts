import type { PublicConfig } from '#machines/admin/site-calls.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { publishedMachine } from '#machines/connection/published.ts';
import type { Runtime } from '../runtime.ts';
import { promiseActor } from './effect.ts';

export const providePublished = ({ call }: Runtime) =>
  publishedMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: null }, PublicConfig>((_, signal) =>
        call('config', {}, { fallback: MESSAGES.unexpected }, signal),
      ),
    },
  });
