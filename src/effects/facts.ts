import { Actor, type AnyActor, type EventObject, type InspectionEvent } from 'xstate';
import type { Fact } from '#machines/kit/facts.ts';
import type { Chimes } from './chime.ts';
import type { Navigation } from './navigation.ts';
import type { Stage } from './stage.ts';

interface Performers {
  readonly navigation: Navigation;
  readonly chimes: Chimes;
  readonly stage: Stage;
  readonly log: (where: string, error: unknown) => void;
}

/** The one listener: does what charts ask for, whichever chart it is. */
export const createPerformer =
  ({ navigation, chimes, stage, log }: Performers) =>
  (fact: Fact): void => {
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

const FACTS: Readonly<Record<Fact['type'], true>> = {
  navigate: true,
  chime: true,
  banner: true,
  announce: true,
  hush: true,
  fault: true,
};
/** Charts emit other things too; what has the name of a fact is one, as their types make sure. */
export const isFact = (emitted: EventObject): emitted is Fact => Object.hasOwn(FACTS, emitted.type);

interface Hearers {
  readonly perform: (fact: Fact) => void;
  readonly inspect: (event: InspectionEvent) => void;
}

/**
 * As `inspect` of an actor: performs the facts of that actor and of every actor below it, from the moment
 * it is made; `inspect` hears everything.
 */
export const hearFacts =
  ({ perform, inspect }: Hearers) =>
  (event: InspectionEvent): void => {
    inspect(event);
    if (event.type !== '@xstate.actor' || !(event.actorRef instanceof Actor)) return;
    const actor: AnyActor = event.actorRef;
    actor.on('*', (emitted) => {
      if (isFact(emitted)) perform(emitted);
    });
  };
