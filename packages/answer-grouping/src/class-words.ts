import { CLASS_WORDS, FILLERS, FIRM_CLASS_WORDS, REALMS, STATES } from './empty-words.ts';
import type { Knowledge } from './knowledge/knowledge.ts';
import { postingsInSteps } from './postings.ts';
import type { Reading } from './readings.ts';
import type { ShortForm } from './short-form.ts';
import { stemOf } from './stems.ts';
import type { Steps } from './steps.ts';

/** 'Mughals' and 'Mughal Empire'; but 'flag' is not 'flag pole'. */
export function* classWordsInSteps(
  readings: readonly Reading[],
  knowledge: Knowledge,
): Steps<ShortForm> {
  const byCore = yield* postingsInSteps(readings, ({ tokens }) => {
    const classWords = tokens.filter(isClassWord);
    if (classWords.length === 0) return [];
    const isFirm = classWords.every((token) => FIRM_CLASS_WORDS.has(token));
    const isState = classWords.every((token) => STATES.has(token));
    const core = stemsOf(
      tokens.filter((token) => !isClassWord(token) && !FILLERS.has(token)),
      knowledge,
    );
    return [`${isFirm ? 'firm:' : ''}${core}`, ...(isState ? [`state:${core}`] : [])];
  });
  return {
    reason: 'short-form',
    hostsOf: (reading) => {
      if (reading.value !== null) return [];
      const own = stemsOf(reading.tokens, knowledge);
      // Mexico is neither Mexico City nor the Gulf of Mexico.
      if (reading.meanings.some(({ kind }) => kind === 'country' || kind === 'region')) {
        return byCore.get(`state:${own}`) ?? [];
      }
      const firm = byCore.get(`firm:${own}`) ?? [];
      return isCommon(reading, knowledge) ? firm : [...firm, ...(byCore.get(own) ?? [])];
    },
  };
}

/** 'Ming dynasty' and 'Ming empire'. */
export function* realmsInSteps(
  readings: readonly Reading[],
  knowledge: Knowledge,
): Steps<ShortForm> {
  const coreOf = ({ tokens }: Reading) =>
    tokens.length > 1 && REALMS.has(tokens.at(-1) ?? '')
      ? [stemsOf(tokens.slice(0, -1), knowledge)]
      : [];
  const byCore = yield* postingsInSteps(readings, coreOf);
  return {
    reason: 'short-form',
    isMutual: true,
    hostsOf: (reading) => coreOf(reading).flatMap((core) => byCore.get(core) ?? []),
  };
}

const isClassWord = (word: string): boolean => CLASS_WORDS.has(word) || FIRM_CLASS_WORDS.has(word);

const stemsOf = (tokens: readonly string[], knowledge: Knowledge): string =>
  tokens.map((word) => stemOf(word, knowledge.isWord)).join(' ');

/** Whether it is a common noun, as far as is known. */
function isCommon({ tokens, meanings }: Reading, knowledge: Knowledge): boolean {
  const first = meanings.find(({ rank }) => rank === 0);
  if (first !== undefined) return first.kind === 'concept';
  return tokens.every((token) => knowledge.isWord(token) && !knowledge.isSurname(token));
}
