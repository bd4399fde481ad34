import { m } from 'messages';
import type { AnyEventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import {
  auditMachine,
  inspectorForm,
  inspectorMachine,
  timeZoneForm,
  timeZoneMachine,
  questionsAdminMachine,
  selectAuditPages,
  selectInspector,
  selectInspectorBusy,
  selectNotices,
  selectStats,
  selectStatsBusy,
  statsMachine,
} from '#machines/admin/admin.ts';
import { selectLoadMessage } from '#machines/kit/loader.ts';
import type { AdminUser } from '#machines/admin/calls.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { isValidText, isVisibleText, textProblem } from '#machines/contract/text.ts';
import { success } from '#machines/contract/outcome.ts';
import {
  distributionMachine,
  suggestionCountMachine,
  groupingMachine,
  selectDistribution,
  selectGrouping,
} from '#machines/results/insights.ts';
import { appealForm, pointsExplanationMachine } from '#machines/results/points-explanation.ts';
import {
  entryFeeMachine,
  paymentsMachine,
  selectEntryFee,
  selectPayments,
} from '#machines/payment/payments.ts';
import {
  publicConfigMachine,
  selectHasModel,
  selectInspectorAccess,
  selectTakesPayments,
} from '#machines/connection/public-config.ts';
import {
  controlTokensMachine,
  revokeTokenForm,
  selectTokens,
  tokenForm,
} from '#machines/show/control-tokens.ts';
import { peopleMachine, seatActForm, seatForm, selectPeople } from '#machines/show/seats.ts';
import { myShowsMachine } from '#machines/show/my-shows.ts';
import { resendForm } from '#machines/account/resend.ts';
import { uploadForm } from '#machines/show/media.ts';
import { exportForm } from '#machines/show/show-export.ts';
import { adminUsersMachine, selectPages, usersMachine } from '#machines/admin/users.ts';
import { failure, fold, outcome } from '#tests/support/graph.ts';

/* The specific part of each chart made by `loader`, `collection` or a form. */

const NETWORK = 'Network error. Please try again.';
const SERVER = 'Network error. Please check if the server is running.';
const query = { query: null, random: () => 0.5 };
const ofSession = { query: { gameSessionId: 'g1' }, random: () => 0.5 };
const broken = [failure('load')];
const loaded = (value: unknown) => [outcome('load', success(value))];

const stats = (events: AnyEventObject[]) => {
  const snapshot = fold(statsMachine, query, events);
  return [selectStats(snapshot), selectLoadMessage(snapshot), selectStatsBusy(snapshot)];
};
const inspector = (events: AnyEventObject[]) => {
  const snapshot = fold(inspectorMachine, query, events);
  return [selectInspector(snapshot), selectLoadMessage(snapshot), selectInspectorBusy(snapshot)];
};
const listedTokens = (events: AnyEventObject[]) => fold(controlTokensMachine, query, events);
const listedPeople = (events: AnyEventObject[]) =>
  fold(peopleMachine, { query: { showId: 's1', search: '' }, random: () => 0.5 }, events);
const texts = (events: AnyEventObject[]) => fold(distributionMachine, ofSession, events);
const groups = (events: AnyEventObject[]) => fold(groupingMachine, ofSession, events);
const fee = (events: AnyEventObject[]) => fold(entryFeeMachine, query, events);
const payments = (events: AnyEventObject[]) => fold(paymentsMachine, ofSession, events);
const published = (events: AnyEventObject[]) => {
  const snapshot = fold(publicConfigMachine, query, events);
  return [
    selectTakesPayments(snapshot),
    selectHasModel(snapshot),
    selectInspectorAccess(snapshot),
    selectLoadMessage(snapshot),
  ];
};

describe('loaded data', () => {
  it('the totals, or the reason of a failure', () => {
    const totals = { users: 3 };
    const notices = (...values: object[]) =>
      selectNotices(fold(statsMachine, query, values.flatMap(loaded)));
    expect([notices(), notices({ stats: totals })]).toEqual([[], []]);
    expect(notices({ stats: totals, notices: ['Set this.'] })).toEqual(['Set this.']);
    expect(stats([])).toEqual([null, null, true]);
    expect(stats(loaded({ stats: totals }))).toEqual([totals, null, false]);
    expect(stats(broken)).toEqual([
      null,
      'Failed to load dashboard statistics. Please try again.',
      false,
    ]);
  });
  it('who may inspect, or the reason of a failure', () => {
    const state = { until: 5_000 };
    expect(inspector([])).toEqual([null, null, true]);
    expect(inspector(loaded(state))).toEqual([state, null, false]);
    expect(inspector(broken)).toEqual([null, m.inspectorFailed(), false]);
  });
  it('the distribution and the groups, each or the reason of its failure', () => {
    expect(selectDistribution(texts(loaded(['Towel'])))).toEqual(['Towel']);
    expect(selectGrouping(groups(loaded({ totalGroups: 1 })))).toEqual({ totalGroups: 1 });
    expect([texts(broken), groups(broken)].map(selectLoadMessage)).toEqual([NETWORK, NETWORK]);
    expect([selectDistribution(texts(broken)), selectGrouping(groups(broken))]).toEqual([
      null,
      null,
    ]);
  });
  it('the entry fee and the payment, each or the reason of its failure', () => {
    expect(selectEntryFee(fee(loaded({ label: '$0.50', paid: [] })))?.label).toBe('$0.50');
    expect(selectPayments(payments(loaded({ payments: [] })))).toEqual({ payments: [] });
    expect([fee(broken), payments(broken)].map(selectLoadMessage)).toEqual([NETWORK, NETWORK]);
  });
  it('the public configuration: unknown until it is loaded', () => {
    expect(published([])).toEqual([null, null, null, null]);
    expect(published(broken)).toEqual([null, null, null, NETWORK]);
    expect(published(loaded({ payments: 'test', model: true, inspector: 'admins' }))).toEqual([
      true,
      true,
      'admins',
      null,
    ]);
    expect(published(loaded({ payments: 'off', model: false, inspector: 'nobody' }))).toEqual([
      false,
      false,
      'nobody',
      null,
    ]);
  });
  it.each([
    ['stats', statsMachine],
    ['distribution', distributionMachine],
    ['grouping', groupingMachine],
    ['suggestionCount', suggestionCountMachine],
    ['entryFee', entryFeeMachine],
    ['payments', paymentsMachine],
    ['publicConfig', publicConfigMachine],
    ['questionsAdmin', questionsAdminMachine],
    ['audit', auditMachine],
    ['inspector', inspectorMachine],
    ['inspectorSwitch', inspectorForm],
    ['timeZone', timeZoneMachine],
    ['timeZoneForm', timeZoneForm],
    ['users', usersMachine],
    ['adminUsers', adminUsersMachine],
    ['pointsExplanation', pointsExplanationMachine],
    ['appeal', appealForm],
    ['resend', resendForm],
    ['controlTokens', controlTokensMachine],
    ['tokenForm', tokenForm],
    ['revokeToken', revokeTokenForm],
    ['people', peopleMachine],
    ['seatForm', seatForm],
    ['myShows', myShowsMachine],
    ['seatAct', seatActForm],
    ['showExport', exportForm],
    ['uploadMedia', uploadForm],
  ])('has the name %s', (name, { id }) => {
    expect(id).toBe(name);
  });
});

const submit = (values: object) => ({ type: 'form.submit', values });

const switched = (...events: AnyEventObject[]) =>
  fold(inspectorForm, undefined, [submit({ on: true }), ...events]).context.message;

const uploaded = (size: number) =>
  fold(uploadForm, undefined, [
    submit({ size, read: () => Promise.reject(new Error('it was read')) }),
    outcome('submit', success({ id: 'm', kind: 'sound' })),
  ]).context.message;

const appealed = (wanted: string) =>
  fold(appealForm, undefined, [
    submit({ gameSessionId: 'g1', wanted, groupId: null }),
    outcome('submit', success({ wanted, state: 'open' })),
  ]).context;

describe('forms', () => {
  it('the appeal needs a text, and shows that it was sent [R2.appeal-once]', () => {
    expect([appealed(' ').errors, appealed('couch').message]).toEqual([
      { wanted: m.appealNothing() },
      m.appealSent(),
    ]);
  });
  it('CT-1 CT-2 CT-3 tokens are listed, created with a name and shown once, and revoked', () => {
    expect(selectTokens(listedTokens(loaded(['t1'])))).toEqual(['t1']);
    expect(selectLoadMessage(listedTokens(broken))).toBe(m.controlLoadFailed());
    const made = (name: string) =>
      fold(tokenForm, undefined, [submit({ name }), outcome('submit', success('a token'))]).context;
    expect(made(' ').errors).toEqual({ name: m.controlNoName() });
    expect(made('Stream Deck').message).toBe('a token');
    const revoked = fold(revokeTokenForm, undefined, [
      submit({ id: 't1' }),
      outcome('submit', success(null)),
    ]);
    expect(revoked.context.message).toBe('The token is revoked');
  });
  it('SEAT-1 SEAT-2 SEAT-3 people are listed; seats are added by name, renewed and removed', () => {
    expect(selectPeople(listedPeople(loaded(['p1'])))).toEqual(['p1']);
    expect(selectLoadMessage(listedPeople(broken))).toBe(m.seatsLoadFailed());
    const desk = { userId: 'u1', name: 'Desk 1', key: 'a key' };
    const added = (name: string) =>
      fold(seatForm, undefined, [submit({ showId: 's1', name }), outcome('submit', success(desk))])
        .context;
    expect(added(' ').errors).toEqual({ name: m.seatsNoName() });
    expect(added('Desk 1').message).toBe('Desk 1 is ready');
    const acted = (link: typeof desk | null) =>
      fold(seatActForm, undefined, [submit({ type: 'remove' }), outcome('submit', success(link))])
        .context.message;
    expect([acted(desk), acted(null)]).toEqual(['Desk 1 has a new link', 'The seat is removed']);
  });
  it('MED-1 a file that is too large is refused before it is read', () => {
    expect([uploaded(LIMITS.mediaBytes + 1), uploaded(LIMITS.mediaBytes)]).toEqual([
      m.mediaTooLarge(),
      'The sound is ready to save',
    ]);
  });
  it('SX-1 the export shows the name of the saved file', () => {
    const values = { showId: 's1', format: 'xlsx' };
    const saved = [submit(values), outcome('submit', success('friday.xlsx'))];
    expect(fold(exportForm, undefined, saved).context.message).toBe('Saved as friday.xlsx');
  });
  it('the switch of the inspector shows its new setting, or that it is unchanged', () => {
    expect([
      switched(outcome('submit', success({ until: 5_000 }))),
      switched(outcome('submit', success({ until: null }))),
      switched(failure('submit')),
    ]).toEqual([m.inspectorOn(), m.inspectorOff(), m.inspectorSwitchFailed()]);
  });
  it('AUTH-4 the verification mail is requested with an address, and shows the outcome', () => {
    const resent = (email: string, ...events: AnyEventObject[]) => {
      const { value, context } = fold(resendForm, undefined, [submit({ email }), ...events]);
      return [value, context.message];
    };
    const first = 'Please enter your email address first.';
    expect(fold(resendForm, undefined, [submit({ email: ' ' })]).context).toMatchObject({
      message: first,
      errors: { email: first },
    });
    const [state, told] = resent('ann@example.org', outcome('submit', success('ann@example.org')));
    expect(state).not.toBe('editing');
    expect(told).toBe('Verification email sent! Please check your email.');
    expect(resent('ann@example.org', failure('submit'))).toEqual(['editing', SERVER]);
  });
});

const ann: AdminUser = {
  id: 'u1',
  name: 'Ann',
  email: 'ann@example.org',
  role_id: 2,
  total_score: 0,
  total_answers: 0,
};
const listed = { search: '', role: null, page: 1 } as const;
const change = (values: object) => ({ type: 'dialog.submit', values });

/** The state of the list when another query is entered. */
const queried = (more: object) =>
  fold(usersMachine, { query: listed }, [
    ...loaded({ users: [], total: 0 }),
    { type: 'list.query', query: { ...listed, ...more } },
  ]).value.list;
const questionsAfter = (...events: AnyEventObject[]) =>
  fold(questionsAdminMachine, { query: null }, events).context;

describe('managed lists', () => {
  const charts = [
    ['users', usersMachine, 'Failed to fetch users.'],
    ['adminUsers', adminUsersMachine, 'Failed to load admin data. Please try again.'],
  ] as const;
  it.each(charts)('%s: the list, or the reason of a failure', (_, chart, message) => {
    const after = (events: AnyEventObject[]) => fold(chart, { query: listed }, events);
    expect(after(broken).context.message).toBe(message);
    const pages = (total: number) => selectPages(after(loaded({ users: [ann], total })));
    expect([selectPages(after([])), pages(0), pages(20), pages(21)]).toEqual([1, 1, 1, 2]);
  });
  it('an account needs a name and an address, and a new one a password', () => {
    const refusedOf = (start: AnyEventObject, values: object) =>
      fold(usersMachine, { query: listed }, [
        ...loaded({ users: [ann], total: 1 }),
        start,
        change(values),
      ]).context.refusal?.errors ?? null;
    const create = { type: 'item.create' };
    const edit = { type: 'item.edit', item: ann };
    const good = { name: 'Ann', email: 'ann@example.org', role_id: 2, password: 'violet42' };
    expect([refusedOf(create, good), refusedOf(edit, { ...good, password: '' })]).toEqual([
      null,
      null,
    ]);
    const short = 'Password must be at least 6 characters long';
    expect(refusedOf(create, { ...good, password: '' })).toEqual({ password: short });
    const both = { name: 'Name is required.', email: 'Email is required.' };
    expect(refusedOf(edit, { ...good, name: ' ', email: '' })).toEqual(both);
    expect(refusedOf(create, { ...good, name: ' ', email: '', password: '' })).toEqual({
      ...both,
      password: short,
    });
  });
  it('a search starts once typing pauses; another page or role at once', () => {
    expect([{ search: 'a' }, { page: 2 }, { role: 1 }].map(queried)).toEqual([
      'resting',
      'loading',
      'loading',
    ]);
  });
  it('the audit: its entries, or the reason of a failure; a search starts once typing pauses', () => {
    const every = { person: '', action: '', from: '', to: '', reads: false, page: 1 };
    const after = (events: AnyEventObject[]) => fold(auditMachine, { query: every }, events);
    expect(after(broken).context.message).toBe('Failed to load the audit. Please try again.');
    const entries = (total: number) => selectAuditPages(after(loaded({ entries: [], total })));
    expect([selectAuditPages(after([])), entries(20), entries(21)]).toEqual([1, 1, 2]);
    const asked = (more: object) => {
      const another = { type: 'list.query', query: { ...every, ...more } };
      return after([...loaded({ entries: [], total: 0 }), another]).value.list;
    };
    const typed = [{ person: 'a' }, { from: '2026-01-01' }, { to: '2026-01-01' }];
    expect(typed.map(asked)).toEqual(['resting', 'resting', 'resting']);
    expect(asked({ action: 'release' })).toBe('loading');
  });
  it('a question needs a text of valid length', () => {
    expect(questionsAfter(...broken).message).toBe('Failed to load admin data. Please try again.');
    const edited = (question_text: string) =>
      questionsAfter({ type: 'item.edit', item: {} }, change({ question_text })).refusal;
    const none = 'Please enter a question.';
    expect(edited(' ')).toEqual({ message: none, errors: { question_text: none } });
    expect(edited('x'.repeat(501))?.message).toBe('At most 500 characters, please.');
    expect(edited('x'.repeat(500))).toBe(null);
    expect(
      questionsAfter(
        { type: 'item.edit', item: {} },
        change({ question_text: 'Why?' }),
        failure('save'),
      ).refusal?.message,
    ).toBe(SERVER);
  });
});

const problem = (text: string) => textProblem(text, 3, 'Required.');

describe('a text', () => {
  it('is visible and can be stored', () => {
    expect(['a', ' ', '\u200B', '', ' a '].map(isVisibleText)).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
    expect(['a', '', 'a\0', '\uD800', '😀'].map(isValidText)).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
  });
  it('has one problem at a time', () => {
    expect([problem(' \u200B '), problem(' abc '), problem('abcd'), problem('a\0')]).toEqual([
      'Required.',
      null,
      'At most 3 characters, please.',
      "The text has characters we can't save. Please remove them.",
    ]);
  });
});
