import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/db/client.ts';
import { seasonPicturesMigration } from '#server/db/migrations/0075-season-pictures.ts';
import { migrations } from '#server/db/migrations/index.ts';
import { readStage } from '#server/show/stage/store.ts';
import { describeStores } from '#tests/support/databases.ts';

describeStores('the migration of pictures over a stage', (_, place) => {
  it('keeps the picture that is shown, and allows the board of a season', async () => {
    const options = await place();
    const before = migrations.filter(({ version }) => version < seasonPicturesMigration.version);
    const old = await openDatabase({ ...options, migrations: before });
    await sql`update stage set interlude = 'holding' where show_id = 'house'`.execute(old.write);
    await old.close();

    const db = await openDatabase(options);
    expect((await readStage(db.read, 'house')).scene).toBe('holding');
    await db.write.updateTable('stage').set({ interlude: 'season' }).execute();
    expect((await readStage(db.read, 'house')).scene).toBe('season');
    await db.close();
  });
});
