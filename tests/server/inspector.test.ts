import { m } from 'messages';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { createInspectorSwitch } from '#server/admin/inspector/switch.ts';
import { describeStores } from '#tests/support/databases.ts';
import { type Person, startTestServer, type TestServer } from '#tests/support/server.ts';

const HOUR_MS = 3_600_000;
const unrecorded = () => Promise.resolve();

describe('in production', () => {
  let server: TestServer;
  let admin: Person;
  let time = Date.now();
  beforeAll(async () => {
    server = await startTestServer({ env: { NODE_ENV: 'production' }, now: () => time });
    admin = await server.signInAs('admin');
  });
  afterAll(() => server.close());
  const set = (on: boolean) => server.ok('setInspector', { token: admin.token, body: { on } });
  const access = async () => (await server.ok('config')).inspector;

  it('an admin switches it on for four hours, and off', async () => {
    expect(await access()).toBe('nobody');
    expect(await set(true)).toEqual({ inspector: 'admins', until: time + 4 * HOUR_MS });
    expect([await access(), await server.ok('inspector', { token: admin.token })]).toEqual([
      'admins',
      { inspector: 'admins', until: time + 4 * HOUR_MS },
    ]);
    expect(await set(false)).toEqual({ inspector: 'nobody', until: null });
    expect(await access()).toBe('nobody');
  });

  it('an inspection ends by itself [R7.inspector-switch]', async () => {
    await set(true);
    time += 4 * HOUR_MS - 1;
    expect(await access()).toBe('admins');
    time += 1;
    expect(await access()).toBe('nobody');
    expect(await server.ok('inspector', { token: admin.token })).toEqual({
      inspector: 'nobody',
      until: null,
    });
  });

  it('the audit has the admin who did it', async () => {
    await set(true);
    const auditEntries = () =>
      server.db.read
        .selectFrom('audit')
        .select(['user_id', 'action'])
        .where('action', '=', 'setInspector')
        .where('user_id', '=', admin.id)
        .execute();
    await expect.poll(auditEntries).toContainEqual({ user_id: admin.id, action: 'setInspector' });
  });
});

it('elsewhere everybody may inspect, and there is no switch', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const { token } = await server.signInAs('admin');
  expect(await server.ok('inspector', { token })).toEqual({ inspector: 'everybody', until: null });
  const { status, body } = await server.call('setInspector', { token, body: { on: true } });
  expect([status, body]).toEqual([409, { error: m.inspectorNothingToSwitch() }]);
  expect((await server.ok('config')).inspector).toBe('everybody');
});

describeStores('who may inspect', (_open, place) => {
  it('is followed by the other processes within seconds, and off without the store [R7.inspector-switch]', async () => {
    const db = await openDatabase(await place());
    const warnings: string[] = [];
    const log = { warn: (_: object, message: string) => void warnings.push(message) };
    const options = { db, now: () => 1_000, isDevelopment: () => false, log };
    const [here, there] = [createInspectorSwitch(options), createInspectorSwitch(options)];
    expect(await there.access()).toBe('nobody');
    await here.set(true, unrecorded);
    expect(await here.access()).toBe('admins');
    await expect.poll(() => there.access()).toBe('admins');
    await here.set(false, unrecorded);
    await expect.poll(() => there.access()).toBe('nobody');
    await here.set(true, unrecorded);
    await db.close();
    expect(await here.access()).toBe('nobody');
    expect(warnings).toHaveLength(1);
  });
});
