import { createActor, waitFor } from 'xstate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AdminUser } from '#machines/admin/calls.ts';
import { ROLE } from '#machines/contract/roles.ts';
import type { UsersActor, UsersQuery } from '#machines/admin/users.ts';
import { provideQuestionsAdmin, provideStats } from '#src/screens/admin/ports.ts';
import { provideAdminUsers, provideUsers } from '#src/screens/manage-users/ports.ts';
import { createRuntime, type Runtime } from '#src/effects/runtime.ts';
import { question } from '#tests/views/admin/questions.ts';

type Reply = { readonly status?: number; readonly body: unknown } | null;
/**
 * A backend that gives every call the same reply (null: unreachable), with the recorded requests.
 */
function backend(reply: Reply, isSignedIn = true) {
  const asked: { call: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const text = await request.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    asked.push({ call: `${request.method} ${pathname}${search}`, body });
    if (reply === null) throw new TypeError('fetch failed');
    return new Response(JSON.stringify(reply.body), { status: reply.status ?? 200 });
  });
  const runtime = createRuntime(window);
  if (isSignedIn) runtime.session.write('token', ann);
  return { asked, runtime };
}
const ann: AdminUser = {
  id: 'u1',
  name: 'Ann',
  email: 'ann@example.org',
  role_id: ROLE.home,
  total_score: 3,
  total_answers: 1,
};
const QUERY: UsersQuery = { search: '', role: null, page: 1 };
const values = {
  name: 'Ann',
  email: 'ann@example.org',
  role_id: ROLE.contestant,
  password: 'secret-1',
};
const FAILED: Reply = { status: 500, body: {} };
const PATH = '/api/game-sessions/admin';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

type Provide = typeof provideUsers | typeof provideAdminUsers;
const started = (provide: Provide, runtime: Runtime, query = QUERY): UsersActor =>
  createActor(provide(runtime), { input: { query } }).start();
const loaded = async (actor: UsersActor) => {
  const { context } = await waitFor(actor, (snapshot) => !snapshot.hasTag('loading'));
  return context.message ?? context.list;
};
type Act = 'create' | 'edit' | 'delete';
/** The screen's message after an act on the account of Ann. */
async function told(actor: UsersActor, act: Act): Promise<string | null> {
  await loaded(actor);
  if (act === 'create') actor.send({ type: 'item.create' });
  else actor.send({ type: `item.${act}`, item: ann });
  actor.send(act === 'delete' ? { type: 'dialog.confirm' } : { type: 'dialog.submit', values });
  const { context } = await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
  return context.refusal?.message ?? context.notice;
}

describe('the accounts of /manage-users', () => {
  it.each([
    ['without an answer', FAILED, true, 'Failed to fetch users. [R8.users-fetch-failed]'],
    ['without a token', FAILED, false, 'Please log in to view users. [R8.users-log-in]'],
    ['without a line', null, true, 'Network error. Please try again.'],
  ])('%s', async (_, reply, isSignedIn, message) => {
    const actor = started(provideUsers, backend(reply, isSignedIn).runtime);
    expect(await loaded(actor)).toBe(message.split(' [')[0]);
  });

  it.each([
    ['create', 'Failed to create user. [R8.users-create-failed]'],
    ['edit', 'Failed to update user. [R8.users-update-failed]'],
    ['delete', 'Failed to delete user. [R8.users-delete-failed]'],
  ] as const)('%s: %s', async (act, message) => {
    expect(await told(started(provideUsers, backend(FAILED).runtime), act)).toBe(
      message.split(' [')[0],
    );
  });

  it('send name, email and role, and a password for a new one only [R3.create-user-payload R3.edit-user-payload]', async () => {
    const { asked, runtime } = backend({ body: { message: 'ok', user: ann, users: [], total: 0 } });
    const actor = started(provideUsers, runtime);
    expect(await told(actor, 'create')).toBe('User created successfully!');
    expect(await told(actor, 'edit')).toBe('User updated successfully!');
    expect(await told(actor, 'delete')).toBe('User deleted successfully!');
    const { password: _, ...account } = values;
    expect(asked.filter(({ call }) => !call.startsWith('GET'))).toEqual([
      { call: 'POST /api/auth/admin/create-gameshow-user', body: values },
      { call: `PUT ${PATH}/users/u1?unlessAnswering=true`, body: account },
      { call: `DELETE ${PATH}/users/u1`, body: null },
    ]);
  });

  it.each([
    ['another role is asked for', {}, '?unlessAnswering=true'],
    ['it is wanted all the same', { evenIfAnswering: true as const }, ''],
    ['the role stays', { role_id: ann.role_id }, ''],
  ])('request a role change only without an unanswered question: %s', async (_, more, search) => {
    const { asked, runtime } = backend({ body: { message: 'ok', user: ann, users: [], total: 0 } });
    const actor = started(provideUsers, runtime);
    await loaded(actor);
    actor.send({ type: 'item.edit', item: ann });
    actor.send({ type: 'dialog.submit', values: { ...values, ...more } });
    await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
    expect(asked.map(({ call }) => call)).toContain(`PUT ${PATH}/users/u1${search}`);
  });

  it('are searched and paged by the server if it can', async () => {
    const { asked, runtime } = backend({ body: { users: [ann], total: 45 } });
    const actor = started(provideUsers, runtime, { search: 'an', role: ROLE.home, page: 3 });
    expect([await loaded(actor), asked.map(({ call }) => call)]).toEqual([
      { users: [ann], total: 45 },
      [`GET ${PATH}/users?by=name&page=3&search=an&role=2`],
    ]);
  });
});

describe('the accounts of /admin', () => {
  it.each([
    [
      'without an answer',
      FAILED,
      true,
      'Failed to load admin data. Please try again. [R8.admin-data-failed]',
    ],
    ['without a token', FAILED, false, 'Please log in to view this page. [R8.admin-log-in]'],
  ])('%s', async (_, reply, isSignedIn, message) => {
    const actor = started(provideAdminUsers, backend(reply, isSignedIn).runtime);
    expect(await loaded(actor)).toBe(message.split(' [')[0]);
  });

  it.each([
    ['edit', FAILED, 'Failed to update user [R8.admin-user-update-failed]'],
    ['delete', FAILED, 'Failed to delete user [R8.admin-user-delete-failed]'],
    [
      'edit',
      null,
      'Network error. Please check if the server is running. [R8.admin-dialog-network]',
    ],
    [
      'delete',
      { status: 403, body: { error: 'Admin users cannot be deleted.' } },
      'Admin users cannot be deleted.',
    ],
  ] as const)('%s %j: %s', async (act, reply, message) => {
    const actor = started(provideAdminUsers, backend(reply).runtime);
    expect(await told(actor, act)).toBe(message.split(' [')[0]);
  });

  it('are searched by role and id as well [R2.admin-users-search-role R2.admin-users-search-id]', async () => {
    const { asked, runtime } = backend({ body: { users: [], total: 0 } });
    await loaded(started(provideAdminUsers, runtime, { ...QUERY, search: 'admin' }));
    expect(asked.map(({ call }) => call)).toEqual([`GET ${PATH}/users?by=all&page=1&search=admin`]);
  });
});

describe('the totals', () => {
  it.each([
    [{ body: { total_users: 1 } }, 'Invalid stats response format [R7.stats-invalid]'],
    [
      { body: { stats: { total_users: 'many' } } },
      'Invalid stats response format [R7.stats-invalid]',
    ],
    [FAILED, 'Failed to load dashboard statistics. Please try again. [R8.admin-stats-failed]'],
    [null, 'Network error. Please try again.'],
  ])('%j: %s', async (reply, message) => {
    const actor = createActor(provideStats(backend(reply).runtime), {
      input: { query: null, random: () => 0 },
    }).start();
    const { context } = await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
    expect(context.message).toBe(message.split(' [')[0]);
  });
});

describe('the questions of /admin', () => {
  const item = question('q1');
  const edited = { question_text: 'Anew?', shown_on_air: true, shown_to_home: false };
  const toldOf = async (reply: Reply, act: 'edit' | 'delete') => {
    const { asked, runtime } = backend(reply);
    const actor = createActor(provideQuestionsAdmin(runtime), { input: { query: null } }).start();
    await waitFor(actor, (snapshot) => !snapshot.hasTag('loading'));
    actor.send({ type: `item.${act}`, item });
    actor.send(
      act === 'delete' ? { type: 'dialog.confirm' } : { type: 'dialog.submit', values: edited },
    );
    const { context } = await waitFor(actor, (snapshot) => !snapshot.hasTag('busy'));
    return {
      text: context.refusal?.message ?? context.notice,
      list: context.message,
      asked: asked.filter(({ call }) => !call.startsWith('GET')),
    };
  };
  const DONE = {
    body: {
      message: 'ok',
      question: item,
      questions: [],
      total: 0,
      versions: { house: 1 },
      connected: { studio: 0, home: 0 },
    },
  };

  it('are edited by a call of their own [R7.update-question R8.admin-question-updated]', async () => {
    expect(await toldOf(DONE, 'edit')).toEqual({
      text: 'Question updated successfully!',
      list: null,
      asked: [{ call: `PUT ${PATH}/questions/q1`, body: edited }],
    });
  });
  it('are deleted [R7.delete-question R8.admin-question-deleted]', async () => {
    expect(await toldOf(DONE, 'delete')).toEqual({
      text: 'Question deleted successfully!',
      list: null,
      asked: [{ call: `DELETE ${PATH}/questions/q1`, body: null }],
    });
  });
  it('show why they were not deleted [R8.admin-question-delete-failed R8.admin-data-failed]', async () => {
    expect(await toldOf(FAILED, 'delete')).toMatchObject({
      text: 'Failed to delete question',
      list: 'Failed to load admin data. Please try again.',
    });
    expect(await toldOf(FAILED, 'edit')).toMatchObject({ text: 'Failed to update question' });
    expect(await toldOf(null, 'delete')).toMatchObject({
      text: 'Network error. Please check if the server is running.',
    });
  });
});
