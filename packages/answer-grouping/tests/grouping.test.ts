import { describe, expect, it } from 'vitest';
import { type CountedText, groupTexts, nearestGroup, type TextGroup } from '../src/grouping.ts';
import type { Knowledge, Meaning, MeaningKind } from '../src/knowledge/knowledge.ts';
import { readQuestion } from '../src/question-intent.ts';
import { textKey } from '../src/text.ts';
import { counted, indexGroups, keysOf } from './support.ts';
import { SMALL_KNOWLEDGE } from './small-knowledge.ts';
import { listOf, lists, named, orNull, rows } from './rows.ts';

const groupCount = (texts: readonly string[]) => groupTexts(counted(texts)).length;

/** The number of groups for two texts that differ in one vowel, given with these counts. */
const planets = (planet: number, planat: number) =>
  groupTexts([
    { key: 'planet', count: planet },
    { key: 'planat', count: planat },
  ]).length;

describe('groupTexts', () => {
  it.each(
    lists(`
    elephant ; elephant / elefant / eliphant / elephent / elephannt ; giraffe / girafef ; goat / goatt
    phantom / fantom ; goal / gooooooooal / GOAAAL ; knowledge / nowledge ; note book / notebook / note-book
    strawberry jam / strawbery jam / strawberryjam ; cherry / cherries / Cherrys / cherry's ; goose / geese
    iris / irises ; Marie Curie / Curie, Marie ; my dog / the dog / a dog / dogs
    July 14 / 14th of July / 14 July ; 21st amendment / amendment 21 / Twenty-first Amendment
    ελέφαντας / ελεφαντας / ελεφφαντας ; молоко / малоко
  `),
  )('merges %j', (texts) => {
    expect(groupCount(texts)).toBe(1);
  });

  it.each(
    lists(`
    1914 / 1918 / 191 / 19140 ; apollo 11 / apollo 12 / apollo 13 / apollo
    Louis XIV / Louis XV / Louis XVI / Louis ; first love / one love / third love
    cat / cut / cot / ca / cap ; horse / house / hearse / ball / bell / bull / bear / boar
    Austria / Australia / Iran / Iraq / Iceland / Ireland / Mali / Malawi
    I can swim / I cannot swim / never swim ; O / O+ / O- / C / C# / C++ ; NASA / NSA / NATO
    bear / polar bear / teddy bear ; strawberry / strawberry red / strawberry tea
    hepatitis a / hepatitis b / hepatitis
    product manager / project manager / George Bush jr / George Bush sr ; emigrate / immigrate
    阿尔及利亚 / 阿尔巴尼亚 ; مالطا / مالاوي
  `),
  )('keeps apart %j', (texts) => {
    expect(groupCount(texts)).toBe(texts.length);
  });

  it('gives the reason why a text is with the most frequent one, the largest group first', () => {
    expect(
      groupTexts([
        { key: 'curie marie', count: 2 },
        { key: 'einstein', count: 9 },
        { key: 'marie curie', count: 7 },
        { key: 'mariecurie', count: 1 },
        { key: 'marie currie', count: 2 },
      ]),
    ).toEqual([
      {
        representative: 'marie curie',
        members: [
          { key: 'marie curie', reason: 'exact' },
          { key: 'marie currie', reason: 'spelling' },
          { key: 'curie marie', reason: 'word-order' },
          { key: 'mariecurie', reason: 'spelling' },
        ],
      },
      { representative: 'einstein', members: [{ key: 'einstein', reason: 'exact' }] },
    ]);
  });

  it('names equally frequent texts by the one most similar to the others', () => {
    const [group] = groupTexts(counted(['crocadile', 'krocodile', 'crocodile', 'crocodyle']));
    expect(group?.representative).toBe('crocodile');
  });

  it('does not merge two popular texts if in doubt', () => {
    expect([1, 2, 3, 20].map((count) => planets(20, count))).toEqual([1, 1, 2, 2]);
  });

  it('treats a popular text as a misspelling if the other is far more popular', () => {
    expect([19, 20].map((count) => planets(200, count))).toEqual([1, 2]);
  });

  it('merges popular texts with a small difference for their length', () => {
    expect(groupTexts(counted(['definitely', 'definately'], 50)).length).toBe(1);
    expect(groupTexts(counted(['mississippi', 'missisippi'], 50)).length).toBe(1);
  });

  it('does not chain: neighbours are similar, ends are not', () => {
    const chain = ['cardinal', 'carginal', 'carginar', 'cargisar', 'casgisar', 'cabgisar'];
    expect(chain.slice(1).map((next, at) => groupCount([chain[at] ?? '', next]))).toEqual([
      1, 1, 1, 1, 1,
    ]);
    expect(keysOf(groupTexts(counted(chain)))).toEqual([
      ['cabgisar', 'cargisar', 'casgisar'],
      ['cardinal', 'carginal', 'carginar'],
    ]);
  });

  it('merges the more popular of two equally near texts first, in any order', () => {
    const chain = ['cardinal', 'carginal', 'carginar', 'cargisar', 'casgisar'];
    const first = [chain.slice(0, 3), chain.slice(3)];
    expect([chain, chain.toReversed()].map((texts) => keysOf(groupTexts(counted(texts))))).toEqual([
      first,
      first,
    ]);
    const given = chain.map((key) => ({ key, count: key === 'cargisar' ? 2 : 1 }));
    expect(keysOf(groupTexts(given))).toEqual([chain.slice(0, 2), chain.slice(2)]);
  });

  it('adds a far misspelling to its only near group, and to none of two', () => {
    const elephants = ['elephant', 'elefant', 'eliphant', 'elephent'];
    expect(groupCount([...elephants, 'ellifunt'])).toBe(1);
    expect(groupCount(['elephant', 'elephent', 'ellifunt'])).toBe(2);
    const lanterns = ['lantern', 'lanttern', 'lanternn'];
    const lanbesns = ['lanbesn', 'lanbbesn', 'lanbesnn'];
    expect(groupCount([...lanterns, 'lanbern'])).toBe(1);
    expect(groupCount([...lanterns, ...lanbesns, 'lanbern'])).toBe(3);
  });

  it('leaves a popular text alone even if it is near a group', () => {
    const elephants = counted(['elephant', 'elefant', 'eliphant', 'elephent']).map((text, at) => ({
      ...text,
      count: at === 0 ? 9 : 1,
    }));
    expect(groupTexts([...elephants, { key: 'ellifunt', count: 2 }]).length).toBe(1);
    expect(groupTexts([...elephants, { key: 'ellifunt', count: 3 }]).length).toBe(2);
  });

  it('adds up the counts of a repeated key', () => {
    expect(groupTexts(counted(['dog', 'dog', 'cat']))).toEqual([
      { representative: 'dog', members: [{ key: 'dog', reason: 'exact' }] },
      { representative: 'cat', members: [{ key: 'cat', reason: 'exact' }] },
    ]);
  });
});

describe('nearestGroup', () => {
  const groups = groupTexts([
    ...counted(['elephant'], 5),
    ...counted(['elefant', 'eliphant']),
    ...counted(['giraffe', 'note book', 'apollo 11']),
  ]);
  const index = indexGroups(groups);

  it.each(
    rows(`
    elephent = elephant ; elephants = elephant ; ellifunt = elephant ; girafe = giraffe
    notebooks = note book ; apolo 11 = apollo 11 ; apollo 12 = null ; horse = null ;  = null
  `).map(([a = '', b = '']) => [a, orNull(b)] as const),
  )('%s', (text, representative) => {
    expect(nearestGroup(textKey(text), index)?.representative ?? null).toBe(representative);
  });
});

const about = (question: string) => ({
  knowledge: KNOWLEDGE,
  intent: readQuestion(question),
});
const meaning = (id: number, kind: MeaningKind, rank: number): Meaning => {
  return { id, kind, rank, isCode: false };
};
/** `SMALL_KNOWLEDGE` with additional phrases: with several meanings, or of two words. */
const MORE: ReadonlyMap<string, readonly Meaning[]> = new Map([
  ['bank', [meaning(500, 'concept', 0), meaning(501, 'concept', 1)]],
  ['shore', [meaning(501, 'concept', 0)]],
  ['georgia', [meaning(502, 'country', 0), meaning(503, 'region', 1)]],
  ['peach state', [meaning(503, 'region', 0)]],
  ['ice cream', [meaning(504, 'concept', 0)]],
  ['gelato', [meaning(504, 'concept', 0)]],
  ['george bush', [meaning(505, 'person', 0)]],
  ['george w bush', [meaning(505, 'person', 0)]],
]);
const KNOWLEDGE: Knowledge = {
  ...SMALL_KNOWLEDGE,
  meaningsOf: (phrase) => MORE.get(phrase) ?? SMALL_KNOWLEDGE.meaningsOf(phrase),
};
const typed = (texts: readonly string[]): CountedText[] =>
  texts.map((text) => ({ key: textKey(text), text, count: 1 }));

const reasonsIn = (texts: readonly (readonly [key: string, count: number])[]) =>
  groupTexts(
    texts.map(([key, count]) => ({ key, count })),
    about(''),
  ).map(({ members }) => members.map(({ reason }) => reason));

describe('groupTexts with knowledge', () => {
  it.each([
    [['boston or', 'Boston, OR', 'Boston, Oregon']],
    [['Boston, OR', 'boston or', 'Boston, Oregon']],
  ])('reads an ambiguous text by its first form in order, capitals before others: %j', (texts) => {
    expect(keysOf(groupTexts(typed(texts), about('')))).toEqual([['boston or', 'boston oregon']]);
  });

  it('names a group by its most frequent text, known or not', () => {
    const [group] = groupTexts(
      [
        { key: 'germany', count: 1 },
        { key: 'gemrany', count: 2 },
      ],
      about(''),
    );
    expect(group?.members).toEqual([
      { key: 'gemrany', reason: 'exact' },
      { key: 'germany', reason: 'spelling' },
    ]);
  });

  it('sorts larger groups first, and equal ones by order', () => {
    const groups = groupTexts(typed(['sofa', 'japan', 'couch', 'boston', 'flag']), about(''));
    expect(groups.map(({ representative }) => representative)).toEqual([
      'couch',
      'boston',
      'flag',
      'japan',
    ]);
  });

  it('merges a short form with its long form, in addition to its other matches', () => {
    const texts = ['ADP', 'ADP (adenosine diphosphate)', 'adenosine diphosphate'];
    expect(groupTexts(typed(texts), about(''))).toHaveLength(1);
  });

  it('does not merge a second person with a name that already matches a first', () => {
    const texts = ['George Bush', 'George W. Bush', 'George H. W. Bush'];
    expect(keysOf(groupTexts(typed(texts), about('Who?')))).toEqual([
      ['george bush', 'george w bush'],
      ['george h w bush'],
    ]);
  });

  it('names equally frequent texts by the known one, even if it matched a group of others', () => {
    const [group] = groupTexts(typed(['gemrany', 'gemranys', 'germany']), about(''));
    expect(group?.representative).toBe('germany');
    expect(group?.members).toHaveLength(3);
  });

  it('keeps certain differences apart, even if a text in between matches both', () => {
    expect(keysOf(groupTexts(typed(['Austria', 'Australia', 'Austrlia']), about('')))).toEqual([
      ['australia', 'austrlia'],
      ['austria'],
    ]);
  });

  it.each(
    named(`
    meaning = ice cream / gelato ; known-name = peach state / Georgia / Oregon
    short-form = Portland, OR / Portland
  `),
  )('gives the reason: %s of %j', (reason, texts) => {
    const [group] = groupTexts(typed(texts), about('Which state or city?'));
    expect(group?.members.map((member) => member.reason)).toEqual(['exact', reason]);
  });

  it('gives the reason for matching the first, not another one that it was merged with before', () => {
    expect(
      reasonsIn([
        ['isaac newton', 9],
        ['isac newton', 2],
        ['newton isac', 1],
      ]),
    ).toEqual([['exact', 'spelling', 'word-order']]);
    expect(
      reasonsIn([
        ['deutschland', 9],
        ['germany', 2],
        ['germanys', 1],
      ]),
    ).toEqual([['exact', 'known-name', 'known-name']]);
  });
});

const alone = (texts: readonly string[]): TextGroup[] =>
  texts.map((text) => ({
    representative: textKey(text),
    members: [{ key: textKey(text), reason: 'exact' }],
  }));
const nearest = (text: string, groups: readonly TextGroup[], question = '') =>
  nearestGroup(textKey(text), indexGroups(groups, about(question)), text)?.representative ?? null;

describe('nearestGroup with knowledge', () => {
  it.each([
    ['Portland', ['Portland, OR', 'Boston'], 'portland or'],
    ['Portland', ['Portland, OR', 'Portland, ME'], null],
  ])('assigns a bare city to the only one of its name: %s among %j', (text, groups, expected) => {
    expect(nearest(text, alone(groups), 'Which city?')).toBe(expected);
  });

  it.each([
    ['Bush', ['George Bush', 'Isaac Newton'], 'george bush'],
    ['Bush', ['George Bush', 'William Bush'], null],
  ])(
    'assigns a short form to the only text that it fits: %s among %j',
    (text, groups, expected) => {
      expect(nearest(text, alone(groups), 'Who?')).toBe(expected);
    },
  );

  it.each([
    ['Congo', ['Western Congo', 'Eastern Congo'], null],
    ['Congo', ['Western Congo', 'sofa'], 'western congo'],
  ])('assigns a name to its only possible meaning: %s among %j', (text, groups, expected) => {
    expect(nearest(text, alone(groups))).toBe(expected);
  });

  it.each(
    rows(`
    Georgia = Peach State / flag = peach state ; ice cream = flag / gelato = gelato
    bank = shore / flag = null ; 21st amendment = flag / amendment 21 = amendment 21
  `).map(([a = '', b = '', c = '']) => [a, listOf(b), orNull(c)] as const),
  )('is that of %s', (text, groups, expected) => {
    expect(nearest(text, alone(groups))).toBe(expected);
  });

  it('is none for a single text with a far spelling', () => {
    const index = indexGroups(alone(['elephant']));
    expect(nearestGroup('ellifunt', index)).toBeNull();
  });

  it('compares every member of a group', () => {
    const groups: TextGroup[] = [
      { representative: 'flag', members: [{ key: 'flag', reason: 'exact' }] },
      {
        representative: 'sofa',
        members: [
          { key: 'sofa', reason: 'exact' },
          { key: 'elephant', reason: 'model' },
        ],
      },
    ];
    expect(['elephants', 'elefant', 'couch', 'flags'].map((text) => nearest(text, groups))).toEqual(
      ['sofa', 'sofa', 'sofa', 'flag'],
    );
  });
});
