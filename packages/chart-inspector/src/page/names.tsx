import { createContext, type ReactNode, use, useMemo } from 'react';
import { useApp } from '../app.tsx';
import type { SeenActor } from './seen.ts';

type NameOf = (name: string) => string;
const Names = createContext<NameOf>((name) => name);

export interface NamesProps {
  /** The actors whose contexts the app may read names from. */
  readonly actors: ReadonlyMap<string, Pick<SeenActor, 'now'>> | null;
  readonly children: ReactNode;
}
/** Lets everything inside name actors as the app does. */
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

/** Returns the names of actors on the page, by their own ids. */
export const useNames = (): NameOf => use(Names);
