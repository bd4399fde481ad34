import { describe, expect, it } from 'vitest';
import { openStage, UNTIMED } from './stage.ts';

describe('a person who is', () => {
  it.each(['deleted', 'changed'] as const)(
    '%s is told so and closed on every device',
    async (reason) => {
      const stage = await openStage();
      stage.enter('ann', 'home');
      stage.enter('hal', 'home');
      const phone = await stage.join('ann');
      const laptop = await stage.join('ann', { transports: ['polling'] });
      const hal = await stage.join('hal');
      stage.announcer.disconnectUser('ann', reason);
      for (const ear of [phone, laptop]) {
        expect(await ear.next('signed-out')).toEqual({ reason });
        expect(await ear.closed()).toBe('io server disconnect');
      }
      const { id } = await stage.plan();
      await stage.change(id, 'home', UNTIMED);
      await hal.settled();
      expect([phone.names(), laptop.names(), hal.names()]).toEqual([
        ['signed-out'],
        ['signed-out'],
        ['question-released'],
      ]);
      expect(stage.announcer.connected()).toEqual({ studio: 0, home: 1 });
    },
  );

  it('no longer signed in is closed when the token expires', async () => {
    let at = Date.now();
    const stage = await openStage({ now: () => at });
    stage.enter('ann', 'home', at + 60_000);
    stage.enter('hal', 'home', at + 60_001);
    const ann = await stage.join('ann');
    const hal = await stage.join('hal');
    at += 60_000;
    expect(await ann.next('signed-out')).toEqual({ reason: 'expired' });
    expect(await ann.closed()).toBe('io server disconnect');
    await hal.settled();
    expect(hal.heard).toEqual([]);
  });

  it.each([
    ['deleted', null],
    ['given another role', 'contestant'],
  ] as const)('%s while being let in is closed soon after', async (_title, role) => {
    const stage = await openStage();
    stage.enter('ann', 'home');
    stage.enter('hal', 'home');
    const ann = await stage.join('ann');
    const hal = await stage.join('hal');
    if (role === null) stage.cast.people.delete('ann');
    else stage.enter('ann', role);
    expect(await ann.next('signed-out')).toEqual({ reason: 'changed' });
    await hal.settled();
    expect(hal.heard).toEqual([]);
  });
});

it('while accounts cannot be read lines are cut, and people come back by themselves', async () => {
  const stage = await openStage();
  stage.enter('ann', 'home');
  const ann = await stage.join('ann', { reconnection: true });
  stage.cast.isAway = true;
  ann.socket.io.engine.close();
  await expect
    .poll(() => stage.warnings, { timeout: 5_000 })
    .toContain('a socket could not be served');
  expect(ann.socket.active).toBe(true);
  stage.cast.isAway = false;
  await ann.next('snapshot');
  expect(ann.names()).toEqual(['snapshot']);
});
