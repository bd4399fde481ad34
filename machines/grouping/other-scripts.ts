import { postingsInSteps } from './postings.ts';
import type { Reading } from './readings.ts';
import { consonantsOf, romanised, skeletonOf } from './romanising.ts';
import type { ShortForm } from './short-form.ts';
import type { Steps } from './steps.ts';

/** Fewer consonants are of too many words. */
const MIN_CONSONANTS = 3;

const isLatin = (text: string): boolean => !/[^\P{L}\p{Script=Latin}]/u.test(text);
/** Scripts in which few vowels are written. */
const isAbjad = (text: string): boolean => /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text);
/** Scripts that write other vowels than Latin spelling does. */
const isLoose = (text: string): boolean => /[\p{Script=Hangul}\p{Script=Katakana}]/u.test(text);

/** 'Пушкин' and 'Pushkin', 'すし' and 'sushi', '삼성' and 'Samsung': by sound, between scripts alone. */
export function* otherScriptsInSteps(readings: readonly Reading[]): Steps<ShortForm> {
  const isNeeded = readings.some(({ key }) => !isLatin(key));
  const soundsOf = ({ key, value }: Reading): readonly string[] => {
    const latin = value === null && isNeeded ? romanised(key) : null;
    if (latin === null || latin === '') return [];
    const skeleton = skeletonOf(latin);
    const consonants = consonantsOf(skeleton);
    return [skeleton, ...(consonants.length < MIN_CONSONANTS ? [] : [`${consonants}.`])];
  };
  const bySound = yield* postingsInSteps(readings, soundsOf);
  return {
    reason: 'spelling',
    hostsOf: (reading) => {
      if (isLatin(reading.key)) return [];
      const [skeleton = '', consonants = ''] = soundsOf(reading);
      const others = (sound: string) =>
        (bySound.get(sound) ?? []).filter((position) => readings[position]?.key !== reading.key);
      const latin = (positions: readonly number[]) =>
        positions.filter((position) => isLatin(readings[position]?.key ?? ''));
      const same = isAbjad(reading.key) ? [] : others(skeleton);
      if (same.length > 0) return latin(same).length > 0 ? latin(same) : same;
      return isAbjad(reading.key) || isLoose(reading.key) ? latin(others(consonants)) : [];
    },
  };
}
