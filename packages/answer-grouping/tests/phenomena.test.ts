import { expect, inject, it } from 'vitest';
import { groupTexts } from '../src/grouping.ts';
import { readKnowledge } from '../src/knowledge/table.ts';
import { readQuestion } from '../src/question-intent.ts';
import { textKey } from '../src/text.ts';
import { outcomeOf } from '../bench/measures.ts';
import { INVENTED_ROUNDS } from './rounds.ts';

const knowledge = readKnowledge(inject('table'));

/** Invented answers by their difficulty, one text per group: 'a, b / c' are two answers. */
const ROUNDS: readonly (readonly [phenomenon: string, question: string, groups: string])[] = [
  [
    'contractions',
    'How do owls see by day?',
    "they do not see well, they don't see well, dont see well / they see well, see well / they cannot see, they can't see, unable to see, not able to see",
  ],
  [
    'first letters and neighbours on a keyboard',
    'Name an animal.',
    'coyote, cyote / hawk, haek, hawl / donkey, fonkey',
  ],
  [
    'words that are no animals',
    'Name an animal.',
    'seal, seel / camel, cameo / bear, beer / dog / cat / horse / cow / lion / tiger / monkey / zebra / giraffe / pizza',
  ],
  [
    'known words beside misspellings of others',
    'Name a tool for the garden.',
    'trowel, trowl, trowle / towel',
  ],
  [
    'slips in names that are not known',
    'Name a leader.',
    'gamal nassar, gamel nassar / jamal khan',
  ],
  [
    'blanks a letter too early or late',
    'Name something that people miss.',
    'the train, th etrain, thet rain / my alarm clock, my alar mclock / the rain',
  ],
  [
    'negation of one word',
    'How was the soup?',
    "not hot, it wasn't hot, was not hot / hot, it was hot / never hot",
  ],
  [
    'nobody in two words',
    'Name something odd about the town.',
    'nobody waves, no one waves, no-one waves / No. 1 waves',
  ],
  [
    'what there is too little of',
    'Name a reason to close a shop.',
    'no staff, lack of staff, not enough staff, ran out of staff / staff',
  ],
  [
    'verbs in all their forms',
    'Tell me something that ruins a picnic.',
    'lost the basket, losing the basket / broken plates, plates break / locked gate, locking the gate',
  ],
  [
    'words of the question, said or not',
    'Name something you do with an old boat.',
    'paint it, paint the boat, painting the old boat / burn it',
  ],
  [
    'states that come and go',
    'Name something that happens to you when you wait.',
    'tired, feeling tired, becoming tired / hungry, you feel hungry',
  ],
  ['without', 'How do you drink tea?', 'without milk, no milk / with milk, milk / milk and sugar'],
  ['prefixes', 'How was the gate?', 'unlocked, not locked / locked, it was locked / unpainted'],
  [
    'yes and no',
    'Did they win?',
    'yes, yeah, yep / no, nope / not sure, I dont know, no idea / maybe, perhaps',
  ],
  ['often', 'How often?', 'never, not ever / sometimes, at times / always / not always'],
  ['it is a pronoun', 'How was the film?', 'it was long, long, was long / it was short'],
  [
    'numbered parts',
    'Name a film.',
    'Mist, The Mist / Mist Part II, Mist 2, Mist pt. 2 / Mist Part Three, Mist III',
  ],
  [
    'numbered works',
    'Name a work of music.',
    'Sonata No. 4, Sonata 4, 4th Sonata / Sonata No. 7, 7th Sonata',
  ],
  [
    'a series and its parts',
    'Name a game.',
    'Red Harbor: Night, Night / Red Harbor: Dawn / Red Harbor',
  ],
  [
    'subtitles',
    'Name a book.',
    'Candle Street, Candle Street: A Memoir / Marsh; or, The Heron, Marsh',
  ],
  [
    'a title and who made it',
    'Name a song.',
    'Blue Kettle, Blue Kettle - The Lanterns, "Blue Kettle" by Mary Jones / Green Kettle',
  ],
  [
    'stories of a hero',
    'Name a book.',
    'Kit Marsh, The Adventures of Kit Marsh, The Strange Tale of Kit Marsh / Kit Reed',
  ],
  ['kinds of what is asked for', 'Name a TV show.', 'Lanterns, Lanterns tv series / Harbor'],
  ['kings', 'Name a ruler.', 'Louis XV, King Louis XV / Louis XVI, King Louis XVI / King Kong'],
  ['chemicals', 'Name a compound.', 'alkane, alkanes / alkene, alkenes'],
  ['initials', 'Name a person.', 'John Quincy Adams, J. Q. Adams'],
  ['a kind of state', 'Name a text.', 'The Republic / Republic of Korea'],
  ['Cyrillic', 'Name a writer.', 'Тургенев, Turgenev / Гоголь, Gogol / Булгаков, Bulgakov'],
  [
    'Greek letters',
    'Name a philosopher.',
    'Σωκράτης, Sokratis / Πλάτων, Platon / Αρχιμήδης, Archimedes / Επίκουρος, Epikouros',
  ],
  ['names as they sound', 'Name a person.', 'Ньютон, Newton, ニュートン / Эпштейн, Epstein'],
  [
    'kana',
    'Name a Japanese word.',
    'まつり, マツリ, matsuri / きもの, kimono / かたな, カタナ, katana / ぎょうざ, gyoza',
  ],
  ['loans in katakana', 'Name a brand.', 'ホンダ, Honda / カメラ, Kamera / ロボット, Robot'],
  ['Hangul', 'Name a Korean dish.', '김치, kimchi / 불고기, bulgogi / 비빔밥, bibimbap'],
  [
    'Arabic and Hebrew',
    'Name a person.',
    'محمد, Muhammad / سمير, Samir / שלמה, Shlomo / חומוס, hummus / פלאפל, falafel',
  ],
  ['one script alone', 'Name a writer.', 'Гоголь / Гегель / Бабель'],
];

const partition = (all: readonly (readonly string[])[]) =>
  new Set(all.map((keys) => [...new Set(keys)].toSorted().join(' | ')));

it.each(ROUNDS)('groups %s as people do', (_, question, written) => {
  const groups = written.split(' / ').map((group) => group.split(/, (?!or\b|The\b)/));
  const texts = groups.flat();
  const found = groupTexts(
    texts.map((text) => ({ key: textKey(text), text, count: 1 })),
    { knowledge, intent: readQuestion(question) },
  );
  expect(partition(found.map(({ members }) => members.map(({ key }) => key)))).toEqual(
    partition(groups.map((group) => group.map((text) => textKey(text)))),
  );
});

it('groups invented difficult rounds nearly as people do, and hardly ever merges two answers', () => {
  const scores = INVENTED_ROUNDS.map((round) => outcomeOf(round, knowledge).alone);
  const mean = scores.reduce((sum, { b3 }) => sum + b3, 0) / scores.length;
  const wrong = scores.reduce((sum, each) => sum + each.wrong, 0);
  const different = scores.reduce((sum, each) => sum + each.different, 0);
  expect(mean).toBeGreaterThan(0.91);
  expect(wrong / different).toBeLessThan(0.001);
});
