import { createContext, type ReactNode, use, useMemo } from 'react';
import { AUDIENCES } from '#machines/contract/roles.ts';
import type { SeenActor } from './seen.ts';

/* A release window is called by its game session and audience: whoever looks wants its question. */

type Texts = ReadonlyMap<string, string>;
const Texts = createContext<Texts>(new Map());

export interface NamesProps {
  /** The actors whose contexts know of questions. */
  readonly actors: ReadonlyMap<string, Pick<SeenActor, 'now'>> | null;
  readonly children: ReactNode;
}
/** Lets what is within call release windows by the question that the actors know. */
export function Names({ actors, children }: NamesProps) {
  const outer = use(Texts);
  const texts = useMemo(
    () =>
      new Map([
        ...outer,
        ...[...(actors?.values() ?? [])].flatMap(({ now }) => textsOf(now.context)),
      ]),
    [outer, actors],
  );
  return <Texts value={texts}>{children}</Texts>;
}

/** What an actor is called on the page, by its own name. */
export function useNames(): (name: string) => string {
  const texts = use(Texts);
  return (name) => {
    const [gameSessionId = '', audience, ...more] = name.split(' ');
    const text = texts.get(gameSessionId);
    return text !== undefined && more.length === 0 && AUDIENCES.some((each) => each === audience)
      ? `${text} (${audience})`
      : name;
  };
}

type Named = readonly [gameSessionId: string, text: string];
/** A context is looked through once: it never changes. */
const known = new WeakMap<object, readonly Named[]>();
function textsOf(context: unknown): readonly Named[] {
  if (typeof context !== 'object' || context === null) return [];
  const found = known.get(context) ?? textsIn(context);
  known.set(context, found);
  return found;
}
/** The texts of the questions within a value, by their game sessions. */
function textsIn(value: unknown): readonly Named[] {
  if (typeof value !== 'object' || value === null) return [];
  const own: Named[] =
    'game_session_id' in value && 'question_text' in value
      ? [[String(value.game_session_id), String(value.question_text)]]
      : [];
  return [...own, ...Object.values(value).flatMap(textsIn)];
}
