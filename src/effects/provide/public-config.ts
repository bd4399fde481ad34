import { m } from 'messages';
import type { PublicConfig } from '#machines/admin/site-calls.ts';
import { publicConfigMachine } from '#machines/connection/public-config.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { promiseActor } from './effect.ts';

export const providePublicConfig = ({ call }: Runtime) =>
  publicConfigMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: null }, PublicConfig>((_, signal) =>
        call('config', {}, { fallback: m.unexpected() }, signal),
      ),
    },
  });
