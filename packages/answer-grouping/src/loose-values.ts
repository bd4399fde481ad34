import type { Asked } from './asked.ts';
import { MODIFIERS } from './empty-words.ts';
import { postingsInSteps } from './postings.ts';
import type { Reading } from './readings.ts';
import type { ShortForm } from './short-form.ts';
import type { Steps } from './steps.ts';

/** '12' and '12 inches', and where a number is asked for '216 countries and territories'. */
export function* bareFiguresInSteps(
  readings: readonly Reading[],
  { kind }: Asked,
): Steps<ShortForm> {
  const byFigures = yield* postingsInSteps(readings, ({ value, tokens }) => {
    if (value !== null) return value.figures === undefined ? [] : [value.figures];
    const [first = '', ...others] = tokens;
    return kind === 'count' && others.every((token) => !/\d/.test(token) && !MODIFIERS.has(token))
      ? [first]
      : [];
  });
  return {
    reason: 'number',
    hostsOf: ({ value }) => (value?.kind === 'number' ? (byFigures.get(value.text) ?? []) : []),
  };
}

const HALF_DAY = 720;

/** '10/9/2001' and '10 September 2001'; '10:30' and '10:30 pm'. */
export function* otherDatesInSteps(readings: readonly Reading[]): Steps<ShortForm> {
  const byText = yield* postingsInSteps(readings, ({ value }) =>
    value === null || value.other !== undefined ? [] : [`${value.kind} ${value.text}`],
  );
  return {
    reason: 'number',
    hostsOf: ({ value }) => {
      if (value === null) return [];
      if (value.other !== undefined) {
        return byText.has(`date ${value.text}`) ? [] : (byText.get(`date ${value.other}`) ?? []);
      }
      if (!value.text.startsWith('?')) return [];
      const minutes = Number(value.text.slice(1)) % HALF_DAY;
      return [minutes, minutes + HALF_DAY].flatMap((each) => byText.get(`time ${each}`) ?? []);
    },
  };
}
