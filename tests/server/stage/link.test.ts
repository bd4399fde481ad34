import { expect, it } from 'vitest';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { inTransaction } from '#server/db/client.ts';
import {
  createLink,
  endLinksOf,
  isLinkOpen,
  openLink,
  revokeLink,
} from '#server/show/stage/link.ts';
import { describeStores } from '#tests/support/databases.ts';
import { addUser, START } from '../answers/fixture.ts';
import { showOn } from './fixture.ts';

describeStores('the link to the stage screen', (open) => {
  it('has a key of 256 random bits; the store has only its hash [R2.show-link-secret]', async () => {
    const db = await open();
    const { show } = showOn(db);
    const maker = await addUser(db, 1);
    const key = await createLink(show, { id: maker, version: 0 });
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(await openLink(show, key)).not.toBeNull();
    const [row, ...others] = await db.read.selectFrom('stage').selectAll().execute();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ link_created_at: START, link_created_by: maker });
    expect(row?.link_hash).not.toBe(key);
    expect(JSON.stringify([row, await show.readSnapshot()])).not.toContain(key);
    expect((await show.readSnapshot()).direction.link).toEqual({ createdAt: START });
  });

  it('is single: a new one ends the one before, revoking ends it [R2.show-link-one]', async () => {
    const db = await open();
    const { show } = showOn(db);
    const maker = await addUser(db, 1);
    const first = await createLink(show, { id: maker, version: 0 });
    const opened = await openLink(show, first);
    const second = await createLink(show, { id: maker, version: 0 });
    expect(second).not.toBe(first);
    expect(await openLink(show, first)).toBeNull();
    expect(await openLink(show, second)).not.toEqual(opened);
    expect(await openLink(show, second)).toEqual({
      linkId: (await show.readSnapshot()).linkId,
      showId: HOUSE_SHOW,
    });
    await revokeLink(show);
    expect(await openLink(show, second)).toBeNull();
    expect((await show.readSnapshot()).direction.link).toBeNull();
  });

  it('opens with its own key only', async () => {
    const db = await open();
    const { show } = showOn(db);
    const others = ['', 'nonsense', 'é'.repeat(100), '%00'];
    for (const key of others) expect(await openLink(show, key)).toBeNull();
    await createLink(show, { id: await addUser(db, 1), version: 0 });
    for (const key of others) expect(await openLink(show, key)).toBeNull();
  });

  it.each([
    ['account', null],
    ['role', { role_id: ROLE.home }],
    ['sessions', { token_version: 1 }],
  ])(
    'ends with the %s of its maker, also at open pages [R2.show-link-maker]',
    async (_what, row) => {
      const db = await open();
      const { show, pages } = showOn(db);
      const maker = await addUser(db, 1);
      const key = await createLink(show, { id: maker, version: 0 });
      const linkId = (await openLink(show, key))?.linkId;
      await expect.poll(() => pages.at(-1)?.linkId).toBe(linkId);
      await (row === null
        ? db.write.deleteFrom('user').where('id', '=', maker).execute()
        : db.write.updateTable('user').set(row).where('id', '=', maker).execute());
      expect(await openLink(show, key)).toBeNull();
      expect(await isLinkOpen(show, linkId ?? '')).toBe(false);
      await expect.poll(() => pages.at(-1)?.linkId).toBeNull();
    },
  );

  it('stays revoked when its maker gets the role back, and does not end with another admin', async () => {
    const db = await open();
    const { show } = showOn(db);
    const [maker, other] = [await addUser(db, 1), await addUser(db, 1)];
    const key = await createLink(show, { id: maker, version: 0 });
    await inTransaction(db, (tx) => endLinksOf(tx, other));
    expect(await openLink(show, key)).not.toBeNull();
    await inTransaction(db, (tx) => endLinksOf(tx, maker));
    expect(await openLink(show, key)).toBeNull();
  });
});
