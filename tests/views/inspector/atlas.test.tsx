import { act, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { CHARTS } from '#src/inspector/page/charts.ts';
import AtlasView, { Atlas } from '#src/inspector/page/atlas.tsx';
import { axeFindings } from '#tests/support/screens.tsx';

async function open(path = '/inspect/atlas', view = <AtlasView />) {
  await act(async () => {
    render(
      <MemoryRouter initialEntries={[path]}>
        <main>{view}</main>
      </MemoryRouter>,
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
  it('says what to search for where nothing is found', async () => {
    await open('/inspect/atlas?search=submarine');
    expect(screen.queryByText('No chart has that')).not.toBeNull();
  });
  it('finds charts by rule, port and event', async () => {
    await open('/inspect/atlas?search=CONN-8');
    expect(names()).toEqual(['connection']);
    const own = chart('connection');
    expect(own.textContent).toMatch(/The line to the show/u);
    expect(own.textContent).toMatch(/machines\/connection\/connection\.ts/u);
    expect(within(own).getByRole('link', { name: 'app' }).getAttribute('href')).toBe('#app');
    expect(within(own).queryByText('Ports (1)')).not.toBeNull();
  });
  it('follows what is typed', async () => {
    const user = await open('/inspect/atlas?search=CONN-8');
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'login.submit');
    expect(names()).toEqual(['auth']);
  });
  it('marks what a kind of test does not walk, where that was measured', async () => {
    const days = CHARTS.filter(({ id }) => id === 'day');
    const charts = days.flatMap((day) => [
      { ...day, walked: { states: { [day.root.states[0]?.id ?? '']: 'pj' }, transitions: {} } },
      { ...day, id: 'other', walked: null },
    ]);
    const user = await open('/inspect/atlas', <Atlas charts={charts} />);
    expect(chart('day').textContent).toContain('path tests: 1 of 1 states');
    expect(chart('other').textContent).not.toContain('path tests');
    expect(marks()).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Not in path tests' }));
    expect(marks()).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Not in paths through the view' }));
    expect(marks()).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Plain' }));
    expect(marks()).toBe(0);
  });
  it('says a chart in words when asked', async () => {
    const user = await open('/inspect/atlas?search=CONN-8');
    await user.click(screen.getByText('In words'));
    expect(within(chart('connection')).getAllByRole('listitem').length).toBeGreaterThan(10);
  });
  it('has no axe finding', async () => {
    await open('/inspect/atlas?search=CONN-8');
    expect(await axeFindings()).toEqual([]);
  });
});
