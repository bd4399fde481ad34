import { acronymsInSteps, alternativesOf, innerAcronymsInSteps } from './acronyms.ts';
import { asidesInSteps } from './asides.ts';
import { classWordsInSteps, realmsInSteps } from './class-words.ts';
import { otherDatesInSteps, bareFiguresInSteps } from './loose-values.ts';
import { otherScriptsInSteps } from './other-scripts.ts';
import { personNamesInSteps } from './person-forms.ts';
import type { FindForm, ShortForm } from './short-form.ts';
import { postingsInSteps } from './postings.ts';
import { type About, type Reading, readText } from './readings.ts';
import type { Steps } from './steps.ts';

/** The ways, in the order in which they are tried; each builds on what those before have joined. */
export function* shortFormsInSteps(readings: readonly Reading[], about: About): Steps<ShortForm[]> {
  const byForm = yield* postingsInSteps(readings, ({ forms }) => forms.map(({ text }) => text));
  const find: FindForm = (key) =>
    readText({ key }, about).forms.flatMap((form) => byForm.get(form.text) ?? []);
  return [
    yield* bareFiguresInSteps(readings, about.asked),
    yield* otherDatesInSteps(readings),
    ...(yield* otherScriptsInSteps(readings)),
    ...(yield* personNamesInSteps(readings, about)),
    longForms(find, about),
    yield* acronymsInSteps(readings, about.knowledge),
    yield* innerAcronymsInSteps(readings, find, about.knowledge),
    yield* realmsInSteps(readings, about.knowledge),
    yield* classWordsInSteps(readings, about.knowledge),
    yield* asidesInSteps(readings, find, about.knowledge),
  ];
}

/** 'admin assistant' as 'administrative assistant', not 'administration assistant'. */
function longForms(find: FindForm, { knowledge }: About): ShortForm {
  const longFor = (token: string) => {
    const long = knowledge.longFormsOf(token);
    return long.length < 2 ? [] : long;
  };
  return {
    reason: 'short-form',
    hostsOf: ({ tokens }) =>
      tokens.length < 2 ? [] : alternativesOf(tokens, longFor).flatMap(find),
  };
}
