import { createContext, type ReactNode, use, useMemo } from 'react';
import { useApp } from '../app.tsx';
import type { SeenActor } from './seen.ts';

type NameOf = (name: string) => string;
const Names = createContext<NameOf>((name) => name);

export interface NamesProps {
  /** Actors in whose contexts the app may look for names. */
  readonly actors: ReadonlyMap<string, Pick<SeenActor, 'now'>> | null;
  readonly children: ReactNode;
}
/** Provides the app's names of actors to all components inside. */
export function ActorNames({ actors, children }: NamesProps) {
  const outer = use(Names);
  const { namesIn } = useApp();
  const nameOf = useMemo((): NameOf => {
    if (namesIn === undefined) return outer;
    const inner = namesIn([...(actors?.values() ?? [])].map(({ now }) => now.context));
    return (name) => inner(outer(name));
  }, [actors, namesIn, outer]);
  return <Names value={nameOf}>{children}</Names>;
}

/** Returns the function that translates an actor's id to the name to show. */
export const useNames = (): NameOf => use(Names);
