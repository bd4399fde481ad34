import { m } from 'messages';
import { expect, it, onTestFinished } from 'vitest';
import { ROLE } from '#machines/contract/roles.ts';
import { startTestServer } from '#tests/support/server.ts';
import { createShow } from '#tests/support/staged-show.ts';

/** A show with one question and a link to its run sheet. */
async function shared() {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const admin = await server.signInAs('admin');
  const show = await createShow(server, admin.token, 'Friday', ['Name a fruit', 'Name a tree']);
  const presets = { studioSeconds: 20, homeSeconds: null, order: 'studio', note: 'Smile' } as const;
  await show.act({ type: 'edit', itemId: show.item(0).id, presets });
  const startsAt = Date.now() + 3_600_000;
  await show.act({ type: 'interlude', startsAt });
  await show.act({ type: 'skip', itemId: show.item(1).id, skipped: true });
  const params = { id: show.id };
  const share = async () => (await server.ok('shareRunSheet', { token: admin.token, params })).key;
  const open = (key: string) => server.call('sharedRunSheet', { body: { key } });
  return { server, admin, show, params, startsAt, share, open };
}

const OVER = { status: 404, body: { error: m.runSheetOver() } };

it('is shared by a link without an account, with nothing but the plan, until a new link or none replaces it [R2.run-sheet-link]', async () => {
  const { server, admin, params, startsAt, share, open } = await shared();
  const { token } = admin;
  expect(await server.ok('runSheet', { token, params })).toMatchObject({ sharedAt: null });
  const key = await share();
  expect(key).toMatch(/^[\w-]{43}$/u);
  const sheet = {
    title: 'Friday',
    startsAt,
    items: [
      {
        text: 'Name a fruit',
        note: 'Smile',
        studioSeconds: 20,
        homeSeconds: null,
        order: 'studio',
        isSkipped: false,
      },
      {
        text: 'Name a tree',
        note: '',
        studioSeconds: 30,
        homeSeconds: 30,
        order: 'both',
        isSkipped: true,
      },
    ],
  };
  expect(await open(key)).toMatchObject({ status: 200, body: { sheet } });
  expect((await open(key)).body).toEqual({ sheet });
  const { sharedAt } = await server.ok('runSheet', { token, params });
  expect(sharedAt).not.toBeNull();
  expect(await open('another-key')).toMatchObject(OVER);

  const next = await share();
  expect(await open(key)).toMatchObject(OVER);
  expect(await open(next)).toMatchObject({ status: 200 });
  await server.ok('unshareRunSheet', { token, params });
  expect(await open(next)).toMatchObject(OVER);
  expect(await server.ok('runSheet', { token, params })).toMatchObject({ sharedAt: null });
});

it('is no longer shared once the producer who made the link has lost the role [R2.run-sheet-link]', async () => {
  const { server, admin, share, open } = await shared();
  const other = await server.signInAs('admin');
  const key = await share();
  const change = (role_id: 1 | 2) =>
    server.ok('updateUser', {
      token: other.token,
      params: { id: admin.id },
      body: { name: admin.name, email: admin.email, role_id },
    });
  await change(ROLE.home);
  expect(await open(key)).toMatchObject(OVER);
  await change(ROLE.admin);
  expect(await open(key)).toMatchObject(OVER);
});

it('is on a page and in replies that are neither stored nor indexed [R2.run-sheet-link]', async () => {
  const { server, share } = await shared();
  const page = await fetch(`${server.url}/run-sheet`);
  expect(page.headers.get('x-robots-tag')).toBe('noindex');
  const reply = await fetch(`${server.url}/api/run-sheet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: await share() }),
  });
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
});
