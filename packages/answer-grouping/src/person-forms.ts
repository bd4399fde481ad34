import { initialsOf, type NameFit, nameFit, type PersonName } from './persons.ts';
import { type Postings, postingsInSteps } from './postings.ts';
import type { About, Reading } from './readings.ts';
import type { ShortForm } from './short-form.ts';
import type { Steps } from './steps.ts';

/** The most given names that a shorter form of a name has. */
const MAX_GIVEN = 5;

/**
 * First names that are the same in full, then shorter ones: the longest of them first, and of these what is written
 * out, so that 'J. F. Kennedy' and 'John F. Kennedy' are not two names that the other may be short for.
 */
export function* personNamesInSteps(
  readings: readonly Reading[],
  about: About,
): Steps<ShortForm[]> {
  const { knowledge } = about;
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
    hostsOf: ({ person }) => (person === null ? [] : fitting(person, 'full')),
  };
  const shorter = upTo(MAX_GIVEN)
    .toReversed()
    .flatMap((given) =>
      upTo(given).map((initials): ShortForm => ({
        reason: 'short-form',
        isPersonal: true,
        hostsOf: ({ person }) =>
          person?.given.length === given && initialsOf(person) === initials
            ? fitting(person, 'shorter')
            : [],
      })),
    );
  return [full, ...shorter, firstNames(byFirst, bySurname, about)];
}

const upTo = (last: number): number[] => Array.from({ length: last + 1 }, (_, index) => index);

/** 'Michelangelo', 'Leia' where a person is asked for: the first name of one person, and nobody's surname. */
function firstNames(
  byFirst: Postings,
  bySurname: Postings,
  { knowledge, asked }: About,
): ShortForm {
  return {
    reason: 'short-form',
    hostsOf: ({ key, person }) => {
      const isSurname = person !== null && bySurname.has(person.surname.sound);
      const people = knowledge.meaningsOf(key).filter(({ kind }) => kind === 'person');
      const isFit = asked.kind === 'person' || people.length === 1;
      return isFit && knowledge.isGivenName(key) && !isSurname ? (byFirst.get(key) ?? []) : [];
    },
  };
}
