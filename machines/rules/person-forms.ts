import type { Knowledge } from './knowledge.ts';
import { type NameFit, nameFit, type PersonName } from './persons.ts';
import { type Postings, postingsInSteps } from './postings.ts';
import type { Reading } from './readings.ts';
import type { ShortForm } from './short-forms.ts';
import type { Steps } from './steps.ts';

/** The most given names that a shorter form of a name has. */
const MAX_GIVEN = 5;

/** First names that are the same in full, then shorter ones, the longest of them first. */
export function* personNamesInSteps(
  readings: readonly Reading[],
  knowledge: Knowledge,
): Steps<ShortForm[]> {
  const bySurname = yield* postingsInSteps(readings, ({ person }) =>
    person === null || person.given.length === 0 ? [] : [person.surname.sound],
  );
  const byFirst = yield* postingsInSteps(readings, ({ person }) =>
    (person?.given ?? []).slice(0, 1).map(({ text }) => text),
  );
  const fitting = (own: PersonName, fit: NameFit) =>
    (bySurname.get(own.surname.sound) ?? []).filter((position) => {
      const other = readings[position]?.person ?? null;
      return other !== null && nameFit(own, other, knowledge) === fit;
    });
  const full: ShortForm = {
    reason: 'spelling',
    isMutual: true,
    hostsOf: ({ person }) =>
      person === null || person.given.length === 0 ? [] : fitting(person, 'full'),
  };
  const shorter = Array.from({ length: MAX_GIVEN + 1 }, (_, index): ShortForm => {
    const given = MAX_GIVEN - index;
    return {
      reason: 'short-form',
      isPersonal: true,
      hostsOf: ({ person }) =>
        person === null || person.given.length !== given ? [] : fitting(person, 'shorter'),
    };
  });
  return [full, ...shorter, firstNames(byFirst, bySurname, knowledge)];
}

/** 'Michelangelo': the first name of one person, and nobody's surname. */
function firstNames(byFirst: Postings, bySurname: Postings, knowledge: Knowledge): ShortForm {
  return {
    reason: 'short-form',
    hostsOf: ({ tokens, person }) => {
      const [word, ...others] = tokens;
      const isFirst = word !== undefined && others.length === 0 && knowledge.isGivenName(word);
      if (!isFirst || bySurname.has(person?.surname.sound ?? '')) return [];
      return byFirst.get(word) ?? [];
    },
  };
}
