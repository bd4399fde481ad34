import { m } from 'messages';
import { scoreGroups } from '#machines/results/rules/scoring.ts';

/** An invented question with possible answers. */
export const EXAMPLE_QUESTION = m.howItWorksExampleQuestion();

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
  {
    groupId: 'towel',
    name: m.howItWorksExampleTowel(),
    written: [
      m.howItWorksExampleTowelFirst(),
      m.howItWorksExampleTowelSecond(),
      m.howItWorksExampleTowelThird(),
    ],
    home: 6,
    studio: 1,
  },
  {
    groupId: 'sun',
    name: m.howItWorksExampleSunscreen(),
    written: [
      m.howItWorksExampleSunscreenFirst(),
      m.howItWorksExampleSunscreenSecond(),
      m.howItWorksExampleSunscreenThird(),
    ],
    home: 4,
    studio: 2,
  },
  {
    groupId: 'book',
    name: m.howItWorksExampleBook(),
    written: [m.howItWorksExampleBookFirst(), m.howItWorksExampleBookSecond()],
    home: 3,
    studio: 1,
  },
  {
    groupId: 'snacks',
    name: m.howItWorksExampleSnacks(),
    written: [m.howItWorksExampleSnacksFirst(), m.howItWorksExampleSnacksSecond()],
    home: 4,
    studio: 0,
  },
  {
    groupId: 'parasol',
    name: m.howItWorksExampleParasol(),
    written: [m.howItWorksExampleParasolFirst(), m.howItWorksExampleParasolSecond()],
    home: 3,
    studio: 0,
  },
  {
    groupId: 'radio',
    name: m.howItWorksExampleRadio(),
    written: [m.howItWorksExampleRadioFirst()],
    home: 1,
    studio: 1,
  },
  {
    groupId: 'dog',
    name: m.howItWorksExampleDog(),
    written: [m.howItWorksExampleDogFirst()],
    home: 1,
    studio: 0,
  },
];

const scores = scoreGroups(counted);

/** The groups with their points, calculated as in a real game, most popular first. */
export const EXAMPLE_GROUPS: readonly ExampleGroup[] = counted.map((group) => ({
  ...group,
  homePoints: scores.get(group.groupId)?.homePoints ?? 0,
  studioPoints: scores.get(group.groupId)?.contestantPoints ?? 0,
}));
