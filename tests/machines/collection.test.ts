import { describe, expect, it } from 'vitest';
import { refusal, success } from '#machines/contract/outcome.ts';
import { collection } from '#machines/kit/collection.ts';
import {
  failure,
  fold,
  modelOf,
  outcome,
  pathsOf,
  unexampled,
  unwalked,
} from '#tests/support/graph.ts';

const machine = collection<{ page: number }, string, readonly string[], { name: string }>({
  id: 'people',
  unexpected: { load: 'No list.', change: 'No line.' },
});
const input = { query: { page: 1 } };
const query = { type: 'list.query', query: { page: 2 } } as const;
const reload = { type: 'list.reload' } as const;
const create = { type: 'item.create' } as const;
const edit = { type: 'item.edit', item: 'ann' } as const;
const remove = { type: 'item.delete', item: 'ann' } as const;
const submit = { type: 'dialog.submit', values: { name: 'Ann' } } as const;
const confirm = { type: 'dialog.confirm' } as const;
const cancel = { type: 'dialog.cancel' } as const;
const dismiss = { type: 'notice.dismiss' } as const;
const listed = outcome('load', success(['ann']));
const taken = refusal('Taken.', { field: 'email' });

const model = modelOf(machine, {
  input,
  events: {
    'list.query': [query],
    'list.reload': [reload],
    'item.create': [create],
    'item.edit': [edit],
    'item.delete': [remove],
    'dialog.submit': [submit],
    'dialog.confirm': [confirm],
    'dialog.cancel': [cancel],
    'notice.dismiss': [dismiss],
  },
  done: {
    load: [success(['ann']), refusal('Not now.')],
    save: [success('Saved.'), taken],
    remove: [success('Gone.'), refusal('No.')],
  },
});
const seen = (events: Parameters<typeof fold>[2]) => {
  const { value, context } = fold(machine, input, events);
  const { list, message, item, refusal: refused, notice } = context;
  return { value, list, message, item, refused, notice };
};
const calm = { list: null, message: null, item: null, refused: null, notice: null };

describe('a list that is looked after', () => {
  it('has an example of every event', () => {
    expect(unexampled(model)).toEqual([]);
  });

  it('walks every transition', () => {
    expect(unwalked(model, pathsOf(model))).toEqual([]);
  });

  it('COL-1 shows the list, or why there is none', () => {
    expect(seen([listed])).toEqual({
      ...calm,
      value: { list: 'ready', dialog: 'closed' },
      list: ['ann'],
    });
    expect(seen([outcome('load', refusal('Not now.'))]).message).toBe('Not now.');
    expect(seen([failure('load')]).message).toBe('No list.');
  });

  it('COL-2 keeps what it shows while a newer list is under way', () => {
    expect(seen([listed, query])).toEqual({
      ...calm,
      value: { list: 'loading', dialog: 'closed' },
      list: ['ann'],
    });
  });

  it('COL-3 says what a change did, closes its dialog and loads the list anew', () => {
    expect(seen([listed, edit, submit, outcome('save', success('Saved.'))])).toEqual({
      ...calm,
      value: { list: 'loading', dialog: 'closed' },
      list: ['ann'],
      item: 'ann',
      notice: 'Saved.',
    });
  });

  it('COL-4 keeps the dialog and says why a change was refused', () => {
    expect(seen([listed, create, submit, outcome('save', taken)])).toEqual({
      ...calm,
      value: { list: 'ready', dialog: { form: 'editing' } },
      list: ['ann'],
      refused: { message: 'Taken.', field: 'email' },
    });
    expect(seen([create, submit, failure('save')]).refused).toEqual({
      message: 'No line.',
      field: null,
    });
  });

  it('COL-5 deletes only what was confirmed', () => {
    expect(seen([listed, remove]).value).toEqual({ list: 'ready', dialog: { confirm: 'asking' } });
    expect(seen([listed, remove, cancel]).value).toEqual({ list: 'ready', dialog: 'closed' });
    expect(seen([listed, remove, confirm]).value).toEqual({
      list: 'ready',
      dialog: { confirm: 'removing' },
    });
  });

  it('COL-6 a refusal is gone with its dialog, a notice with the next one', () => {
    const refused = [listed, create, submit, outcome('save', taken)];
    expect(seen([...refused, cancel, create]).refused).toBeNull();
    const saved = [listed, create, submit, outcome('save', success('Saved.')), listed];
    expect(seen([...saved, dismiss]).notice).toBeNull();
    expect(seen([...saved, create]).notice).toBeNull();
  });
});
