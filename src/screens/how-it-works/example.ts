import { scoreGroups } from '#machines/results/rules/scoring.ts';

/** An invented question with possible answers. */
export const EXAMPLE_QUESTION = 'Name something people take to the beach.';

/** One group of the example: its texts, and how many people at home and in the studio gave them. */
export interface ExampleGroup {
  readonly groupId: string;
  readonly name: string;
  readonly written: readonly string[];
  readonly home: number;
  readonly studio: number;
  readonly homePoints: number;
  readonly studioPoints: number;
}

const counted = [
  { groupId: 'towel', name: 'Towel', written: ['towel', 'towels', 'a towle'], home: 6, studio: 1 },
  {
    groupId: 'sun',
    name: 'Sunscreen',
    written: ['sunscreen', 'sunblock', 'sunscrean'],
    home: 4,
    studio: 2,
  },
  { groupId: 'book', name: 'Book', written: ['book', 'a book'], home: 3, studio: 1 },
  { groupId: 'snacks', name: 'Snacks', written: ['snacks', 'snack'], home: 4, studio: 0 },
  { groupId: 'parasol', name: 'Parasol', written: ['parasol', 'parasols'], home: 3, studio: 0 },
  { groupId: 'radio', name: 'Radio', written: ['radio'], home: 1, studio: 1 },
  { groupId: 'dog', name: 'Dog', written: ['my dog'], home: 1, studio: 0 },
];

const scores = scoreGroups(counted);

/** The groups with their points, calculated as in a real game, most popular first. */
export const EXAMPLE_GROUPS: readonly ExampleGroup[] = counted.map((group) => ({
  ...group,
  homePoints: scores.get(group.groupId)?.homePoints ?? 0,
  studioPoints: scores.get(group.groupId)?.contestantPoints ?? 0,
}));
