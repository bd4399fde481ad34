import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A text, how many gave it, and the group that it belongs to. */
export type GoldText = { readonly text: string; readonly count: number; readonly gold: string };

/** A question with the groups that its answers belong to. */
export type Round = {
  readonly kind: string;
  /** Rules are developed on the rounds that are 'tuned'; the others are only scored. */
  readonly half: 'tuned' | 'blind';
  readonly question: string;
  readonly language: string;
  readonly texts: readonly GoldText[];
};

/** A group per string, its texts between bars, each with its count after a cross if it is known and not 1. */
const roundLine = z.object({
  kind: z.string(),
  half: z.enum(['tuned', 'blind']),
  question: z.string(),
  groups: z.array(z.string()),
});

const COUNT = ' ×';

/** How often a text is given where counts are not known: few groups, and few spellings of each, are frequent (Zipf's law). */
const LARGEST = 40;
const zipf = (group: number, place: number): number =>
  Math.max(1, Math.round(LARGEST / ((group + 1) * (place + 1))));

function readRounds(file: string, language = 'en'): Round[] {
  const lines = z
    .array(roundLine)
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')));
  const areCounted = lines.some(({ groups }) => groups.some((group) => group.includes(COUNT)));
  return lines.map(({ groups, ...round }) => ({
    ...round,
    language,
    texts: groups.flatMap((group, gold) =>
      group.split(' | ').map((given, place) => {
        const [text = '', count = '1'] = given.split(COUNT);
        return {
          text,
          gold: String(gold),
          count: areCounted ? Number(count) : zipf(gold, place),
        };
      }),
    ),
  }));
}

/** Invented answers, of the kinds that text matching is weakest at. */
export const INVENTED_ROUNDS = readRounds('invented-rounds.json');

/** Rounds by name: those in German and Spanish, and the typed ones, as an audience types on phones. */
export const ROUNDS = new Map([
  ['invented', INVENTED_ROUNDS],
  ['typed', readRounds('typed-rounds.json')],
  ['de', readRounds('invented-rounds.de.json', 'de')],
  ['es', readRounds('invented-rounds.es.json', 'es')],
]);
