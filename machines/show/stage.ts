import { type ActorRefFrom, assign, emit, enqueueActions, setup, type SnapshotFrom } from 'xstate';
import type { RankedGroup, StageView } from '#machines/contract/stage.ts';
import type { Audience } from '#machines/contract/entities.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { untilInstant } from '#machines/kit/delays.ts';
import { eventPayload } from '#machines/kit/outcome.ts';
import type { ClockCorrected } from '#machines/connection/session.ts';
import { typesOf } from '#machines/kit/types.ts';
import { secondsLeft } from '#machines/connection/rules/clock.ts';
import { nextChange } from '#machines/answering/rules/schedule.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { countText, groupsText, isInterlude, labelText, winnersText } from './rules/direction.ts';
import {
  type RevealStep,
  revealStepMs,
  hasBoardChanged,
  RISING_SECONDS,
  isCorrected,
  isCovered,
  isEverybodyIn,
  isOpenAt,
  isOverAt,
  justRevealed,
  LAST_SECONDS,
  lastTimerEnd,
  rowsOf,
  SCENE_MS,
} from './rules/stage.ts';

/*
 * Plays the scenes of the stage screen (ST-1…12), step by step, as the producer chooses them. The first show received
 * is displayed as finished, without animation; an update during a reveal finishes that reveal at once. Cues trigger
 * sounds.
 */

/** Sounds: the specified chimes, and the sounds of the scenes. */
export type StageSound =
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
  | 'win'
  /** Tones of the sound check: in one loudspeaker, and in both. */
  | 'toneLeft'
  | 'toneRight'
  | 'tone';

export interface CueGiven {
  readonly type: 'cue';
  readonly cue: StageSound;
  /** How much higher the pitch is. */
  readonly semitones: number;
}

type Announced = EmittedEventOf<'announce'>;

/** A show received from the server. */
export interface StageUpdated {
  readonly type: 'stage.updated';
  readonly show: StageView;
}
export type StageEvent = StageUpdated | ClockCorrected;

export interface StageInput {
  /** The server's clock, epoch ms. */
  readonly now: () => number;
}
export interface StageContext extends StageInput {
  /** Null: nothing received yet. */
  readonly show: StageView | null;
  /** The show received before. */
  readonly before: StageView | null;
  /** The last scene before the current one that was no interlude; null: none. */
  readonly sceneBefore: StageView['scene'] | null;
  /** Today's boards as displayed last. */
  readonly board: StageView['board'];
  /** The question that was displayed before, also if interludes were shown since; null: none. */
  readonly left: { readonly id: string; readonly wasOpen: boolean } | null;
  /** The group of the current or last reveal. */
  readonly revealing: string | null;
  /** The revealed groups of the question that are announced already; the others are announced when they are shown. */
  readonly announced: readonly string[];
  /** The largest numbers of players that were connected while the question was displayed. */
  readonly players: { readonly studio: number; readonly home: number };
  /** Time left in the countdown when the ring first appeared, ms. */
  readonly ringMs: number;
}

const questionOf = ({ show }: StageContext) => {
  if (!show?.question) throw new Error('a scene of a question without one');
  return show.question;
};
const isSameQuestion = ({ before, show }: StageContext): boolean =>
  before?.question?.game_session_id === show?.question?.game_session_id;
const groupsBefore = (context: StageContext): StageView['groups'] =>
  isSameQuestion(context) ? (context.before?.groups ?? []) : [];
/** Position of the group that is being revealed, from 1; 0: it is no longer on the board. */
const revealingPosition = ({ show, revealing }: StageContext): number =>
  (show?.groups.findIndex((group) => group?.groupId === revealing) ?? -1) + 1;
/** Scenes that have no steps. */
const STILL: ReadonlySet<StageView['scene']> = new Set(['idle', 'holding', 'countdown']);

const isOpen = (context: StageContext): boolean =>
  isOpenAt(questionOf(context).windows, context.now());

/** The question that an update of the show leaves. */
const leftBy = (context: StageContext): StageContext['left'] => {
  const { show, left } = context;
  if (show?.question) return { id: show.question.game_session_id, wasOpen: isOpen(context) };
  return show !== null && isInterlude(show.scene) ? left : null;
};
/** Whether the question was displayed before, at once or with only interludes in between. */
const isDisplayedAgain = ({ left, show }: StageContext): boolean =>
  left?.id === show?.question?.game_session_id;

const revealingGroup = ({ show, revealing }: StageContext): RankedGroup | null =>
  show?.groups.find((group) => group?.groupId === revealing) ?? null;
const shownIds = ({ show }: StageContext): string[] =>
  (show?.groups ?? []).flatMap((group) => (group === null ? [] : [group.groupId]));
/** The group that is revealed next; null: none. */
const nextRevealing = (context: StageContext): string | null =>
  isSameQuestion(context)
    ? justRevealed(groupsBefore(context), context.show?.groups ?? [], context.now())
    : null;
const announce = (text: string): Announced => ({ type: 'announce', text });

const NOBODY = { studio: 0, home: 0 };
const playersOf = (context: StageContext, show: StageView): StageContext['players'] => {
  const now = show.connected ?? NOBODY;
  const id = context.show?.question?.game_session_id;
  if (id === undefined || id !== show.question?.game_session_id) return now;
  const { studio, home } = context.players;
  return { studio: Math.max(studio, now.studio), home: Math.max(home, now.home) };
};

/** Everything that decides which scene plays, as text. */
const sceneOf = ({ question, groups, board }: StageView): string =>
  JSON.stringify([
    question?.game_session_id,
    question?.windows,
    groups.map((group) => group && { ...group, homePoints: 0, contestantPoints: 0 }),
    board,
  ]);

const isElsewhere = (context: StageContext): boolean =>
  context.show?.scene !== 'question' || !isSameQuestion(context) || context.show.groups.length > 0;

const beatDelay =
  (step: RevealStep) =>
  ({ context }: { context: StageContext }): number =>
    revealStepMs(step, revealingPosition(context));

const cue = (name: StageSound) => ({ type: 'cue', params: { cue: name } }) as const;
const announceWinners = (audiences: readonly Audience[]) =>
  ({ type: 'announceWinners', params: { audiences } }) as const;
const STORE = { type: 'store', params: eventPayload } as const;
/** Transitions for an update: stores it, and unless the guard holds also goes to `target`. */
const storing = (type: 'isSameScene' | 'isCoveredBoard', target: string) => [
  { guard: { type, params: eventPayload }, actions: STORE } as const,
  { target, actions: STORE },
];

export const stageMachine = setup({
  types: typesOf<{
    input: StageInput;
    context: StageContext;
    events: StageEvent;
    emitted: CueGiven | Announced;
  }>(),
  actions: {
    store: assign(({ context }, { show }: StageUpdated) => ({
      show,
      before: context.show,
      left: leftBy(context),
      sceneBefore:
        context.show === null || isInterlude(context.show.scene)
          ? context.sceneBefore
          : context.show.scene,
      players: playersOf(context, show),
      board: context.show?.scene === 'board' ? context.show.board : context.board,
    })),
    cue: emit((_, { cue: name }: { cue: StageSound }): CueGiven => ({
      type: 'cue',
      cue: name,
      semitones: 0,
    })),
    startRing: assign(({ context }) => {
      const now = context.now();
      return { ringMs: (lastTimerEnd(questionOf(context).windows, now) ?? now) - now };
    }),
    tick: enqueueActions(({ context, enqueue }) => {
      const now = context.now();
      const end = lastTimerEnd(questionOf(context).windows, now);
      if (end === null) return;
      const left = secondsLeft(end, now);
      if (left > LAST_SECONDS || left === 0) return;
      const isHigher = left <= RISING_SECONDS;
      enqueue.emit({
        type: 'cue',
        cue: isHigher ? 'tickLast' : 'tick',
        semitones: isHigher ? RISING_SECONDS - left : 0,
      });
    }),
    turn: assign(({ context }) => ({ revealing: nextRevealing(context) })),
    /** Announces the groups that are shown without a reveal of their own, for example after a second press. */
    announceOthers: enqueueActions(({ context, enqueue }) => {
      const { show, before, announced } = context;
      if (show === null) return;
      const next = nextRevealing(context);
      const known = isSameQuestion(context) ? announced : [];
      // On load, everything is shown already.
      const text = before === null ? null : groupsText(show, new Set([...known, next ?? '']));
      if (text !== null) enqueue.emit(announce(text));
      enqueue.assign({ announced: shownIds(context).filter((id) => id !== next) });
    }),
    announceLabel: enqueueActions(({ context, enqueue }) => {
      const group = revealingGroup(context);
      if (group !== null) enqueue.emit(announce(labelText(revealingPosition(context), group)));
    }),
    announceCount: enqueueActions(({ context, enqueue }) => {
      const group = revealingGroup(context);
      if (group === null) return;
      enqueue.emit(announce(countText(group)));
      enqueue.assign({ announced: [...context.announced, group.groupId] });
    }),
    announceWinners: enqueueActions(
      ({ context: { show }, enqueue }, { audiences }: { audiences: readonly Audience[] }) => {
        const text = show && winnersText(show, audiences);
        if (text !== null) enqueue.emit(announce(text));
      },
    ),
    clearRevealing: assign({ revealing: null }),
    cueCount: emit(({ context }): CueGiven => ({
      type: 'cue',
      cue: revealingPosition(context) === 1 ? 'top' : 'hit',
      semitones: 0,
    })),
  },
  guards: {
    isIdle: ({ context }) => context.show === null || STILL.has(context.show.scene),
    isTest: ({ context }) => context.show?.scene === 'test',
    isBoard: ({ context }) =>
      ['board', 'season', 'standings'].some((scene) => scene === context.show?.scene),
    hasOldBoard: ({ context }) => {
      const { show, before, board } = context;
      if (!show?.board || before === null) return false;
      if (show.scene !== 'board') return hasBoardChanged(show.board);
      return board !== null && JSON.stringify(board) !== JSON.stringify(show.board);
    },
    isPodium: ({ context }) => context.show?.scene === 'podium',
    isWinner: ({ context }) => context.show?.scene === 'winner',
    /**
     * Whether to display the scene as finished: it is the first show received, only numbers were corrected, or an
     * interlude is over.
     */
    isStill: ({ context }) =>
      context.before === null || context.sceneBefore === context.show?.scene,
    hasStudioWinner: ({ context }) => (context.show?.board?.studio.length ?? 0) > 0,
    hasHomeWinner: ({ context }) => (context.show?.board?.home.length ?? 0) > 0,
    hasGroups: ({ context }) => (context.show?.groups.length ?? 0) > 0,
    isRevealed: ({ context }) => nextRevealing(context) !== null,
    isNumberOne: ({ context }) => revealingPosition(context) === 1,
    isCovered: ({ context }) => isCovered(groupsBefore(context), context.show?.groups ?? []),
    isCorrected: ({ context }) => isCorrected(groupsBefore(context), context.show?.groups ?? []),
    isDealt: ({ context }) =>
      context.before !== null &&
      groupsBefore(context).length === 0 &&
      (context.show?.groups ?? []).length > 0,
    isOpen: ({ context }) => isOpen(context),
    /** Whether the stage no longer shows the same question without its board. */
    isElsewhere: ({ context }) => isElsewhere(context),
    isReleased: ({ context }) => !isElsewhere(context) && isOpen(context),
    isAskedNew: ({ context }) => context.before !== null && !isDisplayedAgain(context),
    /** Whether the question was opened while an interlude covered it. */
    isOpenedBehind: ({ context }) =>
      context.left?.wasOpen === false && !isSameQuestion(context) && isOpen(context),
    isOver: ({ context }) => isOverAt(questionOf(context).windows, context.now()),
    /** Whether the update leaves the current scene as it is. */
    isSameScene: ({ context }, { show }: StageUpdated) => {
      const now = context.show;
      if (now === null || now.scene !== show.scene) return false;
      return sceneOf(now) === sceneOf(show);
    },
    /** Whether the update hides all revealed groups of the same question; it is shown after the current scene. */
    isCoveredBoard: ({ context }, { show }: StageUpdated) =>
      show.scene === 'question' &&
      show.question?.game_session_id === context.show?.question?.game_session_id &&
      show.question !== null &&
      !isOpenAt(show.question.windows, context.now()) &&
      show.groups.every((group) => group === null),
  },
  delays: {
    arriveDelay: SCENE_MS.arriving,
    toneDelay: SCENE_MS.tone,
    timeUpDelay: SCENE_MS.timeUp,
    countDelay: SCENE_MS.counting,
    dealDelay: ({ context }) =>
      ((context.show?.groups.length ?? 1) - 1) * SCENE_MS.rowApart + SCENE_MS.row,
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
    backDelay: SCENE_MS.back,
    /** Until the next audible second, or the next closing of a window. */
    beatDelay: ({ context }) => {
      const now = context.now();
      const { windows } = questionOf(context);
      const closing = nextChange(windows, now) ?? Infinity;
      const end = lastTimerEnd(windows, now);
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
    sceneBefore: null,
    board: null,
    left: null,
    revealing: null,
    announced: [],
    players: NOBODY,
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
        { guard: 'isTest', target: 'test' },
        { guard: 'isBoard', target: 'scores' },
        { guard: 'isPodium', target: 'podium' },
        { guard: 'isWinner', target: 'winner' },
        { guard: 'hasGroups', target: 'survey' },
        { target: 'question' },
      ],
    },
    idle: {},
    /** The sound check of the test card: each loudspeaker, then both, again and again. */
    test: {
      initial: 'left',
      states: {
        left: { entry: cue('toneLeft'), after: { toneDelay: 'right' } },
        right: { entry: cue('toneRight'), after: { toneDelay: 'both' } },
        both: { entry: cue('tone'), after: { toneDelay: 'pause' } },
        pause: { after: { toneDelay: 'left' } },
      },
    },
    question: {
      initial: 'beginning',
      states: {
        beginning: {
          always: [
            { guard: 'isAskedNew', target: 'arriving' },
            { guard: 'isOpenedBehind', target: 'opening' },
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
        /** An update arrived while the question was not open. */
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
        /** The producer has ended the question, changed its windows, or gone to another scene. */
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
            more: { always: { guard: 'hasGroups', target: '#stage.survey.dealing' } },
          },
        },
      },
    },
    survey: {
      initial: 'beginning',
      states: {
        beginning: {
          entry: ['clearRevealing', 'announceOthers'],
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
            label: { entry: 'announceLabel', after: { labelDelay: 'count' } },
            count: { entry: ['cueCount', 'announceCount'], after: { upDelay: 'points' } },
            points: {
              entry: cue('coin'),
              after: {
                pointsDelay: [
                  { guard: 'isNumberOne', target: 'back' },
                  { target: '#stage.survey.rest' },
                ],
              },
            },
            /** Number one returns from the middle of the stage to its row. */
            back: { after: { backDelay: '#stage.survey.rest' } },
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
        first: { entry: [cue('top'), announceWinners(AUDIENCES)], always: 'rest' },
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
          entry: [cue('win'), announceWinners(['studio'])],
          after: { winnerDelay: [{ guard: 'hasHomeWinner', target: 'home' }, { target: 'rest' }] },
        },
        home: { entry: [cue('win'), announceWinners(['home'])], after: { winnerDelay: 'rest' } },
        rest: {},
      },
    },
  },
});

export type StageActor = ActorRefFrom<typeof stageMachine>;
type Snapshot = SnapshotFrom<typeof stageMachine>;

/** The scene that plays. */
export type ScenePlayed = 'idle' | 'test' | 'question' | 'survey' | 'scores' | 'podium' | 'winner';
export const selectScene = (snapshot: Snapshot): ScenePlayed => {
  if (snapshot.matches('question')) return 'question';
  const others = ['test', 'survey', 'scores', 'podium', 'winner'] as const;
  return others.find((scene) => snapshot.matches(scene)) ?? 'idle';
};
/** The innermost step of the scene, e.g. 'answering', or the step of a reveal. */
export function selectStep({ value }: Snapshot): string {
  let step: unknown = value;
  while (typeof step === 'object' && step !== null) [step] = Object.values(step);
  return String(step);
}
/** The step of a question. */
export type QuestionStep = 'arriving' | 'waiting' | 'answering' | 'timeUp' | 'counting';
export function selectQuestionStep(snapshot: Snapshot): QuestionStep {
  const steps = ['arriving', 'answering', 'timeUp', 'counting'] as const;
  return steps.find((step) => snapshot.matches({ question: step })) ?? 'waiting';
}
export const selectShow = ({ context }: Snapshot): StageView | null => context.show;
/** The boards that were displayed before the current ones. */
export const selectOldBoard = ({ context }: Snapshot): StageView['board'] => context.board;
/** The step in which number one stands in the middle of the stage; null: it does not. */
export const selectNumberOneStep = (snapshot: Snapshot): string | null =>
  snapshot.matches({ survey: 'revealing' }) && revealingPosition(snapshot.context) === 1
    ? selectStep(snapshot)
    : null;
/** The group of the current or last reveal. */
export const selectRevealing = ({ context }: Snapshot): string | null => context.revealing;
/** How many groups are shown: the group of a reveal counts once its number is there. */
export const selectRevealedCount = (snapshot: Snapshot): number => {
  const isShown =
    !snapshot.matches({ survey: 'revealing' }) || ['points', 'back'].includes(selectStep(snapshot));
  return shownIds(snapshot.context).length - (isShown ? 0 : 1);
};
/** Whether all players have answered the question that is open. */
export const selectIsEverybodyIn = ({ context: { show, players } }: Snapshot): boolean =>
  show !== null && show.question !== null && isEverybodyIn(show.question, players);
/** Length of the countdown's ring, ms. */
export const selectRingMs = ({ context }: Snapshot): number => context.ringMs;
