import { postingsInSteps } from './postings.ts';
import type { Reading } from './readings.ts';
import { consonantsOf, greekWaysOf, romanised, skeletonOf, spellingsOf } from './romanising.ts';
import type { ShortForm } from './short-form.ts';
import type { Steps } from './steps.ts';

/** Fewer consonants are of too many words. */
const MIN_CONSONANTS = 3;
/** Of so many letters all that sound so are spellings of one name: 'Rachmaninov' and 'Rachmaninoff'. */
const MIN_LONG = 6;

const isLatin = (text: string): boolean => !/[^\P{L}\p{Script=Latin}]/u.test(text);
const isGreek = (text: string): boolean => /\p{Script=Greek}/u.test(text);
/** Scripts in which few vowels are written. */
const isAbjad = (text: string): boolean => /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text);
/** Scripts that write other vowels than Latin spelling does. */
const isLoose = (text: string): boolean => /[\p{Script=Hangul}\p{Script=Katakana}]/u.test(text);

/** 'Пушкин' and 'Pushkin', 'すし' and 'sushi', '삼성' and 'Samsung': by sound, between scripts alone. */
export function* otherScriptsInSteps(readings: readonly Reading[]): Steps<ShortForm[]> {
  const isNeeded = readings.some(({ key }) => !isLatin(key));
  const skeletonsOf = ({ key, value }: Reading): readonly string[] => {
    if (value !== null || !isNeeded) return [];
    const ways = isGreek(key) ? greekWaysOf(key) : [key];
    const latin = ways.map((way) => romanised(way) ?? '').filter((way) => way !== '');
    return latin.flatMap((way) => (isLatin(key) ? [way] : spellingsOf(way))).map(skeletonOf);
  };
  const consonantsIn = (reading: Reading): readonly string[] =>
    skeletonsOf(reading)
      .slice(0, 1)
      .map(consonantsOf)
      .filter((consonants) => consonants.length >= MIN_CONSONANTS);
  const bySkeleton = yield* postingsInSteps(readings, skeletonsOf);
  const byConsonants = yield* postingsInSteps(readings, consonantsIn);
  /** The others that sound so, those in Latin letters if there are such. */
  const same = (reading: Reading): readonly number[] => {
    const others = skeletonsOf(reading)
      .map((skeleton) => (bySkeleton.get(skeleton) ?? []).filter(isOther(reading)))
      .find((found) => found.length > 0);
    const latin = others?.filter(isInLatin) ?? [];
    return latin.length > 0 ? latin : (others ?? []);
  };
  const isOther = (reading: Reading) => (position: number) =>
    readings[position]?.key !== reading.key;
  const isInLatin = (position: number) => isLatin(readings[position]?.key ?? '');
  const isLong = (reading: Reading) => (skeletonsOf(reading)[0] ?? '').length >= MIN_LONG;
  return [
    {
      reason: 'spelling',
      isMutual: true,
      hostsOf: (reading) =>
        isLatin(reading.key) || isAbjad(reading.key) || !isLong(reading) ? [] : same(reading),
    },
    {
      reason: 'spelling',
      hostsOf: (reading) => {
        if (isLatin(reading.key)) return [];
        const hosts = isAbjad(reading.key) ? [] : same(reading);
        if (hosts.length > 0) return hosts;
        return isAbjad(reading.key) || isLoose(reading.key)
          ? consonantsIn(reading)
              .flatMap((consonants) => byConsonants.get(consonants) ?? [])
              .filter((position) => isOther(reading)(position) && isInLatin(position))
          : [];
      },
    },
  ];
}
