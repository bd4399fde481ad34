import { type ActorRefFrom, assign, raise, setup, type SnapshotFrom, emit } from 'xstate';
import type { Desk, DeskAct, DeskEntry, DeskSuggestion } from '#machines/contract/desk.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import type { Outcome } from '#machines/contract/outcome.ts';
import {
  type Effect,
  effectOf,
  isCorrection,
  shapedBy,
  withShaped,
} from '#machines/results/rules/desk-decisions.ts';
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
 * Answers to suggestions are queued, so that the next one can be answered at once.
 */

/** A decision that is queued or being sent. */
export interface RequestedAct {
  readonly act: DeskAct;
  /** Version of the desk that the decision is based on. */
  readonly version: number;
  readonly requestId: string;
  readonly reason: string | null;
  /** The suggestion that it answers; null: none. */
  readonly suggestion: DeskSuggestion | null;
}
/** An act as it is posted on the question's item of a show. */
export interface SentAct
  extends Omit<RequestedAct, 'suggestion'>, Pick<Desk, 'gameSessionId' | 'showId' | 'itemId'> {}

export interface GroupingDeskInput {
  readonly gameSessionId: string;
  /** Returns a unique id. */
  readonly newId: () => string;
}

export type GroupingDeskEvent =
  | { readonly type: 'load.refresh' }
  | { readonly type: 'load.retry' }
  | { readonly type: 'group.toggle'; readonly groupId: string }
  | { readonly type: 'text.toggle'; readonly key: string }
  | { readonly type: 'choice.clear' }
  /** Previews an act. */
  | { readonly type: 'act.propose'; readonly act: DeskAct }
  | { readonly type: 'preview.confirm'; readonly reason: string | null }
  | { readonly type: 'preview.cancel' }
  /** Does an act without a preview. `suggestion`: the suggestion that it answers. */
  | {
      readonly type: 'act.ask';
      readonly act: DeskAct;
      readonly suggestion?: DeskSuggestion | undefined;
    }
  | { readonly type: 'conflict.seen' };

/** A requested act. */
export interface ProposedAct {
  readonly act: DeskAct;
  readonly suggestion?: DeskSuggestion | undefined;
}

export interface GroupingDeskContext extends GroupingDeskInput {
  /** Null until it is loaded. */
  readonly desk: Desk | null;
  /** Whether something has changed since the load under way began. */
  readonly isOvertaken: boolean;
  readonly groups: readonly string[];
  readonly texts: readonly string[];
  /** The previewed act. */
  readonly proposed: Pick<RequestedAct, 'act' | 'version' | 'suggestion'> | null;
  /** The first one is being sent, the others are queued. */
  readonly pending: readonly RequestedAct[];
  /** The version since which others have decided; null: no conflict. */
  readonly outdatedSince: number | null;
  /** Why the last act or the last load failed. */
  readonly message: string | null;
}

/** Refusal codes of an act that is based on outdated data. */
const OVERTAKEN: ReadonlySet<string | undefined> = new Set(['outdated', 'gone']);

const without = (list: readonly string[], one: string): readonly string[] =>
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

/**
 * The act for an answer to a suggestion; null: its texts are together, or gone, by now. `chosen`: the target groups of
 * a text, when an appeal names an answer that no player gave.
 */
export function actFor(
  desk: Desk,
  { keys, joinId, appealIds }: DeskSuggestion,
  yes: boolean,
  chosen: readonly string[] = [],
): DeskAct | null {
  const appeals = appealIds === undefined ? {} : { appealIds };
  if (joinId !== undefined) return { kind: yes ? 'accept' : 'dismiss', joinIds: [joinId] };
  if (!yes) return { kind: 'decline', texts: [...keys], ...appeals };
  const wanted = keys.length === 1 ? chosen : [];
  const groups = desk.groups.flatMap(({ groupId, texts }) =>
    wanted.includes(groupId) || texts.some(({ key }) => keys.includes(key)) ? [groupId] : [],
  );
  return groups.length < 2 ? null : { kind: 'gather', groups, texts: [], ...appeals };
}

/** Whether the act would correct a published result: players get a reason. */
export const needsReason = (desk: Desk, act: DeskAct): boolean =>
  desk.isPublished && isCorrection(act, desk.history.toReversed());

const isSame = (a: DeskSuggestion, b: DeskSuggestion): boolean =>
  a.keys.join('\n') === b.keys.join('\n');

/** The desk's version after all queued acts. */
function versionAfter({ pending, desk }: Pick<GroupingDeskContext, 'pending' | 'desk'>): number {
  const last = pending.at(-1);
  return last === undefined ? (desk?.version ?? 0) : last.version + 1;
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
    storeDesk: assign(({ context }, outcome: Outcome<Desk>) => {
      if (!outcome.ok) return { message: outcome.message };
      // A load that began before the last act is older than its reply.
      if (outcome.value.version < (context.desk?.version ?? 0)) return {};
      const desk = outcome.value;
      return { desk, ...stillThere({ ...context, desk }), message: null };
    }),
    fail: assign({ message: MESSAGES.network }),
    toggleGroup: assign(({ context }, groupId: string) => ({
      groups: without(context.groups, groupId),
    })),
    toggleText: assign(({ context }, key: string) => ({ texts: without(context.texts, key) })),
    clearChoice: assign({ groups: [], texts: [] }),
    propose: assign(({ context }, { act, suggestion }: ProposedAct) => ({
      proposed: { act, suggestion: suggestion ?? null, version: context.desk?.version ?? 0 },
      message: null,
    })),
    dropProposal: assign({ proposed: null }),
    confirm: assign(({ context }, reason: string | null) => ({
      proposed: null,
      groups: [],
      texts: [],
      message: null,
      pending:
        context.proposed === null
          ? context.pending
          : [...context.pending, { ...context.proposed, reason, requestId: context.newId() }],
    })),
    /**
     * Each queued act increases the version by one. The groups may have been loaded since the first one was made, with
     * or without its effect.
     */
    enqueue: assign(({ context }, { act, suggestion }: ProposedAct) => ({
      message: null,
      pending: [
        ...context.pending,
        {
          act,
          suggestion: suggestion ?? null,
          version: versionAfter(context),
          requestId: context.newId(),
          reason: null,
        },
      ],
    })),
    /** Corrects the versions that queued acts expect after an act that changed nothing. */
    settleFirst: assign(({ context: { pending } }, outcome: Outcome<Desk>) => {
      const [first, ...others] = pending;
      const isUnchanged = outcome.ok && outcome.value.version === first?.version;
      return {
        pending: isUnchanged
          ? others.map((each) => ({ ...each, version: each.version - 1 }))
          : others,
      };
    }),
    conflict: assign(({ context }, outcome: Outcome<Desk>) => ({
      outdatedSince: context.pending[0]?.version ?? null,
      pending: [],
      message: refusalText(outcome),
    })),
    dropPending: assign({ pending: [] }),
    seen: assign({ outdatedSince: null, message: null }),
  },
  guards: {
    isOvertaken: ({ context }) => context.isOvertaken,
    isShown: ({ context }) => context.desk !== null,
    /** A correction needs a reason, which is entered in the preview. */
    needsReason: ({ context: { desk } }, { act }: ProposedAct) =>
      desk !== null && needsReason(desk, act),
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
                actions: { type: 'storeDesk', params: eventOutput },
              },
              { target: 'failed', actions: { type: 'storeDesk', params: eventOutput } },
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
        'group.toggle': {
          actions: { type: 'toggleGroup', params: ({ event }) => event.groupId },
        },
        'text.toggle': { actions: { type: 'toggleText', params: ({ event }) => event.key } },
        'choice.clear': { actions: 'clearChoice' },
      },
      states: {
        choosing: {
          always: { guard: 'isPending', target: 'acting' },
          on: {
            'act.propose': {
              guard: 'isShown',
              target: 'previewing',
              actions: { type: 'propose', params: eventPayload<ProposedAct> },
            },
            'act.ask': [
              {
                guard: { type: 'needsReason', params: eventPayload<ProposedAct> },
                target: 'previewing',
                actions: { type: 'propose', params: eventPayload<ProposedAct> },
              },
              { guard: 'isShown', actions: { type: 'enqueue', params: eventPayload<ProposedAct> } },
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
            // While one act is being sent the next ones are queued.
            'act.ask': {
              guard: 'isShown',
              actions: { type: 'enqueue', params: eventPayload<ProposedAct> },
            },
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
                  { type: 'storeDesk', params: eventOutput },
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
                actions: ['dropPending', { type: 'storeDesk', params: eventOutput }],
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

/** Null until it is loaded. */
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
/** The version since which others have decided; null: no conflict. */
export const selectOutdatedSince = (snapshot: Snapshot): number | null =>
  snapshot.matches({ work: 'conflict' }) ? (snapshot.context.outdatedSince ?? 0) : null;

/** Decisions of others since that version, the newest first. */
export const decidedSince = (desk: Desk, version: number): readonly DeskEntry[] =>
  desk.history.filter(({ turn }) => turn > version);

/** Acts that are queued or being sent. */
export const selectPending = ({ context }: Snapshot): readonly RequestedAct[] => context.pending;
/** Suggestions that are not answered yet. */
export const suggestionsLeft = (
  desk: Desk,
  pending: readonly RequestedAct[],
): readonly DeskSuggestion[] =>
  desk.suggestions.filter(
    (each) => !pending.some(({ suggestion }) => suggestion !== null && isSame(suggestion, each)),
  );

/** The points that an act moves; null: it moves none, or only the server knows. */
export function previewOf(desk: Desk, act: DeskAct): Effect | null {
  if (act.kind !== 'gather') return null;
  const shaped = shapedBy(desk.groups, act);
  return typeof shaped === 'string' ? null : effectOf(desk.groups, withShaped(desk.groups, shaped));
}
