/* The players and questions in the scenarios of the catalogue of states. */

/** A name of maximum length. */
export const LONG_NAME =
  'Wilhelmina-Charlotte Featherstonehaugh-Cholmondeley von und zu Liechtenstein Jr.';

/** The first one is the user of the screens. */
export const HOME_VIEWERS = [
  'Vera Sommer',
  'Noah Brandt',
  'Lena Okafor',
  'Jonas Weiß',
  'Mila Kovač',
  'Theo Laurent',
  'Ada Byrne',
  'Omar Haddad',
  'Ines Duarte',
  'Finn Olsen',
  'Yuki Tanaka',
  'Rosa Marino',
  'Paul Ziegler',
  'Greta Lindqvist',
  'Samir Patel',
  'Hana Novak',
  'Leo Fischer',
  'Emma Schulz',
];
/** The first one is the user of the screens. */
export const CONTESTANTS = ['Cora Lind', 'Milo Hart', 'Priya Nair', LONG_NAME];

export const QUESTIONS = {
  river: 'Which river flows through Vienna?',
  pizza: 'What belongs on a pizza?',
  animals: 'Name an animal that sleeps all day',
  late: 'Name a reason to be late for work',
  long: 'Imagine that a friend has invited you to a dinner at which everybody must bring one dish that begins with the first letter of their own name, that no other guest may bring as well, and that has to be carried through the rain for half an hour: what would most people in this show take along to such an evening?',
  sport: 'Name a sport that is played with a ball',
  beach: 'Name something people take to the beach',
} as const;
export type QuestionKey = keyof typeof QUESTIONS;

/** The questions that were played and have ended. */
export const PAST = ['river', 'pizza', 'animals'] as const;

const BEACH = [
  'towel',
  'Towels',
  'a towel',
  'sunscreen',
  'sun screen',
  'Sunscreen',
  'umbrella',
  'the umbrella',
  'water',
  'beach ball',
  'a good book',
  'TOWEL',
  'sunglasses',
  'sun cream',
  'umbrela',
  'towell',
  'cooler',
];
const giveOut = (names: readonly string[], texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, index) => [name, texts[index % texts.length] ?? '']));
const EVERYBODY = [...HOME_VIEWERS, ...CONTESTANTS];

/** The answers, by name; the user of the screens has not answered the open question. */
export const ANSWERS = {
  river: giveOut(EVERYBODY, ['Danube', 'the Danube', 'danube', 'Rhine', 'Donau']),
  pizza: giveOut(EVERYBODY, ['cheese', 'Cheese', 'tomato', 'basil', 'chese', 'salami', 'tomatoes']),
  animals: giveOut(EVERYBODY, ['cat', 'koala', 'a cat', 'sloth', 'cats', 'Koala', 'bat']),
  beach: giveOut(HOME_VIEWERS.slice(1), BEACH),
} as const;
