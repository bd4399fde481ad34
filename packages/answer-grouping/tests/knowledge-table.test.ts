import * as fc from 'fast-check';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { type Meaning, MEANING_KINDS, type MeaningKind } from '../src/knowledge/knowledge.ts';
import {
  type Entry,
  FLAG,
  FORM,
  readKnowledge,
  readTable,
  writeTable,
} from '../src/knowledge/table.ts';
import { textKey } from '../src/text.ts';
import { rows } from './rows.ts';

const FILE = inject('table');
const known = readKnowledge(FILE);

const idsOf = (phrase: string, kind?: MeaningKind) =>
  known
    .meaningsOf(textKey(phrase))
    .filter((meaning) => kind === undefined || meaning.kind === kind)
    .map(({ id }) => id);

const codes = (phrase: string, kind: MeaningKind) =>
  known
    .meaningsOf(phrase)
    .filter((meaning) => meaning.kind === kind)
    .map(({ isCode }) => isCode);

const share = (a: string, b: string, kind?: MeaningKind): boolean =>
  idsOf(a, kind).some((id) => idsOf(b, kind).includes(id));

describe('what grouping knows', () => {
  it.each(
    rows(`
    country = Germany = Deutschland ; country = Germany = DE ; country = Germany = DEU
    country = Germany = Γερμανία ; country = Germany = ألمانيا ; country = Germany = जर्मनी
    country = Germany = 德國 ; country = Germany = 🇩🇪 ; country = United States = U.S.A.
    country = Iran = Islamic Republic of Iran ; country = Netherlands = Kingdom of the Netherlands
    country = Турция = Türkiye ; country = Myanmar = Burma ; region = Massachusetts = MA
    region = Massachusetts = Bay State ; region = Ontario = ON ; region = New South Wales = NSW
    city = New York = New York City ; city = Mumbai = Bombay ; currency = Swiss franc = CHF
    currency = Swiss francs = Schweizer Franken ; currency = US dollar = $ ; currency = euro = €
    concept = pound = £ ; concept = dollar = $ ; language = Greek = Ελληνικά
    person = Newton = Sir Isaac Newton ; concept = sofa = couch ; concept = lawyer = attorney
    concept = dog = doggy ; concept = colour = color ; concept = cab = taxi ; concept = loo = restroom
    concept = mum = mom ; concept = film = movie ; concept = die = death ; concept = sick = sickness
    concept = hungry = hunger ; concept = disobey = disobedience
  `),
  )('has one %s in %s and %s', (name, a = '', b = '') => {
    expect(
      share(
        a,
        b,
        MEANING_KINDS.find((kind) => kind === name),
      ),
    ).toBe(true);
  });

  it.each(
    rows(`
    Austria = Australia ; Niger = Nigeria ; Slovakia = Slovenia
    Republic of China = People's Republic of China ; North Korea = Republic of Korea ; Mars = March
    house = horse ; sparrow = swallow ; diaper = serviette ; purple = violet ; build = building
    teach = teacher
  `),
  )('distinguishes %s and %s', (a = '', b = '') => {
    expect(idsOf(a)).not.toEqual([]);
    expect(idsOf(b)).not.toEqual([]);
    expect(share(a, b)).toBe(false);
  });

  it('prefers the everyday sense of everyday words', () => {
    for (const word of ['cab', 'pc', 'restroom']) expect(known.meaningsOf(word)[0]?.rank).toBe(0);
    expect(idsOf('cab')[0]).toBe(idsOf('taxi')[0]);
    expect(idsOf('mum')[0]).toBe(idsOf('mother')[0]);
  });

  it('excludes a sense whose initials differ from its acronym', () => {
    expect(share('chief executive officer', 'CEO')).toBe(true);
    expect(idsOf('chief operating officer')).toEqual([]);
  });

  it('marks plain codes', () => {
    expect(codes('de', 'country')).toEqual([true]);
    expect(codes('germany', 'country')).toEqual([false]);
    expect(codes('or', 'region')).toContain(true);
  });

  it('knows the location of places', () => {
    const placesOf = (city: string, kind: MeaningKind) =>
      idsOf(city, kind).map((id) => known.placeOf(id));
    expect(placesOf('Seattle', 'city')).toEqual(idsOf('Washington', 'region').slice(0, 1));
    expect(placesOf('Massachusetts', 'region')).toEqual(idsOf('USA', 'country'));
    expect(new Set(placesOf('Springfield', 'city')).size).toBeGreaterThan(2);
    expect(placesOf('USA', 'country')).toEqual([null]);
  });

  it.each(
    rows(`
    buses = bus ; babies = baby ; jumped = jump ; 🐶 = dog
    🍕 = pizza
  `),
  )('has a plain form of %s: %s', (form = '', plain = '') => {
    expect(known.plainForm(textKey(form))).toBe(plain);
  });

  it.each(['glasses', 'building', 'mars', 'us', 'dog', 'nosuchword'])(
    'leaves %s unchanged',
    (word) => {
      expect(known.plainForm(word)).toBeNull();
    },
  );

  it.each(['horse', 'horses', 'unhappy', 'colour', 'seattle'])('knows the word %s', (word) => {
    expect(known.isWord(word)).toBe(true);
  });

  it.each(['hrose', 'horsse', 'recieve', 'lous', '', 'qqq'])(
    'does not know the word %j',
    (word) => {
      expect(known.isWord(word)).toBe(false);
    },
  );

  it("knows people's names and short names", () => {
    expect(known.isGivenName('emma')).toBe(true);
    expect(known.isGivenName('table')).toBe(false);
    expect(known.isSurname('newton')).toBe(true);
    expect(known.isSurname('isaac')).toBe(false);
    expect(known.fullNamesOf('bill')).toEqual(['william']);
    expect(known.fullNamesOf('kate')).toEqual(['catherine', 'katherine', 'kathleen']);
    expect(known.longFormsOf('mgr')).toEqual(['manager']);
    expect(known.longFormsOf('st')).toEqual(['saint', 'street']);
    expect(known.longFormsOf('manager')).toEqual([]);
  });

  it('stays small, since every server holds it in memory', async () => {
    expect((await stat(FILE)).size).toBeLessThan(10_000_000);
  });
});

const phrase = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.constantFrom('sofa', 'ألمانيا', '德國', '👩‍🚀', '__proto__'),
);
const meaning: fc.Arbitrary<Meaning> = fc.record({
  id: fc.nat(2 ** 24 - 1),
  kind: fc.constantFrom(...MEANING_KINDS),
  rank: fc.nat(7),
  isCode: fc.boolean(),
});
const entry: fc.Arbitrary<Entry> = fc.record({
  phrase,
  flags: fc.nat(FLAG.word | FLAG.givenName | FLAG.surname),
  forms: fc.array(
    fc.record({
      kind: fc.constantFrom('plain', 'fullName', 'long'),
      word: fc.stringMatching(/^[a-zé ]{0,12}$/),
    }),
    { maxLength: 4 },
  ),
  meanings: fc.array(meaning, { maxLength: 12 }),
});

describe('a table of knowledge', () => {
  it('returns exactly what was written', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(entry, { selector: (each) => each.phrase, maxLength: 40 }),
        fc.array(phrase, { maxLength: 20 }),
        fc.dictionary(fc.nat(500).map(String), fc.nat(2 ** 24 - 1)),
        fc.nat(3),
        (entries, others, places, shift) => {
          const placeOf = new Map(Object.entries(places).map(([id, at]) => [Number(id), at]));
          const bytes = writeTable({ entries, placeOf });
          // Test bytes that do not start at a multiple of four in their buffer.
          const within = new Uint8Array(bytes.length + shift);
          within.set(bytes, shift);
          const table = readTable(within.subarray(shift));
          for (const each of entries) {
            const formsOf = (kind: keyof typeof FORM) =>
              each.forms.filter((form) => form.kind === kind).map(({ word }) => word);
            expect(table.meaningsOf(each.phrase)).toEqual(each.meanings);
            expect(table.plainForm(each.phrase)).toBe(formsOf('plain')[0] ?? null);
            expect(table.fullNamesOf(each.phrase)).toEqual(formsOf('fullName'));
            expect(table.longFormsOf(each.phrase)).toEqual(formsOf('long'));
            expect(table.isWord(each.phrase)).toBe((each.flags & FLAG.word) !== 0);
            expect(table.isGivenName(each.phrase)).toBe((each.flags & FLAG.givenName) !== 0);
            expect(table.isSurname(each.phrase)).toBe((each.flags & FLAG.surname) !== 0);
          }
          const written = new Set(entries.map((each) => each.phrase));
          for (const other of others.filter((each) => !written.has(each))) {
            expect(table.meaningsOf(other)).toEqual([]);
            expect(table.isWord(other)).toBe(false);
          }
          const ids = Array.from({ length: 502 }, (_, id) => id);
          expect(ids.map((id) => table.placeOf(id))).toEqual(
            ids.map((id) => placeOf.get(id) ?? null),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('omits entries that are too long', () => {
    const long = 'x'.repeat(256);
    const table = readTable(
      writeTable({
        entries: [{ phrase: long, flags: FLAG.word, forms: [], meanings: [] }],
        placeOf: new Map(),
      }),
    );
    expect(table.isWord(long)).toBe(false);
    expect(table.isWord('ü'.repeat(200))).toBe(false);
    expect(table.isWord('x'.repeat(5_000))).toBe(false);
  });

  it('is refused in one line when it is missing, truncated or something else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'knowledge-'));
    const read = (name: string) => () => readKnowledge(join(folder, name));
    await writeFile(join(folder, 'other'), '{"not": "a table"}, but a text of some length');
    await writeFile(join(folder, 'empty'), '');
    const whole = writeTable({
      entries: [{ phrase: 'a', flags: 1, forms: [], meanings: [] }],
      placeOf: new Map([[9, 8]]),
    });
    await writeFile(join(folder, 'cut'), whole.subarray(0, 20));
    const refused =
      /^The words and names that grouping knows cannot be read: [^\n]+\. Build again\.$/;
    for (const name of ['missing', 'other', 'empty', 'cut']) {
      expect(read(name)).toThrow(refused);
    }
    await rm(folder, { recursive: true });
  });
});
