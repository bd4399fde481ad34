import { assertEvent, assign, raise, setup } from 'xstate';
import type { Outcome } from '#machines/contract/outcome.ts';
import { notProvided } from './not-provided.ts';
import { itself, itsOutput } from './outcome.ts';
import { typesOf } from './types.ts';

/** How one managed list differs from the next. */
export interface CollectionConfig {
  /** The chart's id; its ports are `<id>.load`, `<id>.save` and `<id>.remove`. */
  readonly id: string;
  /** What unexpected failures say: of the list, and in the dialogs. */
  readonly unexpected: { readonly load: string; readonly change: string };
}

export type CollectionEvent<TQuery, TItem, TValues> =
  | { readonly type: 'list.query'; readonly query: TQuery }
  | { readonly type: 'list.reload' }
  | { readonly type: 'item.create' }
  | { readonly type: 'item.edit'; readonly item: TItem }
  | { readonly type: 'item.delete'; readonly item: TItem }
  | { readonly type: 'dialog.submit'; readonly values: TValues }
  | { readonly type: 'dialog.confirm' }
  | { readonly type: 'dialog.cancel' }
  | { readonly type: 'notice.dismiss' };

export interface CollectionContext<TQuery, TItem, TList> {
  readonly query: TQuery;
  /** Null until the first load; kept while a newer one is under way. */
  readonly list: TList | null;
  /** Why the last load failed. */
  readonly message: string | null;
  /** What the open dialog is about; null in it: a new one. */
  readonly item: TItem | null;
  /** Why the last change was refused, and the field it is about. */
  readonly refusal: { readonly message: string; readonly field: string | null } | null;
  /** What the last change did. */
  readonly notice: string | null;
}

/**
 * A list that is looked after (COL-1…6): loading and reloading in one region, its dialogs in the other:
 * create, edit, and delete with a confirmation. A change closes its dialog, says so, and reloads.
 */
export const collection = <TQuery, TItem, TList, TValues>({ id, unexpected }: CollectionConfig) =>
  setup({
    types: typesOf<{
      input: { readonly query: TQuery };
      context: CollectionContext<TQuery, TItem, TList>;
      events: CollectionEvent<TQuery, TItem, TValues>;
      tags: 'busy' | 'loading';
    }>(),
    actors: {
      load: notProvided<{ readonly query: TQuery }, TList>(`${id}.load`),
      /** Creates, or changes `item`; answers what to tell. */
      save: notProvided<{ readonly item: TItem | null; readonly values: TValues }, string>(
        `${id}.save`,
      ),
      remove: notProvided<{ readonly item: TItem | null }, string>(`${id}.remove`),
    },
    actions: {
      ask: assign((_, { query }: { query: TQuery }) => ({ query })),
      take: assign(({ context }, outcome: Outcome<TList>) =>
        outcome.ok
          ? { list: outcome.value, message: null }
          : { list: context.list, message: outcome.message },
      ),
      open: assign((_, { item }: { item: TItem | null }) => ({
        item,
        refusal: null,
        notice: null,
      })),
      tell: assign((_, outcome: Outcome<string>) =>
        outcome.ok
          ? { notice: outcome.value, refusal: null }
          : { refusal: { message: outcome.message, field: outcome.field ?? null } },
      ),
      forgetRefusal: assign({ refusal: null }),
      dismiss: assign({ notice: null }),
    },
    guards: { isDone: (_, outcome: Outcome<unknown>) => outcome.ok },
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
    on: { 'notice.dismiss': { actions: 'dismiss' } },
    states: {
      list: {
        initial: 'loading',
        on: {
          'list.query': {
            target: '.loading',
            reenter: true,
            actions: { type: 'ask', params: itself },
          },
          'list.reload': '.loading',
        },
        states: {
          loading: {
            tags: 'loading',
            invoke: {
              id: 'load',
              src: 'load',
              input: ({ context }) => ({ query: context.query }),
              onDone: [
                {
                  guard: { type: 'isDone', params: itsOutput },
                  target: 'ready',
                  actions: { type: 'take', params: itsOutput },
                },
                { target: 'failed', actions: { type: 'take', params: itsOutput } },
              ],
              onError: {
                target: 'failed',
                actions: { type: 'take', params: { ok: false, message: unexpected.load } },
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
              'item.edit': { target: 'form', actions: { type: 'open', params: itself } },
              'item.delete': { target: 'confirm', actions: { type: 'open', params: itself } },
            },
          },
          form: {
            initial: 'editing',
            states: {
              editing: {
                on: {
                  'dialog.submit': 'saving',
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
                      guard: { type: 'isDone', params: itsOutput },
                      target: `#${id}.dialog.changed`,
                      actions: { type: 'tell', params: itsOutput },
                    },
                    { target: 'editing', actions: { type: 'tell', params: itsOutput } },
                  ],
                  onError: {
                    target: 'editing',
                    actions: { type: 'tell', params: { ok: false, message: unexpected.change } },
                  },
                },
              },
            },
          },
          confirm: {
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
                      guard: { type: 'isDone', params: itsOutput },
                      target: `#${id}.dialog.changed`,
                      actions: { type: 'tell', params: itsOutput },
                    },
                    { target: 'asking', actions: { type: 'tell', params: itsOutput } },
                  ],
                  onError: {
                    target: 'asking',
                    actions: { type: 'tell', params: { ok: false, message: unexpected.change } },
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
