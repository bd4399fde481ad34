import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BodyOf } from '#machines/contract/calls.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { changedLines } from '#machines/admin/rules/audit.ts';
import type { AuditTable } from '#server/db/schema.ts';
import { listAuditEntries } from '#server/admin/audit-list.ts';
import { describeStores } from '#tests/support/databases.ts';
import { seedUsers } from '#tests/support/seed.ts';
import { stageOver } from '#tests/support/stage.ts';
import { until } from '#tests/support/process.ts';
import { newEmail, PASSWORD, startTestServer, type TestServer } from '#tests/support/server.ts';
import { createShow } from '#tests/support/staged-show.ts';
import { createQuestion } from '#tests/support/questions.ts';

const DAY_MS = 24 * 60 * 60_000;
const MONDAY = Date.parse('2026-03-02');

const row = (id: string, more: Partial<Insertable<AuditTable>> = {}): Insertable<AuditTable> => ({
  id,
  at: MONDAY,
  user_id: 'gone',
  action: 'release',
  target: null,
  address: '::1',
  status: 200,
  before: null,
  after: null,
  token: null,
  reason: null,
  ...more,
});

describeStores('the audit, read by an admin', (open) => {
  it('is filtered by person, act and day, the newest first, twenty a page', async () => {
    const db = await open();
    const [ada, ann] = await seedUsers(db, 2, ROLE.home, 'ada');
    if (ada === undefined || ann === undefined) throw new Error('nobody is there');
    const { name } = await db.read
      .selectFrom('user')
      .select('name')
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow();
    const rows = [
      row('a', { user_id: ada.id, reason: 'a typo', before: '{"result":"locked"}' }),
      row('b', { target: ada.id, action: 'updateUser' }),
      row('c', { user_id: ann.id, action: 'adminUsers' }),
      row('d', { at: MONDAY + DAY_MS - 1, action: 'unknownSince', user_id: null }),
      row('e', { at: MONDAY + DAY_MS, status: 409 }),
    ];
    await db.write.insertInto('audit').values(rows).execute();
    const ids = async (query: Omit<Parameters<typeof listAuditEntries>[1], 'page'>) => {
      const { entries, total } = await listAuditEntries({ db }, { ...query, page: 1 });
      expect(total).toBe(entries.length);
      return entries.map(({ id }) => id).join('');
    };
    expect(await ids({})).toBe('edba');
    expect(await ids({ reads: 'true' })).toBe('edcba');
    expect(await ids({ action: 'adminUsers' })).toBe('c');
    expect(await ids({ action: 'updateUser' })).toBe('b');
    expect(await ids({ from: '2026-03-03' })).toBe('e');
    expect(await ids({ to: '2026-03-02' })).toBe('dba');
    expect(await ids({ person: name })).toBe('ba');
    expect(await ids({ person: ada.id })).toBe('ba');
    expect(await ids({ person: 'gone' })).toBe('eb');
    expect(await ids({ person: '100%' })).toBe('');

    const { entries } = await listAuditEntries({ db }, { person: name, page: 1 });
    expect(entries).toEqual([
      expect.objectContaining({
        id: 'b',
        by: { id: 'gone', name: null },
        target: { id: ada.id, name },
      }),
      expect.objectContaining({
        id: 'a',
        by: { id: ada.id, name },
        target: null,
        reason: 'a typo',
        before: { result: 'locked' },
        after: null,
      }),
    ]);

    const more = Array.from({ length: 30 }, (_, index) => row(`m${index}`, { at: index }));
    await db.write.insertInto('audit').values(more).execute();
    const second = await listAuditEntries({ db }, { page: 2 });
    expect([second.entries.length, second.total]).toEqual([14, 34]);
  });
});

describe('over the whole server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('names the question and show of every act, even if they were deleted', async () => {
    const { token } = await server.signInAs('admin');
    const player = await server.signInAs('home');
    const asked = 'What do people take to the beach?';
    const { id, gameSessionId } = await createQuestion(server.ok, token, asked);
    const params = { id };
    await server.ok('releaseHome', { token, params, body: { timerMinutes: 1, timerSeconds: 30 } });
    const answer = { gameSessionId, answerText: 'Towel' };
    await server.ok('submitAnswer', { token: player.token, body: answer });
    await server.ok('revokeHome', { token, params });
    const stage = stageOver(server.ok, token);
    await stage.question(id);
    await until('the answer is counted', () =>
      stage.reveal(id).then(
        () => true,
        () => false,
      ),
    );
    await stage.hide(id);
    const text = 'What do people take to the sea?';
    const shown = { shown_on_air: false, shown_to_home: false };
    await server.ok('updateQuestion', { token, params, body: { question_text: text, ...shown } });
    await server.ok('deleteQuestion', { token, params });
    const { entries } = await server.ok('adminAudit', { token, query: {} });
    const acts = entries
      .filter(
        ({ target, after, status }) =>
          (target?.id === id || after?.['question'] === asked) && status !== null && status < 300,
      )
      .map((entry) => [
        entry.action,
        entry.target?.name,
        ...changedLines(entry.before, entry.after).filter((line) => !line.startsWith('version')),
      ]);
    const acted = (act: string) => [`act: ${act}`, `question: ${asked}`];
    expect(acts.toReversed()).toEqual([
      ['generate', asked, `text: ${asked}`],
      [
        'releaseHome',
        'House show',
        'Home: not released → released for 1:30',
        ...acted('releaseTo'),
      ],
      ['revokeHome', 'House show', 'Home: released for 1:30 → not released', ...acted('revoke')],
      ['actOnShow', 'House show', 'scene: idle → question', ...acted('question')],
      ['actOnShow', 'House show', 'group: Towel', 'rank: 1', ...acted('reveal')],
      ['actOnShow', 'House show', 'group: Towel', 'rank: 1', ...acted('hide')],
      ['updateQuestion', asked, `text: ${asked} → ${text}`],
      ['deleteQuestion', text, `text: ${text}`],
    ]);
  });

  it('shows a single act, with current names, to admins only', async () => {
    const admin = await server.signInAs('admin');
    const { token } = admin;
    const email = newEmail();
    const body: BodyOf<'createUser'> = { name: 'Vera', email, password: PASSWORD, role_id: 2 };
    const { user } = await server.ok('createUser', { token, body });
    const { entries } = await server.ok('adminAudit', { token, query: { person: user.id } });
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'createUser',
        by: { id: admin.id, name: admin.name },
        target: { id: user.id, name: 'Vera' },
        status: 201,
        after: { name: 'Vera', email, role: 'Home Viewer' },
      }),
    ]);
    const { id } = await createQuestion(server.ok, token, 'A fruit?');
    await server.ok('release', { token, params: { id }, body: {} });
    const released = await server.ok('adminAudit', { token, query: { action: 'release' } });
    expect(released.entries[0]).toMatchObject({
      target: { name: 'House show' },
      after: { act: 'releaseTo', question: 'A fruit?' },
    });
    await server.ok('createControlToken', { token, body: { name: 'Stream Deck' } });
    const show = await createShow(server, token, 'Friday', ['A tree?']);
    const { id: itemId } = show.item(0);
    await show.act({ type: 'remove', itemId });
    const { entries: all } = await server.ok('adminAudit', { token, query: {} });
    const removed = all.find(({ after }) => after?.['act'] === 'remove');
    const made = all.find(({ action }) => action === 'createControlToken');
    expect(removed).toMatchObject({
      target: { id: show.id, name: 'Friday' },
      after: { act: 'remove', item: itemId, question: 'A tree?' },
    });
    expect(made?.target?.name).toBe('Stream Deck');
    for (const role of ['home', 'contestant'] as const) {
      const person = await server.signInAs(role);
      expect((await server.call('adminAudit', { token: person.token })).status).toBe(403);
    }
    expect((await server.call('adminAudit', {})).status).toBe(401);
    for (const query of [{ page: '0' }, { from: 'yesterday' }, { action: 'a b' }])
      expect((await server.call('adminAudit', { token, query })).status).toBe(422);
  });
});
