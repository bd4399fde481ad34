import { type ActorRefFrom, assign, emit, enqueueActions, setup, type SnapshotFrom } from 'xstate';
import type { Show } from '#machines/contract/entities.ts';
import { untilInstant } from '#machines/kit/delays.ts';
import { eventPayload } from '#machines/kit/outcome.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';
import { secondsLeft } from '#machines/connection/rules/clock.ts';
import { nextChange } from '#machines/answering/rules/schedule.ts';
import {
  type Beat,
  beatMs,
  hasMoved,
  HIGHER_SECONDS,
  isCorrected,
  isCovered,
  isOpenAt,
  isOverAt,
  justRevealed,
  LAST_SECONDS,
  ringEnd,
  rowsOf,
  SCENE_MS,
} from './rules/stage.ts';

/*
 * What the show page plays (ST-1…10): each scene as the producer directs it, beat by beat. What is told first is
 * shown as it ended, still; what is told while a reveal plays ends that at once. Cues say what is heard.
 */

/** What is heard: the specified chimes, and the sounds of the scenes. */
export type Cue =
  | 'release'
  | 'revoke'
  | 'tick'
  | 'tickLast'
  | 'up'
  | 'roll'
  | 'flip'
  | 'hit'
  | 'top'
  | 'coin'
  | 'move'
  | 'fix'
  | 'win';

export interface CueGiven {
  readonly type: 'cue';
  readonly cue: Cue;
  /** How much higher. */
  readonly semitones: number;
}

/** What the server has told the page. */
export interface StageUpdated {
  readonly type: 'stage.updated';
  readonly show: Show;
}
export type StageEvent = StageUpdated | ClockCorrected;

export interface StageInput {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}
export interface StageContext extends StageInput {
  /** Null: nothing told yet. */
  readonly show: Show | null;
  /** What was told before that. */
  readonly before: Show | null;
  /** Today's boards as they were shown last. */
  readonly board: Show['board'];
  /** The group whose reveal plays, or has played last. */
  readonly turning: string | null;
  /** How long the ring ran when it was first seen, ms. */
  readonly ringMs: number;
}

const questionOf = ({ show }: StageContext) => {
  if (!show?.question) throw new Error('a scene of a question without one');
  return show.question;
};
const isSameQuestion = ({ before, show }: StageContext): boolean =>
  before?.question?.game_session_id === show?.question?.game_session_id;
const placesBefore = (context: StageContext): Show['places'] =>
  isSameQuestion(context) ? (context.before?.places ?? []) : [];
/** From 1; 0: it has none any more. */
const turningPlace = ({ show, turning }: StageContext): number =>
  (show?.places.findIndex((place) => place?.groupId === turning) ?? -1) + 1;
const isOpen = (context: StageContext): boolean =>
  isOpenAt(questionOf(context).windows, context.now());

/** All that decides which scene plays, as text. */
const sceneOf = ({ question, places, board }: Show): string =>
  JSON.stringify([
    question?.game_session_id,
    question?.windows,
    places.map((place) => place && { ...place, homePoints: 0, contestantPoints: 0 }),
    board,
  ]);

const isElsewhere = (context: StageContext): boolean =>
  context.show?.scene !== 'question' || !isSameQuestion(context) || context.show.places.length > 0;

const beatDelay =
  (beat: Beat) =>
  ({ context }: { context: StageContext }): number =>
    beatMs(beat, turningPlace(context));

const cue = (name: Cue) => ({ type: 'cue', params: { cue: name } }) as const;
const STORE = { type: 'store', params: eventPayload } as const;
/** What this guard holds for is only stored; anything else leads to `target`. */
const storing = (type: 'isSameScene' | 'isCoveredBoard', target: string) => [
  { guard: { type, params: eventPayload }, actions: STORE } as const,
  { target, actions: STORE },
];

export const stageMachine = setup({
  types: typesOf<{
    input: StageInput;
    context: StageContext;
    events: StageEvent;
    emitted: CueGiven;
  }>(),
  actions: {
    store: assign(({ context }, { show }: StageUpdated) => ({
      show,
      before: context.show,
      board: context.show?.scene === 'board' ? context.show.board : context.board,
    })),
    cue: emit((_, { cue: name }: { cue: Cue }): CueGiven => ({
      type: 'cue',
      cue: name,
      semitones: 0,
    })),
    startRing: assign(({ context }) => {
      const now = context.now();
      return { ringMs: (ringEnd(questionOf(context).windows, now) ?? now) - now };
    }),
    tick: enqueueActions(({ context, enqueue }) => {
      const now = context.now();
      const end = ringEnd(questionOf(context).windows, now);
      if (end === null) return;
      const left = secondsLeft(end, now);
      if (left > LAST_SECONDS || left === 0) return;
      const isHigher = left <= HIGHER_SECONDS;
      enqueue.emit({
        type: 'cue',
        cue: isHigher ? 'tickLast' : 'tick',
        semitones: isHigher ? HIGHER_SECONDS - left : 0,
      });
    }),
    turn: assign(({ context }) => ({
      turning: justRevealed(placesBefore(context), context.show?.places ?? [], context.now()),
    })),
    turnNone: assign({ turning: null }),
    cueCount: emit(({ context }): CueGiven => ({
      type: 'cue',
      cue: turningPlace(context) === 1 ? 'top' : 'hit',
      semitones: 0,
    })),
  },
  guards: {
    isIdle: ({ context }) => context.show?.scene === 'idle' || context.show === null,
    isBoard: ({ context }) =>
      context.show?.scene === 'board' || context.show?.scene === 'standings',
    hasOldBoard: ({ context }) => {
      const { show, before, board } = context;
      if (!show?.board || before === null) return false;
      if (show.scene === 'standings') return hasMoved(show.board);
      return board !== null && JSON.stringify(board) !== JSON.stringify(show.board);
    },
    isPodium: ({ context }) => context.show?.scene === 'podium',
    isWinner: ({ context }) => context.show?.scene === 'winner',
    /** What the page is told first is shown as it ended; and numbers that are put right are no second finale. */
    isStill: ({ context }) =>
      context.before === null || context.before.scene === context.show?.scene,
    hasStudioWinner: ({ context }) => (context.show?.board?.studio.length ?? 0) > 0,
    hasHomeWinner: ({ context }) => (context.show?.board?.home.length ?? 0) > 0,
    hasPlaces: ({ context }) => (context.show?.places.length ?? 0) > 0,
    isRevealed: ({ context }) =>
      justRevealed(placesBefore(context), context.show?.places ?? [], context.now()) !== null &&
      isSameQuestion(context),
    isCovered: ({ context }) => isCovered(placesBefore(context), context.show?.places ?? []),
    isCorrected: ({ context }) => isCorrected(placesBefore(context), context.show?.places ?? []),
    isDealt: ({ context }) =>
      context.before !== null &&
      placesBefore(context).length === 0 &&
      (context.show?.places ?? []).length > 0,
    isOpen: ({ context }) => isOpen(context),
    /** Another scene than the question alone that was shown before. */
    isElsewhere: ({ context }) => isElsewhere(context),
    isReleased: ({ context }) => !isElsewhere(context) && isOpen(context),
    isAskedNew: ({ context }) => context.before !== null && !isSameQuestion(context),
    isOver: ({ context }) => isOverAt(questionOf(context).windows, context.now()),
    /** Of a question that plays: nothing that changes its scene. */
    isSameScene: ({ context }, { show }: StageUpdated) => {
      const now = context.show;
      if (now === null || now.scene !== show.scene) return false;
      return sceneOf(now) === sceneOf(show);
    },
    /** The board lies covered, and waits until the scene that plays has ended. */
    isCoveredBoard: ({ context }, { show }: StageUpdated) =>
      show.scene === 'question' &&
      show.question?.game_session_id === context.show?.question?.game_session_id &&
      show.question !== null &&
      !isOpenAt(show.question.windows, context.now()) &&
      show.places.every((place) => place === null),
  },
  delays: {
    arriveDelay: SCENE_MS.arriving,
    timeUpDelay: SCENE_MS.timeUp,
    countDelay: SCENE_MS.counting,
    dealDelay: ({ context }) =>
      ((context.show?.places.length ?? 1) - 1) * SCENE_MS.rowApart + SCENE_MS.row,
    foldDelay: SCENE_MS.folding,
    correctDelay: SCENE_MS.corrected,
    oldDelay: SCENE_MS.oldOrder,
    addDelay: SCENE_MS.adding,
    moveDelay: ({ context }) =>
      SCENE_MS.moving +
      SCENE_MS.moveApart * Math.max(0, (context.show?.board ? rowsOf(context.show.board) : 0) - 1),
    othersDelay: SCENE_MS.others,
    thirdDelay: SCENE_MS.third,
    secondDelay: SCENE_MS.second,
    winnerDelay: SCENE_MS.winner,
    dimDelay: beatDelay('dim'),
    rollDelay: beatDelay('roll'),
    flipDelay: beatDelay('flip'),
    labelDelay: beatDelay('label'),
    upDelay: beatDelay('count'),
    pointsDelay: beatDelay('points'),
    /** Until the next second that is heard, or the next window that closes. */
    beatDelay: ({ context }) => {
      const now = context.now();
      const { windows } = questionOf(context);
      const closing = nextChange(windows, now) ?? Infinity;
      const end = ringEnd(windows, now);
      if (end === null) return untilInstant(closing, now);
      const left = Math.min(secondsLeft(end, now), LAST_SECONDS + 1);
      return untilInstant(Math.min(closing, end - (left - 1) * 1_000), now);
    },
  },
}).createMachine({
  id: 'stage',
  context: ({ input }) => ({
    ...input,
    show: null,
    before: null,
    board: null,
    turning: null,
    ringMs: 0,
  }),
  initial: 'idle',
  on: {
    'stage.updated': storing('isSameScene', '.deciding'),
  },
  states: {
    deciding: {
      always: [
        { guard: 'isIdle', target: 'idle' },
        { guard: 'isBoard', target: 'scores' },
        { guard: 'isPodium', target: 'podium' },
        { guard: 'isWinner', target: 'winner' },
        { guard: 'hasPlaces', target: 'survey' },
        { target: 'question' },
      ],
    },
    idle: {},
    question: {
      initial: 'beginning',
      states: {
        beginning: {
          always: [
            { guard: 'isAskedNew', target: 'arriving' },
            { guard: 'isOpen', target: 'answering' },
            { guard: 'isOver', target: 'counting.more' },
            { target: 'waiting' },
          ],
        },
        arriving: { after: { arriveDelay: 'settled' } },
        settled: {
          always: [
            { guard: 'isOpen', target: 'opening' },
            { guard: 'isOver', target: 'counting.more' },
            { target: 'waiting' },
          ],
        },
        waiting: {
          on: {
            'stage.updated': storing('isSameScene', 'released'),
          },
        },
        /** Something else about a question that nobody could answer. */
        released: {
          always: [{ guard: 'isReleased', target: 'opening' }, { target: '#stage.deciding' }],
        },
        opening: { always: { target: 'answering', actions: cue('release') } },
        answering: {
          entry: 'startRing',
          initial: 'counted',
          on: {
            'clock.corrected': '.counted',
            'stage.updated': storing('isSameScene', 'stopped'),
          },
          states: {
            counted: {
              after: {
                beatDelay: [
                  { guard: 'isOver', target: '#stage.question.timeUp' },
                  { target: 'counted', reenter: true, actions: 'tick' },
                ],
              },
            },
          },
        },
        /** The producer has ended it, changed its windows, or gone to another scene. */
        stopped: {
          always: [
            { guard: 'isElsewhere', target: '#stage.deciding' },
            { guard: 'isOpen', target: 'answering' },
            { guard: 'isOver', target: 'timeUp' },
            { target: 'waiting', actions: cue('revoke') },
          ],
        },
        timeUp: {
          entry: cue('up'),
          on: {
            'stage.updated': storing('isCoveredBoard', '#stage.deciding'),
          },
          after: { timeUpDelay: 'counting' },
        },
        counting: {
          initial: 'least',
          states: {
            least: {
              on: {
                'stage.updated': storing('isCoveredBoard', '#stage.deciding'),
              },
              after: { countDelay: 'more' },
            },
            more: { always: { guard: 'hasPlaces', target: '#stage.survey.dealing' } },
          },
        },
      },
    },
    survey: {
      initial: 'beginning',
      states: {
        beginning: {
          entry: 'turnNone',
          always: [
            { guard: 'isRevealed', target: 'revealing', actions: 'turn' },
            { guard: 'isCovered', target: 'folding' },
            { guard: 'isCorrected', target: 'corrected' },
            { guard: 'isDealt', target: 'dealing' },
            { target: 'rest' },
          ],
        },
        dealing: { after: { dealDelay: 'rest' } },
        revealing: {
          initial: 'dim',
          states: {
            dim: { after: { dimDelay: 'roll' } },
            roll: { entry: cue('roll'), after: { rollDelay: 'flip' } },
            flip: { entry: cue('flip'), after: { flipDelay: 'label' } },
            label: { after: { labelDelay: 'count' } },
            count: { entry: 'cueCount', after: { upDelay: 'points' } },
            points: { entry: cue('coin'), after: { pointsDelay: '#stage.survey.rest' } },
          },
        },
        folding: { after: { foldDelay: 'rest' } },
        corrected: { entry: cue('fix'), after: { correctDelay: 'rest' } },
        rest: {},
      },
    },
    scores: {
      initial: 'beginning',
      states: {
        beginning: { always: [{ guard: 'hasOldBoard', target: 'old' }, { target: 'rest' }] },
        old: { after: { oldDelay: 'adding' } },
        adding: { entry: cue('coin'), after: { addDelay: 'moving' } },
        moving: { entry: cue('move'), after: { moveDelay: 'rest' } },
        rest: {},
      },
    },
    podium: {
      initial: 'beginning',
      states: {
        beginning: { always: [{ guard: 'isStill', target: 'rest' }, { target: 'others' }] },
        others: { after: { othersDelay: 'third' } },
        third: { entry: cue('hit'), after: { thirdDelay: 'second' } },
        second: { entry: cue('hit'), after: { secondDelay: 'first' } },
        first: { entry: cue('top'), always: 'rest' },
        rest: {},
      },
    },
    winner: {
      initial: 'beginning',
      states: {
        beginning: {
          always: [
            { guard: 'isStill', target: 'rest' },
            { guard: 'hasStudioWinner', target: 'studio' },
            { guard: 'hasHomeWinner', target: 'home' },
            { target: 'rest' },
          ],
        },
        studio: {
          entry: cue('win'),
          after: { winnerDelay: [{ guard: 'hasHomeWinner', target: 'home' }, { target: 'rest' }] },
        },
        home: { entry: cue('win'), after: { winnerDelay: 'rest' } },
        rest: {},
      },
    },
  },
});

export type StageActor = ActorRefFrom<typeof stageMachine>;
type Snapshot = SnapshotFrom<typeof stageMachine>;

/** What is played. */
export type ScenePlayed = 'idle' | 'question' | 'survey' | 'scores' | 'podium' | 'winner';
export const selectScene = (snapshot: Snapshot): ScenePlayed => {
  if (snapshot.matches('question')) return 'question';
  const others = ['survey', 'scores', 'podium', 'winner'] as const;
  return others.find((scene) => snapshot.matches(scene)) ?? 'idle';
};
/** How far that is, e.g. 'answering'; of a reveal the beat. */
export function selectStep({ value }: Snapshot): string {
  let step: unknown = value;
  while (typeof step === 'object' && step !== null) [step] = Object.values(step);
  return String(step);
}
/** How far a question is. */
export type QuestionStep = 'arriving' | 'waiting' | 'answering' | 'timeUp' | 'counting';
export function selectQuestionStep(snapshot: Snapshot): QuestionStep {
  const steps = ['arriving', 'answering', 'timeUp', 'counting'] as const;
  return steps.find((step) => snapshot.matches({ question: step })) ?? 'waiting';
}
export const selectShow = ({ context }: Snapshot): Show | null => context.show;
/** The boards before these, and whether their order is still shown. */
export const selectOldBoard = ({ context }: Snapshot): Show['board'] => context.board;
/** The group that is being revealed, or was revealed last. */
export const selectTurning = ({ context }: Snapshot): string | null => context.turning;
/** How long the ring of the countdown is, ms. */
export const selectRingMs = ({ context }: Snapshot): number => context.ringMs;
