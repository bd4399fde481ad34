import { Actor, type AnyActor, type EventObject, type InspectionEvent } from 'xstate';
import type { EmittedEvent } from '#machines/kit/emitted.ts';
import type { Chimes } from './chime.ts';
import type { Navigation } from './navigation.ts';
import type { Announcements } from './announcements.ts';

interface Performers {
  readonly navigation: Navigation;
  readonly chimes: Chimes;
  readonly announcements: Announcements;
  readonly log: (where: string, error: unknown) => void;
}

/** The one listener: does what charts ask for, whichever chart it is. */
export const createPerformer =
  ({ navigation, chimes, announcements: stage, log }: Performers) =>
  (fact: EmittedEvent): void => {
    switch (fact.type) {
      case 'navigate':
        navigation.go(fact.to);
        return;
      case 'chime':
        chimes.play(fact.cue);
        return;
      case 'banner':
        stage.showBanner(fact);
        return;
      case 'announce':
        stage.announce(fact);
        return;
      case 'hush':
        stage.hush();
        return;
      case 'fault':
        log(fact.where, fact.error);
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
/** Charts emit other things too; what has the name of a fact is one, as their types make sure. */
export const isPerformed = (emitted: EventObject): emitted is EmittedEvent =>
  Object.hasOwn(PERFORMED, emitted.type);

interface Listeners {
  readonly perform: (fact: EmittedEvent) => void;
  readonly inspect: (event: InspectionEvent) => void;
}

/**
 * As `inspect` of an actor: performs the facts of that actor and of every actor below it, from the moment
 * it is made; `inspect` hears everything.
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
