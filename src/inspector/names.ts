import { AUDIENCES } from '#machines/contract/roles.ts';

type Question = readonly [gameSessionId: string, text: string];
/** The questions found in a context. Contexts are immutable, so each is searched only once. */
const known = new WeakMap<object, readonly Question[]>();

/** Names actors: a release window's id, 'session audience', becomes its question and audience. */
export function showNamesIn(contexts: readonly unknown[]): (name: string) => string {
  const texts = new Map(contexts.flatMap(questionsOf));
  return (name) => {
    const [gameSessionId = '', audience, ...more] = name.split(' ');
    const text = texts.get(gameSessionId);
    return text !== undefined && more.length === 0 && AUDIENCES.some((each) => each === audience)
      ? `${text} (${audience})`
      : name;
  };
}

function questionsOf(context: unknown): readonly Question[] {
  if (typeof context !== 'object' || context === null) return [];
  const found = known.get(context) ?? questionsIn(context);
  known.set(context, found);
  return found;
}
function questionsIn(value: unknown): readonly Question[] {
  if (typeof value !== 'object' || value === null) return [];
  const own: Question[] =
    'game_session_id' in value && 'question_text' in value
      ? [[String(value.game_session_id), String(value.question_text)]]
      : [];
  return [...own, ...Object.values(value).flatMap(questionsIn)];
}
