import { describe, expect, it } from 'vitest';
import { NO_INTENT, readQuestion } from '../src/question-intent.ts';
import { listOf, orNull, rows } from './rows.ts';

const nounsOf = (question: string) => [...readQuestion(question).nouns].filter(Boolean);

describe('readQuestion', () => {
  it.each(
    rows(`
    Who painted it? = person = ; Name a famous boxer. = person = famous / boxer
    How many sides does it have? = count = sides / side ; When did it end? = time =
    In which year was that? = time = year ; Which city do you live in? = place = city
    Which battle was it? = null = battle ; Which type of rock is that? = null = rock
    Name something that has a pole. = null = ; Name a film. = null = film / movie
    Name an excuse of a student. = null = ; A good that can be used? = null = good ;  = null =
  `).map(([a = '', b = '', c = '']) => [a, orNull(b), listOf(c)] as const),
  )('%s', (question, kind, nouns) => {
    const intent = readQuestion(question);
    expect({ kind: intent.kind, nouns: nounsOf(question) }).toEqual({ kind, nouns });
  });

  it.each(
    rows(`
    Whose hat is it? = person ; To whom was it given? = person ; Which president? = person
    What first president? = person ; Name an old French singer. = person ; Name a singer. = person
    Which very old French singer? = null ; How much is it? = count ; What number is it? = count
    What percentage of people? = count ; What year of age? = count ; Which century was it? = time
    On what date? = time ; Tell us the date = time ; Tell us the date? = time
    Is the date palm a tree? = null ; Where is it? = place ; Name a city. = place ; Name an island. = place
    Which large city? = place ; Which very large city? = null ; Nowhere else? = null ; NAME A CITY = place
    Name something people forget when they leave. = null ; What do people do when they cannot sleep? = null
    Who was king when the war ended? = person ; Name where you would go. = place
  `).map(([a = '', b = '']) => [a, orNull(b)] as const),
  )('finds the kind of thing that is expected: %s', (question, kind) => {
    expect(readQuestion(question).kind).toBe(kind);
  });

  it.each([
    ['with "a"', 'Name a large green bug.', ['large', 'green', 'bug']],
    ['with "an"', 'Name an odd green bug.', ['odd', 'green', 'bug']],
    ['with "the"', 'Tell me the largest green bug.', ['largest', 'green', 'bug']],
    ['with "some"', 'Give us some large green bug.', ['large', 'green', 'bug']],
    ['with "one"', 'Mention one large green bug.', ['large', 'green', 'bug']],
    ['without an article', 'List rivers in France.', ['rivers', 'river']],
    ['after "what is the"', 'What is the largest green bug?', ['largest', 'green', 'bug']],
    ['after "what was a"', 'What was a large green bug?', ['large', 'green', 'bug']],
    ['after "which"', 'In the end, which bird won?', ['bird', 'won']],
    ['at the beginning', 'Birds that sing?', ['birds', 'bird']],
    ['at the beginning with "an"', 'An animal with horns?', ['animal']],
    ['at the beginning with "the"', 'The bird who sings?', ['bird']],
    ['not in the middle', 'Here is a bird that sings.', []],
    ['without its kind', 'Name a kind of a large green bug.', ['large', 'green', 'bug']],
    ['without its kinds', 'Which different types of the bug?', ['bug']],
    ['of three words at most', 'Name a very large green bug.', ['very', 'large', 'green']],
    ['with commas', 'Name a red, round fruit.', ['red', 'round', 'fruit']],
    ['with a hyphen', 'Name a two-wheeled car.', ['2', 'wheeled', 'car']],
    ['up to a little word', 'Name a bird of the sea.', ['bird']],
    ['in the first line', 'Name a bird\nor anything like it', ['bird']],
  ])('finds the expected noun: %s', (_, question, nouns) => {
    expect(nounsOf(question)).toEqual(nouns);
  });

  it('finds every word, and its singular', () => {
    expect(readQuestion('Which birds sing?').words).toEqual(
      new Set(['which', 'birds', 'bird', 'sing']),
    );
  });

  it('uses every word of a question about reasons', () => {
    expect(readQuestion('Name a reason why you own a cat.').nouns.has('cat')).toBe(true);
    expect(readQuestion('Why do you own a cat?').nouns.has('cat')).toBe(true);
  });
});

describe('NO_INTENT', () => {
  it('has no kind and no words', () => {
    expect(NO_INTENT).toEqual({ kind: null, words: new Set(), nouns: new Set() });
  });
});
