import { describe, expect, it } from 'vitest';
import {
  inspectorForm,
  inspectorMachine,
  questionsAdminMachine,
  selectInspector,
  selectStats,
  statsMachine,
} from '#machines/admin/admin.ts';
import { selectLoadMessage } from '#machines/kit/loader.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { selectDialog, selectQuery, selectRefusal } from '#machines/kit/collection.ts';
import {
  adminUsersMachine,
  selectPages,
  usersMachine,
  type UsersQuery,
} from '#machines/admin/users.ts';
import { failure, fold, outcome } from '#tests/support/graph.ts';

const changed = (question_text: string) => {
  const values = { question_text, shown_on_air: true, shown_to_home: false };
  const snapshot = fold(questionsAdminMachine, { query: null }, [
    outcome('load', success([])),
    { type: 'item.edit', item: {} },
    { type: 'dialog.submit', values },
  ]);
  return [snapshot.hasTag('busy'), selectRefusal(snapshot)?.errors ?? null];
};

const switched = (values: { on: boolean }, event: Parameters<typeof fold>[2][number]) =>
  fold(inspectorForm, undefined, [{ type: 'form.submit', values }, event]).context.message;

describe('the page /admin', () => {
  const input = { query: null, random: () => 0.5 };
  const stats = { users: 3, questions: 2, sessions: 2, answers: 40, points: 120 };
  const totals = (...events: Parameters<typeof fold>[2]) => {
    const snapshot = fold(statsMachine, input, events);
    return [selectStats(snapshot), selectLoadMessage(snapshot)];
  };
  const text = 'Failed to load dashboard statistics. Please try again.';

  it('ADM-1 shows the totals, or the reason of a failure, or stale totals', () => {
    const loaded = outcome('load', success({ stats }));
    expect(totals(loaded)).toEqual([stats, null]);
    expect(totals(outcome('load', refusal('Not for you.')))).toEqual([null, 'Not for you.']);
    expect(totals(failure('load'))).toEqual([null, text]);
    expect(totals(loaded, { type: 'load.retry' }, failure('load'))).toEqual([stats, text]);
  });

  it('ADM-2 changes a question only to a readable text', () => {
    expect(changed('Name a fruit.')).toEqual([true, null]);
    expect(changed('  ')).toEqual([false, { question_text: 'Please enter a question.' }]);
    expect(changed('x'.repeat(501))).toEqual([
      false,
      { question_text: 'At most 500 characters, please.' },
    ]);
    const broken = fold(questionsAdminMachine, { query: null }, [failure('load')]);
    expect(broken.context.message).toBe('Failed to load admin data. Please try again.');
  });

  it('shows who may inspect, the new setting, or why it could not be changed', () => {
    const on = { inspector: 'admins', until: 1 } as const;
    const asked = fold(inspectorMachine, input, [outcome('load', success(on))]);
    expect([selectInspector(asked), selectLoadMessage(asked)]).toEqual([on, null]);
    const failed = fold(inspectorMachine, input, [failure('load')]);
    expect([selectInspector(failed), selectLoadMessage(failed)]).toEqual([
      null,
      'Failed to load the inspector settings. Please try again.',
    ]);
    expect([
      switched({ on: true }, outcome('submit', success(on))),
      switched({ on: false }, outcome('submit', success({ inspector: 'nobody', until: null }))),
      switched({ on: true }, failure('submit')),
    ]).toEqual([
      'Admins can inspect now.',
      'Inspecting is off.',
      'Failed to switch the inspector. Please try again.',
    ]);
  });
});

describe.each([
  [usersMachine, 'Failed to fetch users.'],
  [adminUsersMachine, 'Failed to load admin data. Please try again.'],
])('the accounts: $id', (machine, unexpected) => {
  const query: UsersQuery = { search: '', role: null, page: 1 };
  const at = (...events: Parameters<typeof fold>[2]) => fold(machine, { query }, events);
  const values = {
    name: 'Ann',
    email: 'ann@example.org',
    role_id: ROLE.home,
    password: 'violet42',
  };
  const loaded = outcome('load', success({ users: [], total: 41 }));
  const submit = (more: object) => ({ type: 'dialog.submit', values: { ...values, ...more } });
  const wrongIn = (...events: Parameters<typeof fold>[2]) =>
    Object.keys(selectRefusal(at(loaded, ...events))?.errors ?? {});

  it('US-1 are loaded again at once for another role or page, and for a search once typing pauses', () => {
    for (const asked of [
      { ...query, role: ROLE.admin },
      { ...query, page: 2 },
    ]) {
      const snapshot = at(loaded, { type: 'list.query', query: asked });
      expect([snapshot.value, selectQuery(snapshot)]).toEqual([
        { list: 'loading', dialog: 'closed' },
        asked,
      ]);
    }
    const typed = { type: 'list.query', query: { ...query, search: 'a' } };
    expect(at(loaded, typed).value).toEqual({ list: 'resting', dialog: 'closed' });
    expect(at(failure('load')).context.message).toBe(unexpected);
    expect([selectPages(at()), selectPages(at(loaded))]).toEqual([1, 3]);
  });
  it('US-1 need a name and an address, and a new one a password', () => {
    const create = { type: 'item.create' };
    const edit = { type: 'item.edit', item: { id: 'u1' } };
    expect(wrongIn(create, submit({ password: 'short' }))).toEqual(['password']);
    for (const open of [create, edit])
      expect(wrongIn(open, submit({ name: ' ', email: 'ann' }))).toEqual(['name', 'email']);
    const saving = at(loaded, edit, submit({ password: '' }));
    expect([saving.hasTag('busy'), selectDialog(saving)]).toEqual([true, 'form']);
    expect(at(loaded, create, submit({})).hasTag('busy')).toBe(true);
  });
});
