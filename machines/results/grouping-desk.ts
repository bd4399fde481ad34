import { m } from 'messages';
import { type ActorRefFrom, assign, raise, setup, type SnapshotFrom, emit } from 'xstate';
import type { Desk, DeskAct, DeskSuggestion } from '#machines/contract/desk.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import { needsReason } from '#machines/results/rules/desk-decisions.ts';
import type { EmittedEventOf } from '#machines/kit/emitted.ts';
import { notProvided } from '#machines/kit/not-provided.ts';
import {
  eventOutput,
  eventPayload,
  isSuccess,
  refusalText,
  eventError,
  faultIn,
} from '#machines/kit/outcome.ts';
import { typesOf } from '#machines/kit/types.ts';

/*
 * The grouping desk (GD-1…7): what a producer chooses, previews and decides about groups. Two regions: `data` keeps the
 * groups fresh; `work` is choosing -> previewing -> acting -> choosing, or conflict when another producer was faster.
 * Answers to suggestions are queued, so that the producer can answer the next suggestion at once.
 */

/** A decision that is queued or being sent. */
export interface RequestedAct {
  readonly act: DeskAct;
  /** The number of earlier decisions that this decision is based on. */
  readonly upon: number;
  readonly requestId: string;
  readonly reason: string | null;
  /** The suggestion that the decision answers; null: none. */
  readonly suggestion: DeskSuggestion | null;
}
/** A decision as it is posted: an act on the question's item of a show. */
export interface SentAct
  extends Omit<RequestedAct, 'suggestion'>, Pick<Desk, 'gameSessionId' | 'showId' | 'itemId'> {}

export interface GroupingDeskInput {
  readonly gameSessionId: string;
  /** Returns a unique id. */
  readonly newId: () => string;
}

/** Requests a decision. `suggestion`: the suggestion that the decision answers. */
export interface DecisionRequested {
  readonly type: 'act.ask';
  readonly act: DeskAct;
  readonly suggestion?: DeskSuggestion | undefined;
}
/** Selects a group or a text, or deselects a selected one. */
export interface ChoiceToggled {
  readonly type: 'choice.toggle';
  readonly of: 'groups' | 'texts';
  readonly id: string;
}
export type GroupingDeskEvent =
  | { readonly type: 'load.refresh' }
  | { readonly type: 'load.retry' }
  | ChoiceToggled
  | { readonly type: 'choice.clear' }
  | DecisionRequested
  | { readonly type: 'preview.confirm'; readonly reason: string | null }
  | { readonly type: 'preview.cancel' }
  | { readonly type: 'conflict.seen' };

export interface GroupingDeskContext extends GroupingDeskInput {
  /** Null until the desk is loaded. */
  readonly desk: Desk | null;
  /** Whether something has changed since the load under way began. */
  readonly isOvertaken: boolean;
  readonly groups: readonly string[];
  readonly texts: readonly string[];
  /** The previewed act. */
  readonly proposed: Pick<RequestedAct, 'act' | 'upon' | 'suggestion'> | null;
  /** The first act is being sent, the others are queued. */
  readonly pending: readonly RequestedAct[];
  /** The number of decisions that the refused decision was based on; null: no conflict. */
  readonly outdatedSince: number | null;
  /** Why the last act or the last load failed. */
  readonly message: string | null;
}

/** Refusal codes of an act that is based on outdated data. */
const OVERTAKEN: ReadonlySet<string | undefined> = new Set(['outdated', 'gone']);

const toggled = (list: readonly string[], one: string): readonly string[] =>
  list.includes(one) ? list.filter((each) => each !== one) : [...list, one];

/** The chosen groups and texts that still exist. */
function stillThere({
  desk,
  groups,
  texts,
}: Pick<GroupingDeskContext, 'desk' | 'groups' | 'texts'>) {
  const ids = new Set(desk?.groups.map(({ groupId }) => groupId));
  const keys = new Set(desk?.groups.flatMap((group) => group.texts.map(({ key }) => key)));
  return {
    groups: groups.filter((id) => ids.has(id)),
    texts: texts.filter((key) => keys.has(key)),
  };
}

/** The requested act, based on the displayed groups and all queued acts. */
function proposedAct(
  { pending, desk }: GroupingDeskContext,
  { act, suggestion }: DecisionRequested,
) {
  const last = pending.at(-1);
  const upon = last === undefined ? (desk?.version ?? 0) : last.upon + 1;
  return { act, upon, suggestion: suggestion ?? null };
}

export const groupingDeskMachine = setup({
  types: typesOf<{
    input: GroupingDeskInput;
    context: GroupingDeskContext;
    events: GroupingDeskEvent;
    emitted: EmittedEventOf<'fault'>;
    tags: 'busy';
  }>(),
  actors: {
    load: notProvided<{ readonly gameSessionId: string }, Desk>('groupingDesk.load'),
    act: notProvided<SentAct, Desk>('groupingDesk.act'),
  },
  actions: {
    report: emit(faultIn('groupingDesk')),
    expect: assign({ isOvertaken: false }),
    overtake: assign({ isOvertaken: true }),
    storeList: assign(({ context }, outcome: Outcome<Desk>) => {
      if (!outcome.ok) return { message: outcome.message };
      // A load that began before the last act is older than its reply.
      if (outcome.value.version < (context.desk?.version ?? 0)) return {};
      const desk = outcome.value;
      return { desk, ...stillThere({ ...context, desk }), message: null };
    }),
    fail: assign({ message: m.network() }),
    toggle: assign(({ context }, { of, id }: ChoiceToggled) => ({
      [of]: toggled(context[of], id),
    })),
    clearChoice: assign({ groups: [], texts: [] }),
    propose: assign(({ context }, asked: DecisionRequested) => ({
      proposed: proposedAct(context, asked),
      message: null,
    })),
    dropProposal: assign({ proposed: null }),
    confirm: assign(({ context: { proposed, pending, newId } }, reason: string | null) => ({
      proposed: null,
      groups: [],
      texts: [],
      pending:
        proposed === null ? pending : [...pending, { ...proposed, reason, requestId: newId() }],
    })),
    /**
     * Queues an act. Each queued act adds one decision; the loaded groups may or may not contain the effect of the act
     * that is being sent, so the number that an act is based on is counted from the act before it.
     */
    enqueue: assign(({ context }, asked: DecisionRequested) => ({
      ...(asked.suggestion === undefined && { groups: [], texts: [] }),
      message: null,
      pending: [
        ...context.pending,
        { ...proposedAct(context, asked), requestId: context.newId(), reason: null },
      ],
    })),
    /** Removes the finished act. If it added no decision, the queued acts are based on one decision fewer. */
    settleFirst: assign(({ context: { pending } }, outcome: Outcome<Desk>) => {
      const [first, ...others] = pending;
      const isUnchanged = outcome.ok && outcome.value.version === first?.upon;
      return {
        pending: isUnchanged ? others.map((each) => ({ ...each, upon: each.upon - 1 })) : others,
      };
    }),
    conflict: assign(({ context }, outcome: Outcome<Desk>) => ({
      outdatedSince: context.pending[0]?.upon ?? null,
      pending: [],
      message: refusalText(outcome),
    })),
    dropPending: assign({ pending: [] }),
    seen: assign({ outdatedSince: null, message: null }),
  },
  guards: {
    isOvertaken: ({ context }) => context.isOvertaken,
    isShown: ({ context }) => context.desk !== null,
    /** Whether the act is previewed first: if it changes points and answers no suggestion, or if it needs a reason. */
    isPreviewed: ({ context: { desk } }, { act, suggestion }: DecisionRequested) =>
      desk !== null &&
      ((act.kind === 'gather' && suggestion === undefined) || needsReason(desk, act)),
    isPending: ({ context }) => context.pending.length > 0,
    isLost: (_, outcome: Outcome<Desk>) => !outcome.ok && OVERTAKEN.has(outcome.code),
  },
}).createMachine({
  id: 'groupingDesk',
  context: ({ input }) => ({
    ...input,
    desk: null,
    isOvertaken: false,
    groups: [],
    texts: [],
    proposed: null,
    pending: [],
    outdatedSince: null,
    message: null,
  }),
  type: 'parallel',
  states: {
    data: {
      initial: 'loading',
      on: { 'load.retry': '.loading' },
      states: {
        loading: {
          tags: 'busy',
          entry: 'expect',
          on: { 'load.refresh': { actions: 'overtake' } },
          invoke: {
            id: 'load',
            src: 'load',
            input: ({ context: { gameSessionId } }) => ({ gameSessionId }),
            onDone: [
              {
                guard: isSuccess,
                target: 'fresh',
                actions: { type: 'storeList', params: eventOutput },
              },
              { target: 'failed', actions: { type: 'storeList', params: eventOutput } },
            ],
            onError: {
              target: 'failed',
              actions: ['fail', { type: 'report', params: eventError }],
            },
          },
        },
        fresh: {
          always: { guard: 'isOvertaken', target: 'loading' },
          on: { 'load.refresh': 'loading' },
        },
        failed: { on: { 'load.refresh': 'loading' } },
      },
    },
    work: {
      initial: 'choosing',
      on: {
        'choice.toggle': { actions: { type: 'toggle', params: eventPayload<ChoiceToggled> } },
        'choice.clear': { actions: 'clearChoice' },
      },
      states: {
        choosing: {
          always: { guard: 'isPending', target: 'acting' },
          on: {
            'act.ask': [
              {
                guard: { type: 'isPreviewed', params: eventPayload<DecisionRequested> },
                target: 'previewing',
                actions: { type: 'propose', params: eventPayload<DecisionRequested> },
              },
              {
                guard: 'isShown',
                actions: { type: 'enqueue', params: eventPayload<DecisionRequested> },
              },
            ],
          },
        },
        previewing: {
          on: {
            'preview.confirm': {
              target: 'acting',
              actions: { type: 'confirm', params: ({ event }) => event.reason },
            },
            'preview.cancel': { target: 'choosing', actions: 'dropProposal' },
          },
        },
        acting: {
          tags: 'busy',
          on: {
            // Acts requested while another act is being sent are queued.
            'act.ask': [
              { guard: { type: 'isPreviewed', params: eventPayload<DecisionRequested> } },
              { actions: { type: 'enqueue', params: eventPayload<DecisionRequested> } },
            ],
          },
          invoke: {
            id: 'act',
            src: 'act',
            input: ({ context: { pending, desk } }) => {
              const [first] = pending;
              if (first === undefined || desk === null) throw new Error('acting without an act');
              const { suggestion: _, ...asked } = first;
              const { gameSessionId, showId, itemId } = desk;
              return { ...asked, gameSessionId, showId, itemId };
            },
            onDone: [
              {
                guard: isSuccess,
                target: 'choosing',
                actions: [
                  { type: 'storeList', params: eventOutput },
                  { type: 'settleFirst', params: eventOutput },
                ],
              },
              {
                guard: { type: 'isLost', params: eventOutput },
                target: 'conflict',
                actions: [
                  { type: 'conflict', params: eventOutput },
                  raise({ type: 'load.refresh' }),
                ],
              },
              {
                target: 'choosing',
                actions: ['dropPending', { type: 'storeList', params: eventOutput }],
              },
            ],
            onError: {
              target: 'choosing',
              actions: ['dropPending', 'fail', { type: 'report', params: eventError }],
            },
          },
        },
        conflict: {
          exit: 'seen',
          on: { 'conflict.seen': 'choosing' },
        },
      },
    },
  },
});

export type GroupingDeskActor = ActorRefFrom<typeof groupingDeskMachine>;
type Snapshot = SnapshotFrom<typeof groupingDeskMachine>;

/** Null until the desk is loaded. */
export const selectDesk = ({ context }: Snapshot): Desk | null => context.desk;
export const selectChosenGroups = ({ context }: Snapshot): readonly string[] => context.groups;
export const selectChosenTexts = ({ context }: Snapshot): readonly string[] => context.texts;
/** Why the last act or the last load failed. */
export const selectMessage = ({ context }: Snapshot): string | null => context.message;
export const selectIsActing = (snapshot: Snapshot): boolean => snapshot.matches({ work: 'acting' });
/** Whether the load failed: the groups may be old or missing. */
export const selectIsFailed = (snapshot: Snapshot): boolean => snapshot.matches({ data: 'failed' });
/** The previewed act; null: none. */
export const selectProposed = ({ context }: Snapshot): DeskAct | null =>
  context.proposed?.act ?? null;
/** The number of decisions that the refused decision was based on; null: no conflict. */
export const selectOutdatedSince = (snapshot: Snapshot): number | null =>
  snapshot.matches({ work: 'conflict' }) ? (snapshot.context.outdatedSince ?? 0) : null;
/** Acts that are queued or being sent. */
export const selectPending = ({ context }: Snapshot): readonly RequestedAct[] => context.pending;
