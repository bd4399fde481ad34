import {
  type AnyActorRef,
  assertEvent,
  assign,
  raise,
  setup,
  type SnapshotFrom,
  emit,
} from 'xstate';
import { SEARCH_DELAY_MS } from '#machines/contract/limits.ts';
import { errorsIn, type FieldErrors, type Outcome } from '#machines/contract/outcome.ts';
import type { EmittedEventOf } from './emitted.ts';
import { notProvided } from './not-provided.ts';
import { eventPayload, eventOutput, eventError, faultIn } from './outcome.ts';
import { typesOf } from './types.ts';

/** The parameters of a managed list. */
export interface CollectionConfig<TQuery, TItem, TValues> {
  /** The chart's id; its ports are `<id>.load`, `<id>.save` and `<id>.remove`. */
  readonly id: string;
  /** The texts of unexpected failures: for the list, and in the dialogs. */
  readonly unexpected: { readonly load: string; readonly change: string };
  /** Checks the form before it is sent; `item` is null for a new item. */
  readonly check: (values: TValues, item: TItem | null) => Outcome<unknown>;
  /** Whether the person is typing a search, so that `after` is loaded only when they pause. */
  readonly isTyped?: (before: TQuery, after: TQuery) => boolean;
}

export type CollectionEvent<TQuery, TItem, TValues> =
  | { readonly type: 'list.query'; readonly query: TQuery }
  | { readonly type: 'list.reload' }
  | { readonly type: 'item.create' }
  | { readonly type: 'item.edit'; readonly item: TItem }
  | { readonly type: 'item.delete'; readonly item: TItem }
  | { readonly type: 'dialog.submit'; readonly values: TValues }
  | { readonly type: 'dialog.confirm' }
  | { readonly type: 'dialog.cancel' };

interface CollectionRefusal {
  readonly message: string;
  readonly errors: FieldErrors;
  readonly code?: string | undefined;
}
const refusalIn = (outcome: Outcome<unknown>): CollectionRefusal | null =>
  outcome.ok ? null : { message: outcome.message, errors: errorsIn(outcome), code: outcome.code };

export interface CollectionContext<TQuery, TItem, TList> {
  readonly query: TQuery;
  /** Null until the first load; kept during later loads. */
  readonly list: TList | null;
  /** Why the last load failed. */
  readonly message: string | null;
  /** The item that the open dialog is about; null for a new item and without a dialog. */
  readonly item: TItem | null;
  /** Why the last change was refused, and the fields concerned. */
  readonly refusal: CollectionRefusal | null;
  /** The result of the last change. */
  readonly notice: string | null;
}

/**
 * A managed list (COL-1…8): loading and reloading in one region, its dialogs in the other: create, edit, and delete with a
 * confirmation. A change closes its dialog, shows its result, and reloads.
 */
export const collection = <TQuery, TItem, TList, TValues>({
  id,
  unexpected,
  check,
  isTyped = () => false,
}: CollectionConfig<TQuery, TItem, TValues>) =>
  setup({
    types: typesOf<{
      input: { readonly query: TQuery };
      context: CollectionContext<TQuery, TItem, TList>;
      events: CollectionEvent<TQuery, TItem, TValues>;
      emitted: EmittedEventOf<'fault'>;
      tags: 'busy' | 'loading' | 'form' | 'confirm';
    }>(),
    actors: {
      load: notProvided<{ readonly query: TQuery }, TList>(`${id}.load`),
      /** Creates, or changes `item`; returns the message to show. */
      save: notProvided<{ readonly item: TItem | null; readonly values: TValues }, string>(
        `${id}.save`,
      ),
      remove: notProvided<{ readonly item: TItem | null }, string>(`${id}.remove`),
    },
    actions: {
      report: emit(faultIn(id)),
      setQuery: assign((_, { query }: { query: TQuery }) => ({ query })),
      storeList: assign(({ context }, outcome: Outcome<TList>) =>
        outcome.ok
          ? { list: outcome.value, message: null }
          : { list: context.list, message: outcome.message },
      ),
      open: assign((_, { item }: { item: TItem | null }) => ({
        item,
        refusal: null,
        notice: null,
      })),
      setOutcome: assign((_, outcome: Outcome<string>) => ({
        notice: outcome.ok ? outcome.value : null,
        refusal: refusalIn(outcome),
      })),
      refuse: assign(({ context }, { values }: { values: TValues }) => ({
        refusal: refusalIn(check(values, context.item)),
      })),
      forgetRefusal: assign({ refusal: null }),
    },
    guards: {
      isDone: (_, outcome: Outcome<unknown>) => outcome.ok,
      isBroken: ({ context }, { values }: { values: TValues }) => !check(values, context.item).ok,
      /** A page sends the query of its URL when it opens, although that query is already being loaded. */
      isSame: ({ context }, { query }: { query: TQuery }) =>
        JSON.stringify(query) === JSON.stringify(context.query),
      isTyped: ({ context }, { query }: { query: TQuery }) => isTyped(context.query, query),
    },
    delays: { untilRest: SEARCH_DELAY_MS },
  }).createMachine({
    id,
    type: 'parallel',
    context: ({ input }) => ({
      ...input,
      list: null,
      message: null,
      item: null,
      refusal: null,
      notice: null,
    }),
    states: {
      list: {
        initial: 'loading',
        on: {
          'list.query': [
            { guard: { type: 'isSame', params: eventPayload } },
            {
              guard: { type: 'isTyped', params: eventPayload },
              target: '.resting',
              reenter: true,
              actions: { type: 'setQuery', params: eventPayload },
            },
            {
              target: '.loading',
              reenter: true,
              actions: { type: 'setQuery', params: eventPayload },
            },
          ],
          'list.reload': '.loading',
        },
        states: {
          resting: { tags: 'loading', after: { untilRest: 'loading' } },
          loading: {
            tags: 'loading',
            invoke: {
              id: 'load',
              src: 'load',
              input: ({ context }) => ({ query: context.query }),
              onDone: [
                {
                  guard: { type: 'isDone', params: eventOutput },
                  target: 'ready',
                  actions: { type: 'storeList', params: eventOutput },
                },
                { target: 'failed', actions: { type: 'storeList', params: eventOutput } },
              ],
              onError: {
                target: 'failed',
                actions: [
                  { type: 'storeList', params: { ok: false, message: unexpected.load } },
                  { type: 'report', params: eventError },
                ],
              },
            },
          },
          ready: {},
          failed: {},
        },
      },
      dialog: {
        initial: 'closed',
        states: {
          closed: {
            on: {
              'item.create': { target: 'form', actions: { type: 'open', params: { item: null } } },
              'item.edit': { target: 'form', actions: { type: 'open', params: eventPayload } },
              // Reloads, so that the confirmation shows current numbers of what would be lost.
              'item.delete': {
                target: 'confirm',
                actions: [{ type: 'open', params: eventPayload }, raise({ type: 'list.reload' })],
              },
            },
          },
          form: {
            tags: 'form',
            initial: 'editing',
            states: {
              editing: {
                on: {
                  'dialog.submit': [
                    {
                      guard: { type: 'isBroken', params: eventPayload },
                      actions: { type: 'refuse', params: eventPayload },
                    },
                    'saving',
                  ],
                  'dialog.cancel': `#${id}.dialog.closed`,
                },
              },
              saving: {
                tags: 'busy',
                entry: 'forgetRefusal',
                invoke: {
                  id: 'save',
                  src: 'save',
                  input: ({ context, event }) => {
                    assertEvent(event, 'dialog.submit');
                    return { item: context.item, values: event.values };
                  },
                  onDone: [
                    {
                      guard: { type: 'isDone', params: eventOutput },
                      target: `#${id}.dialog.changed`,
                      actions: { type: 'setOutcome', params: eventOutput },
                    },
                    { target: 'editing', actions: { type: 'setOutcome', params: eventOutput } },
                  ],
                  onError: {
                    target: 'editing',
                    actions: [
                      {
                        type: 'setOutcome',
                        params: { ok: false, message: unexpected.change },
                      },
                      { type: 'report', params: eventError },
                    ],
                  },
                },
              },
            },
          },
          confirm: {
            tags: 'confirm',
            initial: 'asking',
            states: {
              asking: {
                on: {
                  'dialog.confirm': 'removing',
                  'dialog.cancel': `#${id}.dialog.closed`,
                },
              },
              removing: {
                tags: 'busy',
                entry: 'forgetRefusal',
                invoke: {
                  id: 'remove',
                  src: 'remove',
                  input: ({ context }) => ({ item: context.item }),
                  onDone: [
                    {
                      guard: { type: 'isDone', params: eventOutput },
                      target: `#${id}.dialog.changed`,
                      actions: { type: 'setOutcome', params: eventOutput },
                    },
                    { target: 'asking', actions: { type: 'setOutcome', params: eventOutput } },
                  ],
                  onError: {
                    target: 'asking',
                    actions: [
                      {
                        type: 'setOutcome',
                        params: { ok: false, message: unexpected.change },
                      },
                      { type: 'report', params: eventError },
                    ],
                  },
                },
              },
            },
          },
          changed: { entry: raise({ type: 'list.reload' }), always: 'closed' },
        },
      },
    },
  });

type Snapshot = Pick<
  SnapshotFrom<ReturnType<typeof collection<unknown, unknown, unknown, unknown>>>,
  'context' | 'hasTag'
>;
/** Any managed list, as generic components use it. */
export interface AnyCollection {
  readonly getSnapshot: () => Snapshot;
  readonly subscribe: AnyActorRef['subscribe'];
  readonly send: (event: {
    readonly type: 'list.reload' | 'dialog.cancel' | 'dialog.confirm';
  }) => void;
}
interface Holding<Part> {
  readonly context: Part;
}

/** Null: not loaded yet. */
export const selectList = <T>({ context }: Holding<{ readonly list: T | null }>): T | null =>
  context.list;
export const selectQuery = <T>({ context }: Holding<{ readonly query: T }>): T => context.query;
/** The item that the open dialog is about; null in a form for a new item. */
export const selectItem = <T>({ context }: Holding<{ readonly item: T | null }>): T | null =>
  context.item;
export const selectMessage = ({ context }: Snapshot) => context.message;
export const selectNotice = ({ context }: Snapshot) => context.notice;
export const selectRefusal = ({ context }: Snapshot) => context.refusal;
/** Whether the list is loading. */
export const selectLoading = (snapshot: Snapshot): boolean => snapshot.hasTag('loading');
/** Whether a change is being saved. */
export const selectBusy = (snapshot: Snapshot): boolean => snapshot.hasTag('busy');
/** Which dialog is open, or null. */
export const selectDialog = (snapshot: Snapshot): 'form' | 'confirm' | null => {
  if (snapshot.hasTag('form')) return 'form';
  return snapshot.hasTag('confirm') ? 'confirm' : null;
};
