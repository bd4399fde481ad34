import { m } from 'messages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refusal } from '#machines/contract/outcome.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { where } from '#tests/support/root.tsx';
import { alertText, axeFindings, complaint, fill } from '#tests/support/screens.tsx';
import { question } from './question.ts';
import { showCards } from './fixture.tsx';

const released = { released: true, timed: false, closesAt: null };
const open = question('q1', { windows: { studio: released, home: released } });
const REVOKE = { type: 'revoke', itemId: 'item-q1', audience: 'home' };
const RELEASE = { ...REVOKE, type: 'releaseTo' };
const choose = (index = 0) =>
  act(async () => screen.getAllByRole('article')[index]?.parentElement?.focus());
const titles = () =>
  screen
    .queryAllByRole('dialog')
    .map((each) => within(each).getByRole('heading', { level: 2 }).textContent);

describe('the keys of the que cards', () => {
  it.each([
    ['s', 'Release to Studio'],
    ['h', 'Release to Home'],
    ['?', 'Keyboard'],
  ])('%s opens %s [R2.qc-keys]', async (key, title) => {
    const { user } = await showCards([open]);
    await choose();
    await user.keyboard(key);
    expect(titles()).toEqual([title]);
    expect(await axeFindings()).toEqual([]);
  });
  it('do nothing while no card is selected, and say so [R2.qc-keys]', async () => {
    const { user, posted, banner } = await showCards([open]);
    await user.keyboard('jjshura');
    expect([posted(), titles()]).toEqual([[], []]);
    for (const key of ['J', 'S', 'Q', 'C']) {
      await user.keyboard(key.toLowerCase());
      expect(banner()?.text).toBe(
        `${key} did nothing: no card is chosen. Choose one with Tab or a click.`,
      );
    }
  });
  it('require the key of a revoke twice, and say what it will do [R2.qc-keys-twice R2.qc-revoke-button R4.revoke]', async () => {
    const { user, posted, banner } = await showCards([open]);
    await choose();
    await user.keyboard('j');
    expect([posted(), banner()?.text]).toEqual([
      [],
      'Press J again to revoke "Question q1" from Home',
    ]);
    // Press another key in between, so that it is not a repeated press.
    await user.keyboard('dj');
    expect(posted()).toEqual([]);
    await user.keyboard('j');
    expect(posted()).toEqual([REVOKE]);
  });
  it('ask for a reason before a locked question is released again [R2.result-reason]', async () => {
    const locked = { ...NEW_RESULT, state: 'locked', version: 1 } as const;
    const { user, posted } = await showCards([question('q1', { result: locked })]);
    await choose();
    await user.keyboard('h');
    await user.click(screen.getByRole('button', { name: 'Release without timer' }));
    expect(posted()).toEqual([]);
    const field = screen.getByLabelText('Reason for reopening');
    expect(complaint().message).toBe(m.resultNoReason());
    await user.type(field, ' The stream was late ');
    await user.click(screen.getByRole('button', { name: 'Release without timer' }));
    expect(posted()).toEqual([{ ...RELEASE, seconds: null, reason: 'The stream was late' }]);
  });
  it('act when the key is released, unless it was pressed elsewhere', async () => {
    await showCards([open]);
    await choose();
    const key = { key: 'h', code: 'KeyH' };
    fireEvent.keyUp(document.body, key);
    fireEvent.keyDown(document.body, key);
    expect(titles()).toEqual([]);
    fireEvent.keyUp(document.body, key);
    expect(titles()).toEqual(['Release to Home']);
  });
  it('act on the card that has the focus [R2.qc-keys]', async () => {
    const { user, posted } = await showCards([{ ...open, id: 'q2' }, open]);
    const [, second] = screen.getAllByRole('article');
    if (second) within(second).getByRole('button', { name: 'Revoke from Home' }).focus();
    await user.keyboard('jj');
    expect(posted()).toEqual([REVOKE]);
  });
  it('explain in a temporary banner why a key did nothing [R2.qc-keys]', async () => {
    const { user, banner } = await showCards([question('q1')]);
    await choose();
    await user.keyboard('j');
    expect(banner()).toEqual({
      text: 'J did nothing: the question is not released to Home.',
      tone: 'plain',
    });
    await waitFor(() => expect(banner()).toBeNull());
  });
  it('show nothing for other keys', async () => {
    const { user, banner } = await showCards([question('q1')]);
    await user.keyboard('x');
    expect(banner()).toBeNull();
  });
  it('say that an act is pending if a key does nothing because of it [R2.qc-keys]', async () => {
    const { user, posted, banner } = await showCards([open]);
    await choose();
    await user.keyboard('jjj');
    expect(banner()?.text).toBe('Still working. Press J again in a moment.');
    expect(posted().length).toBe(1);
  });
  it.each([{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { repeat: true }])(
    'ignore a key with %j',
    async (more) => {
      await showCards([open]);
      await choose();
      fireEvent.keyDown(document.body, { key: 'h', code: 'KeyH', ...more });
      fireEvent.keyUp(document.body, { key: 'h', code: 'KeyH', ...more });
      expect(titles()).toEqual([]);
    },
  );
  it('ignore typing in a field', async () => {
    const { user } = await showCards([open]);
    await choose();
    await fill(user, { 'Search by question or id': 'h' });
    expect(titles()).toEqual([]);
  });
  it('are ignored under a dialog', async () => {
    const { user, posted } = await showCards([open]);
    await choose();
    await user.keyboard('?jj');
    expect([titles(), posted()]).toEqual([['Keyboard'], []]);
  });
  it('can be turned off', async () => {
    const { user, posted, banner } = await showCards([open]);
    await user.click(screen.getByRole('button', { name: 'Keyboard' }));
    await user.click(screen.getByRole('switch', { name: 'Single keys' }));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await choose();
    await user.keyboard('jj?u');
    expect([titles(), posted(), banner()]).toEqual([[], [], null]);
  });
  it('can be turned off without leaving the page of the list', async () => {
    const eleven = Array.from({ length: 11 }, (_, index) => question(`q${index}`));
    const { user } = await showCards(eleven, '/que-cards?page=2');
    await user.click(screen.getByRole('button', { name: 'Keyboard' }));
    await user.click(screen.getByRole('switch', { name: 'Single keys' }));
    expect(where()).toBe('/que-cards?page=2&keys=off');
  });
});

const inLane = (name: string) => within(screen.getByRole('group', { name }));
/** The disabled buttons of both lanes while an act is pending. */
const busy = () =>
  ['Studio', 'Home'].flatMap((name) =>
    inLane(name)
      .queryAllByRole('button', { busy: true })
      .map((button) => button.querySelector('span')?.textContent),
  );
const timed = () => screen.getByRole('button', { name: 'Release with timer' }).matches(':disabled');

describe('a release', () => {
  it.each(['h', 's'])(
    'starts at 5:00 and cannot have no time: %s [R5.release-nothing R9.release-default]',
    async (key) => {
      const { user } = await showCards([question('q1')]);
      await choose();
      await user.keyboard(key);
      const before = timed();
      expect([screen.getByLabelText('Minutes'), screen.getByLabelText('Seconds')]).toMatchObject([
        { value: '5' },
        { value: '0' },
      ]);
      await fill(user, { Minutes: '0' });
      expect([before, timed()]).toEqual([false, true]);
    },
  );
  it('counts a double click once [R4.release-double-click]', async () => {
    const { posted } = await showCards([open]);
    const button = screen.getByRole('button', { name: 'Revoke from Home' });
    fireEvent.click(button, { detail: 1 });
    fireEvent.click(button, { detail: 2 });
    expect(posted()).toEqual([REVOKE]);
  });
  it.each([
    ['60', '59', ''],
    ['61', '0', 'Minutes must be between 0 and 60.'],
    ['0', '60', 'Seconds must be between 0 and 59.'],
    ['0', '0', 'Choose at least one second, or release without a timer.'],
  ])(
    'accepts %s minutes and %s seconds, or explains why not: %s [R2.qc-release-timer R5.release-minutes R5.release-seconds R5.release-nothing]',
    async (minutes, seconds, why) => {
      const { user, posted } = await showCards([question('q1')]);
      await choose();
      await user.keyboard('s');
      await fill(user, { Minutes: minutes, Seconds: seconds });
      expect([timed(), complaint().message ?? '']).toEqual([why !== '', why]);
      await user.click(screen.getByRole('button', { name: 'Release with timer' }));
      const total = Number(minutes) * 60 + Number(seconds);
      const release = { ...RELEASE, audience: 'studio', seconds: total };
      expect(posted()).toEqual(why === '' ? [release] : []);
    },
  );
  it('can be made without a timer [R2.qc-release-button R2.qc-release-untimed R4.release]', async () => {
    const { user, posted } = await showCards([question('q1')]);
    await choose();
    await user.keyboard('h');
    await user.click(screen.getByRole('button', { name: 'Release without timer' }));
    expect(posted()).toEqual([{ ...RELEASE, seconds: null }]);
  });
  it('is shown as soon as the server replies, and an undo restores the former end [R4.release-list R4.release-undo]', async () => {
    const running = { released: true, timed: true, closesAt: 90_000 };
    const card1 = question('q1', { windows: { studio: NO_WINDOW, home: running } });
    const { user, clock, changes, posted, list } = await showCards([card1]);
    await user.click(screen.getByRole('button', { name: 'Revoke from Home' }));
    await changes(question('q1'));
    expect([inLane('Home').getByText('Not released').tagName, list.asked.length]).toEqual([
      'SPAN',
      1,
    ]);
    await act(async () => clock.advance(5_000));
    await user.click(screen.getByRole('button', { name: 'Undo revoke' }));
    expect(busy()).toEqual(['Release to Home', 'Undo revoke']);
    await changes(card1);
    expect(posted()).toEqual([REVOKE, { ...RELEASE, seconds: 85 }]);
    expect(inLane('Home').getByRole('button', { name: 'Undo release' }).tagName).toBe('BUTTON');
  });
  it('is shown even if its event is lost [R4.release-list]', async () => {
    const { user, clock, replies, lists } = await showCards([open]);
    await user.click(screen.getByRole('button', { name: 'Revoke from Home' }));
    await replies(question('q1'));
    await act(async () => clock.advance(150));
    await lists([question('q1')]);
    expect(inLane('Home').getByRole('button', { name: 'Undo revoke' }).tagName).toBe('BUTTON');
  });
  it('can be cancelled, and is for one audience', async () => {
    const { user, posted } = await showCards([question('q1')]);
    const press = (name: string) => user.click(screen.getByRole('button', { name }));
    await press('Release to Studio');
    await press('Cancel');
    expect([titles(), posted()]).toEqual([[], []]);
    await press('Release to Studio');
    await press('Release without timer');
    expect([titles(), busy()]).toEqual([[], ['Release to Studio']]);
  });
  it.each([
    ['Release to Studio', 'Failed to release question: Not now.'],
    ['Release to Home', 'Failed to release question to home viewers: Not now.'],
  ])('shows a failure: %s [R8.release-failed]', async (action, words) => {
    const { user, perform } = await showCards([question('q1')]);
    await user.click(screen.getByRole('button', { name: action }));
    await user.click(screen.getByRole('button', { name: 'Release without timer' }));
    await perform.answer(refusal('Not now.'));
    expect(alertText()).toBe(words);
  });
  it.each([
    ['Revoke from Studio', 'Failed to revoke question: Not now.'],
    ['Revoke from Home', 'Failed to revoke question to home viewers: Not now.'],
  ])('shows a failed revoke: %s [R8.revoke-failed]', async (action, words) => {
    const { user, perform } = await showCards([open]);
    await user.click(screen.getByRole('button', { name: action }));
    await perform.answer(refusal('Not now.'));
    expect(alertText()).toBe(words);
  });
  it('is not undone by the second click of a double click', async () => {
    const { posted, changes } = await showCards([open]);
    fireEvent.click(screen.getByRole('button', { name: 'Revoke from Home' }), { detail: 1 });
    await changes(question('q1'));
    fireEvent.click(screen.getByRole('button', { name: /^Undo/ }), { detail: 2 });
    expect(posted()).toEqual([REVOKE]);
  });
});
