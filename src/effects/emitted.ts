import { Actor, type AnyActor, type EventObject, type InspectionEvent } from 'xstate';
import type { EmittedEvent } from '#machines/kit/emitted.ts';
import type { Chimes } from './chime.ts';
import type { Runtime } from './runtime.ts';
import type { Navigation } from './navigation.ts';
import type { Announcements } from './announcements.ts';

interface Performers {
  readonly navigation: Navigation;
  readonly chimes: Chimes;
  readonly announcements: Announcements;
  readonly log: (where: string, error: unknown) => void;
}

/** Performs the events that charts emit. */
export const createPerformer =
  ({ navigation, chimes, announcements, log }: Performers) =>
  (emitted: EmittedEvent): void => {
    switch (emitted.type) {
      case 'navigate':
        navigation.go(emitted.to, emitted.email);
        return;
      case 'chime':
        chimes.play(emitted.cue);
        return;
      case 'banner':
        announcements.showBanner(emitted);
        return;
      case 'announce':
        announcements.announce(emitted);
        return;
      case 'hush':
        announcements.hush();
        return;
      case 'fault':
        log(emitted.where, emitted.error);
    }
  };

const PERFORMED: Readonly<Record<EmittedEvent['type'], true>> = {
  navigate: true,
  chime: true,
  banner: true,
  announce: true,
  hush: true,
  fault: true,
};
/** Charts emit other events, too, but their types ensure that these names are only used for events to perform. */
export const isPerformed = (emitted: EventObject): emitted is EmittedEvent =>
  Object.hasOwn(PERFORMED, emitted.type);

interface Listeners {
  readonly perform: (emitted: EmittedEvent) => void;
  readonly inspect: (event: InspectionEvent) => void;
}

/**
 * An `inspect` option that performs what an actor and all actors below it emit, from their creation; forwards everything to
 * `inspect`.
 */
export const performEmitted =
  ({ perform, inspect }: Listeners) =>
  (event: InspectionEvent): void => {
    inspect(event);
    if (event.type !== '@xstate.actor' || !(event.actorRef instanceof Actor)) return;
    const actor: AnyActor = event.actorRef;
    actor.on('*', (emitted) => {
      if (isPerformed(emitted)) perform(emitted);
    });
  };

/** Options of every root actor: the page's timers and its inspector. */
export const rootOptions = (runtime: Pick<Runtime, 'timers' | 'perform' | 'inspect'>) => ({
  clock: runtime.timers,
  inspect: performEmitted(runtime),
});
export type RootOptions = ReturnType<typeof rootOptions>;
