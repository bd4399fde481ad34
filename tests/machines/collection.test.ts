import { createActor, fromPromise } from 'xstate';
import { describe, expect, it } from 'vitest';
import { SEARCH_DELAY_MS } from '#machines/contract/limits.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import {
  collection,
  selectBusy,
  selectDialog,
  selectItem,
  selectList,
  selectLoading,
  selectMessage,
  selectNotice,
  selectQuery,
  selectRefusal,
} from '#machines/kit/collection.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import {
  elapsed,
  failure,
  fold,
  modelOf,
  outcome,
  pathsOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';

const machine = collection<
  { search: string; page: number },
  string,
  readonly string[],
  { name: string }
>({
  id: 'people',
  unexpected: { load: 'No list.', change: 'No line.' },
  check: ({ name }, item) =>
    name === (item ?? '') ? refusal('Another one.', { field: 'name' }) : success(null),
  isTyped: (before, after) => before.search !== after.search,
});
const input = { query: { search: '', page: 1 } };
const query = { type: 'list.query', query: { search: '', page: 2 } } as const;
const typed = (search: string) => ({ type: 'list.query', query: { search, page: 1 } }) as const;
const reload = { type: 'list.reload' } as const;
const create = { type: 'item.create' } as const;
const edit = { type: 'item.edit', item: 'ann' } as const;
const remove = { type: 'item.delete', item: 'ann' } as const;
const submit = { type: 'dialog.submit', values: { name: 'Ann' } } as const;
const confirm = { type: 'dialog.confirm' } as const;
const cancel = { type: 'dialog.cancel' } as const;
const broken = { type: 'dialog.submit', values: { name: '' } } as const;
const listed = outcome('load', success(['ann']));
const taken = refusal('Taken.', { field: 'email' });

const model = modelOf(machine, {
  input,
  events: {
    'list.query': [query, typed('a')],
    'list.reload': [reload],
    'item.create': [create],
    'item.edit': [edit],
    'item.delete': [remove],
    'dialog.submit': [submit, broken],
    'dialog.confirm': [confirm],
    'dialog.cancel': [cancel],
  },
  done: {
    load: [success(['ann']), refusal('Not now.')],
    save: [success('Saved.'), taken],
    remove: [success('Gone.'), refusal('No.')],
  },
  at: ({ context }) => context.query,
});
const seen = (events: Parameters<typeof fold>[2]) => {
  const { value, context } = fold(machine, input, events);
  const { list, message, item, refusal: refused, notice } = context;
  return { value, list, message, item, refused, notice };
};
const calm = { list: null, message: null, item: null, refused: null, notice: null };

describe('a managed list', () => {
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });

  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });

  it('COL-1 shows the list, or the reason of a failure', () => {
    expect(seen([listed])).toEqual({
      ...calm,
      value: { list: 'ready', dialog: 'closed' },
      list: ['ann'],
    });
    expect(seen([outcome('load', refusal('Not now.'))]).message).toBe('Not now.');
    expect(seen([failure('load')]).message).toBe('No list.');
    for (const vain of [outcome('load', refusal('Not now.')), failure('load')])
      expect(seen([vain]).value).toEqual({ list: 'failed', dialog: 'closed' });
  });

  it('COL-2 keeps its rows while a newer list is loading', () => {
    expect(seen([listed, query])).toEqual({
      ...calm,
      value: { list: 'loading', dialog: 'closed' },
      list: ['ann'],
    });
  });

  it('COL-3 shows the effect of a change, closes its dialog and reloads the list', () => {
    expect(seen([listed, edit, submit, outcome('save', success('Saved.'))])).toEqual({
      ...calm,
      value: { list: 'loading', dialog: 'closed' },
      list: ['ann'],
      item: 'ann',
      notice: 'Saved.',
    });
  });

  it('COL-4 keeps the dialog and shows why a change was refused', () => {
    expect(seen([listed, create, submit, outcome('save', taken)])).toEqual({
      ...calm,
      value: { list: 'ready', dialog: { form: 'editing' } },
      list: ['ann'],
      refused: { message: 'Taken.', errors: { email: 'Taken.' } },
    });
    expect(seen([create, submit, failure('save')]).refused).toEqual({
      message: 'No line.',
      errors: {},
    });
  });

  it('COL-5 deletes only after a confirmation based on fresh data', () => {
    expect(seen([listed, remove]).value).toEqual({
      list: 'loading',
      dialog: { confirm: 'asking' },
    });
    const asked = [listed, remove, listed];
    expect(seen([...asked, cancel]).value).toEqual({ list: 'ready', dialog: 'closed' });
    expect(seen([...asked, confirm]).value).toEqual({
      list: 'ready',
      dialog: { confirm: 'removing' },
    });
  });

  it('COL-3 COL-5 sends what was filled in or confirmed, and shows that it is pending', async () => {
    const asked: object[] = [];
    const people: readonly string[] = ['ann'];
    const answering = <TInput extends object, TValue>(value: TValue) =>
      fromPromise<Outcome<TValue>, TInput>(async ({ input: wanted }) => {
        asked.push(wanted);
        return success(value);
      });
    const actor = createActor(
      machine.provide({
        actors: {
          load: answering(people),
          save: answering('Saved.'),
          remove: answering('Gone.'),
        },
      }),
      { input },
    ).start();
    const now = () => {
      const snapshot = actor.getSnapshot();
      return {
        list: selectList(snapshot),
        query: selectQuery(snapshot),
        item: selectItem(snapshot),
        message: selectMessage(snapshot),
        notice: selectNotice(snapshot),
        refusal: selectRefusal(snapshot),
        loading: selectLoading(snapshot),
        busy: selectBusy(snapshot),
        dialog: selectDialog(snapshot),
      };
    };
    const first = {
      list: null,
      query: input.query,
      item: null,
      message: null,
      notice: null,
      refusal: null,
      loading: true,
      busy: false,
      dialog: null,
    };
    expect(now()).toEqual(first);
    await settled();
    const rest = { ...first, list: ['ann'], loading: false };
    expect(now()).toEqual(rest);

    actor.send(edit);
    expect(now()).toEqual({ ...rest, item: 'ann', dialog: 'form' });
    actor.send(submit);
    expect(now()).toEqual({ ...rest, item: 'ann', dialog: 'form', busy: true });
    await settled();
    expect(now()).toEqual({ ...rest, item: 'ann', notice: 'Saved.' });

    actor.send(remove);
    await settled();
    expect(now()).toEqual({ ...rest, item: 'ann', dialog: 'confirm' });
    actor.send(confirm);
    expect(now()).toEqual({ ...rest, item: 'ann', dialog: 'confirm', busy: true });
    await settled();
    expect(now()).toEqual({ ...rest, item: 'ann', notice: 'Gone.' });
    expect(asked).toEqual([
      input,
      { item: 'ann', values: submit.values },
      input,
      input,
      { item: 'ann' },
      input,
    ]);
    actor.stop();
  });

  it('COL-4 COL-5 lets a refused or failed change be retried or cancelled', () => {
    for (const [open, change, port, where] of [
      [create, submit, 'save', { form: 'editing' }],
      [remove, confirm, 'remove', { confirm: 'asking' }],
    ] as const)
      for (const [reply, message] of [
        [outcome(port, refusal('No.')), 'No.'],
        [failure(port), 'No line.'],
      ] as const) {
        const refused = [listed, open, listed, change, reply];
        expect(seen(refused)).toMatchObject({
          value: { dialog: where },
          refused: { message, errors: {} },
        });
        expect(seen([...refused, change]).refused).toBeNull();
        expect(seen([...refused, cancel]).value).toMatchObject({ dialog: 'closed' });
      }
  });

  it('COL-1 can be reloaded after a failure, and keeps the last list', () => {
    const later = outcome('load', refusal('Not now.'));
    expect(seen([listed, reload, later])).toMatchObject({ list: ['ann'], message: 'Not now.' });
    expect(seen([later, reload]).value).toMatchObject({ list: 'loading' });
    expect(seen([later, reload, listed])).toMatchObject({ list: ['ann'], message: null });
  });

  it('COL-6 clears a refusal with its dialog, and a notice with the next one', () => {
    const refused = [listed, create, submit, outcome('save', taken)];
    expect(seen([...refused, cancel, create]).refused).toBeNull();
    const saved = [listed, create, submit, outcome('save', success('Saved.')), listed];
    expect(seen(saved).notice).toBe('Saved.');
    expect(seen([...saved, create]).notice).toBeNull();
  });

  it('COL-7 searches once typing pauses, for the newest text', () => {
    const rest = elapsed('untilRest', 'people.list.resting');
    const { value, context } = fold(machine, input, [typed('a'), typed('an'), rest]);
    expect([value, context.query]).toEqual([
      { list: 'loading', dialog: 'closed' },
      { search: 'an', page: 1 },
    ]);
    expect(seen([listed, typed('a')]).value).toEqual({ list: 'resting', dialog: 'closed' });
    expect(selectLoading(fold(machine, input, [listed, typed('a')]))).toBe(true);
    expect(selectQuery(fold(machine, input, [listed, query]))).toEqual(query.query);
    expect(seen([listed, query]).value).toEqual({ list: 'loading', dialog: 'closed' });
    expect(seen([listed, { type: 'list.query', ...input }]).value).toEqual({
      list: 'ready',
      dialog: 'closed',
    });
  });

  it('COL-7 ignores the reply of a superseded search [R2.users-search-calm]', async () => {
    const asked: { search: string; reply: (outcome: Outcome<readonly string[]>) => void }[] = [];
    const load = fromPromise<Outcome<readonly string[]>, { readonly query: typeof input.query }>(
      ({ input: { query: wanted } }) =>
        new Promise((reply) => asked.push({ search: wanted.search, reply })),
    );
    const clock = createFakeClock(0);
    const actor = createActor(machine.provide({ actors: { load } }), { input, clock }).start();
    actor.send(typed('a'));
    actor.send(typed('ann'));
    clock.advance(SEARCH_DELAY_MS);
    expect(asked.map(({ search }) => search)).toEqual(['', 'ann']);
    asked[1]?.reply(success(['ann']));
    asked[0]?.reply(success(['bob']));
    await settled();
    expect(actor.getSnapshot().context.list).toEqual(['ann']);
  });

  it('COL-8 shows an invalid field and sends nothing', () => {
    const refused = { message: 'Another one.', errors: { name: 'Another one.' } };
    const value = { list: 'ready', dialog: { form: 'editing' } };
    expect(seen([listed, create, broken])).toEqual({ ...calm, value, list: ['ann'], refused });
    const same = { type: 'dialog.submit', values: { name: 'ann' } } as const;
    expect(seen([listed, edit, same]).refused).toEqual(refused);
  });
});
