// @vitest-environment happy-dom
import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { charts } from 'virtual:charts';
import { Atlas } from '../src/page/atlas.tsx';
import { axeFindings } from './support.ts';

async function open(search = '', shown = charts) {
  window.history.replaceState(null, '', `/atlas${search}`);
  await act(async () => {
    render(
      <main>
        <Atlas charts={shown} folder="charts/" inspector="/inspect" />
      </main>,
    );
  });
  return userEvent.setup();
}
const names = () =>
  within(screen.getByRole('navigation', { name: 'Charts' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const chart = (name: string) => screen.getByRole('region', { name });
const marks = () => document.querySelectorAll('[data-unwalked]').length;

describe('the atlas', () => {
  it('suggests searches when nothing is found', async () => {
    await open('?search=submarine');
    expect(screen.queryByText('No chart has that')).not.toBeNull();
  });
  it('finds charts by rule, port and event', async () => {
    await open('?search=AUTH-3');
    expect(names()).toEqual(['auth']);
    const own = chart('auth');
    expect(own.textContent).toMatch(/The customer at the counter/u);
    expect(own.textContent).toMatch(/charts\/auth\.ts/u);
    expect(within(own).getByRole('link', { name: 'app' }).getAttribute('href')).toBe('#app');
    expect(within(own).queryByText('Ports (2)')).not.toBeNull();
  });
  it('filters while the user types', async () => {
    const user = await open('?search=AUTH-3');
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'order.place');
    expect(names()).toEqual(['order']);
  });
  it('marks what a kind of test does not cover, where that was measured', async () => {
    const shown = charts
      .filter(({ id }) => id === 'order')
      .flatMap((order) => [
        { ...order, walked: { states: { 'order.open': 'pj' }, transitions: {} } },
        { ...order, id: 'other', walked: null },
      ]);
    const user = await open('', shown);
    expect(chart('order').textContent).toContain('path tests: 1 of 1 states');
    expect(chart('other').textContent).not.toContain('path tests');
    expect(marks()).toBe(0);
    const choose = (kind: string) =>
      user.selectOptions(screen.getByLabelText('Mark what is not walked by'), kind);
    await choose('path tests');
    expect(marks()).toBe(0);
    await choose('paths through the view');
    expect(marks()).toBeGreaterThan(0);
    await choose('nothing');
    expect(marks()).toBe(0);
  });
  it('describes charts in words on request', async () => {
    const user = await open('?search=AUTH-3');
    await user.click(screen.getByText('In words'));
    expect(within(chart('auth')).getAllByRole('listitem').length).toBeGreaterThan(10);
  });
  it('has no axe finding', async () => {
    await open('?search=AUTH-3');
    expect(await axeFindings()).toEqual([]);
  });
});
