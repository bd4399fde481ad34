import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { axeFindings, fill } from '#tests/support/screens.tsx';
import { question } from './question.ts';
import { showDesk } from './stage.tsx';

const released = { released: true, timed: false, closesAt: null };
const open = question('q1', { windows: { studio: released, home: released } });
const titles = () =>
  screen
    .queryAllByRole('dialog')
    .map((each) => within(each).getByRole('heading', { level: 2 }).textContent);

it('tells cards with answers apart', async () => {
  const topGroups = [{ representative: 'apple', count: 2 }];
  await showDesk([question('q1', { topGroups }), question('q2', { topGroups })]);
  expect(screen.getAllByRole('heading', { name: 'Top answers' })).toHaveLength(2);
  expect(await axeFindings()).toEqual([]);
});

describe('the keys of the desk', () => {
  it.each([
    ['s', 'Release to Studio'],
    ['h', 'Release to Home'],
    ['?', 'Keyboard'],
  ])('%s opens %s', async (key, title) => {
    const { user } = await showDesk([open]);
    await user.keyboard(key);
    expect(titles()).toEqual([title]);
    expect(await axeFindings()).toEqual([]);
  });
  it('revokes at once', async () => {
    const { user, revoke } = await showDesk([open]);
    await user.keyboard('j');
    expect(revoke.asked).toEqual([{ questionId: 'q1', audience: 'home' }]);
  });
  it('acts on the card that has the focus', async () => {
    const { user, revoke } = await showDesk([{ ...open, id: 'q2' }, open]);
    const [, second] = screen.getAllByRole('article');
    if (second) within(second).getByRole('button', { name: 'Revoke from Home' }).focus();
    await user.keyboard('j');
    expect(revoke.asked).toEqual([{ questionId: 'q1', audience: 'home' }]);
  });
  it('says why a key did nothing', async () => {
    const { user } = await showDesk([question('q1')]);
    await user.keyboard('j');
    expect(screen.getByText('J did nothing: the question is not released to Home.')).toBeTruthy();
  });
  it.each([{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { repeat: true }])(
    'ignores a key with %j',
    async (more) => {
      await showDesk([open]);
      fireEvent.keyDown(document.body, { key: 'h', ...more });
      expect(titles()).toEqual([]);
    },
  );
  it('ignores what is typed into a field', async () => {
    const { user } = await showDesk([open]);
    await fill(user, { 'Search by question or id': 'h' });
    expect(titles()).toEqual([]);
  });
  it('ignores keys under a dialog', async () => {
    const { user, revoke } = await showDesk([open]);
    await user.keyboard('?j');
    expect([titles(), revoke.asked]).toEqual([['Keyboard'], []]);
  });
  it('can be switched off', async () => {
    const { user, revoke } = await showDesk([open]);
    await user.click(screen.getByRole('button', { name: 'Keyboard' }));
    await user.click(screen.getByRole('switch', { name: 'Single keys' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.keyboard('j?');
    expect([titles(), revoke.asked]).toEqual([[], []]);
  });
});

const timed = () => screen.getByRole('button', { name: 'Release with timer' }).matches(':disabled');

describe('a release', () => {
  it('begins at 5:00 and is not to be had with no time', async () => {
    const { user } = await showDesk([question('q1')]);
    await user.keyboard('h');
    const before = timed();
    expect([screen.getByLabelText('Minutes'), screen.getByLabelText('Seconds')]).toMatchObject([
      { value: '5' },
      { value: '0' },
    ]);
    await fill(user, { Minutes: '0' });
    expect([before, timed()]).toEqual([false, true]);
  });
  it('counts a double click once', async () => {
    const { revoke } = await showDesk([open]);
    const button = screen.getByRole('button', { name: 'Revoke from Home' });
    fireEvent.click(button, { detail: 1 });
    fireEvent.click(button, { detail: 2 });
    expect(revoke.asked).toEqual([{ questionId: 'q1', audience: 'home' }]);
  });
  it('leaves an undo alone that the second of two clicks falls on', async () => {
    const { revoke, release } = await showDesk([open]);
    fireEvent.click(screen.getByRole('button', { name: 'Revoke from Home' }), { detail: 1 });
    await revoke.answer({ ok: true, value: null });
    fireEvent.click(screen.getByRole('button', { name: /^Undo/ }), { detail: 2 });
    expect(release.asked).toEqual([]);
  });
});
