import { NEGATIONS } from './empty-words.ts';

/** Those that say only that what follows is not so; 'never', 'nobody' and 'nothing' say more. */
const BARE: ReadonlySet<string> = new Set(['no', 'not', 'non', 'without']);

const IRREGULAR = new Map([
  ['cant', 'can'],
  ['cannot', 'can'],
  ['wont', 'will'],
  ['shant', 'shall'],
  ['aint', 'is'],
]);

/** 'do' and 'not' for 'dont', 'can' and 'not' for 'unable to'. */
export function withNegationsApart(tokens: readonly string[]): readonly string[] {
  if (!tokens.some((token) => NEGATIONS.has(token) || token === 'able' || token === 'unable'))
    return tokens;
  const apart: string[] = [];
  for (const [at, token] of tokens.entries()) {
    const isAbility = tokens[at + 1] === 'to';
    if (isAbility && token === 'able') apart.push('can');
    else if (isAbility && token === 'unable') apart.push('can', 'not');
    else if (!(token === 'to' && /^(?:un)?able$/.test(tokens[at - 1] ?? '')))
      apart.push(...verbAndNot(token));
  }
  return apart;
}

function verbAndNot(token: string): readonly string[] {
  if (!NEGATIONS.has(token)) return [token];
  const verb = IRREGULAR.get(token) ?? /^(.+)nt$/.exec(token)?.[1];
  return verb === undefined ? [token] : [verb, 'not'];
}

export const isBareNegation = (token: string): boolean => BARE.has(token);

/** What a word says is not so: 'locked' for 'unlocked', 'vegetarian' for 'nonvegetarian'; null for others. */
export function negatedBy(word: string, isWord: (word: string) => boolean): string | null {
  const match = /^un(.{3,}(?:ed|able|ible))$|^non(.{4,})$/.exec(word);
  const positive = match?.[1] ?? match?.[2];
  return positive !== undefined && isWord(positive) ? positive : null;
}
