import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { auditMachine, type AuditQuery } from '#machines/admin/admin.ts';
import type { ReplyOf } from '#machines/contract/calls.ts';
import type { AuditEntry } from '#machines/admin/calls.ts';
import { SEARCH_DELAY_MS } from '#machines/contract/limits.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { AuditScreen } from '#src/screens/admin/audit-tab.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createRoot, where } from '#tests/support/root.tsx';
import { axeFindings, manualPort } from '#tests/support/screens.tsx';

const ALL: AuditQuery = { person: '', action: '', from: '', to: '', reads: false, page: 1 };
const entry = (id: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: Date.parse('2026-03-02T18:30:05Z'),
  by: { id: 'u-ada', name: 'Ada' },
  action: 'updateUser',
  target: { id: 'u-ann', name: 'Ann' },
  address: '203.0.113.7',
  status: 200,
  before: { name: 'Ann', role: 'Home Viewer' },
  after: { name: 'Ann', role: 'Admin' },
  reason: 'She helps tonight',
  ...more,
});
const ENTRIES = [
  entry('d1'),
  entry('d2', {
    by: { id: 'u-gone', name: null },
    action: 'inspect',
    target: null,
    status: 403,
    before: null,
    after: null,
    reason: null,
  }),
  entry('d3', { by: null, action: 'publishedByItself', target: { id: 'q1', name: null } }),
];

function show(address = '/admin?tab=audit') {
  const clock = createFakeClock(0);
  const load = manualPort<{ readonly query: AuditQuery }, ReplyOf<'adminAudit'>>();
  const actor = createActor(auditMachine.provide({ actors: { load: load.logic } }), {
    clock,
    input: { query: ALL },
  }).start();
  render(
    createRoot().page(
      <main>
        <h1>Admin</h1>
        <AuditScreen audit={actor} />
      </main>,
      address,
    ),
  );
  return { load, clock };
}
const texts = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [
      ...texts(within(row).getAllByRole('cell')),
      ...texts(within(row).getAllByRole('rowheader')),
    ]);
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('the audit tab', () => {
  it('shows when, who, what, on whom, the outcome, the changes and the reason', async () => {
    const { load } = show();
    await load.answer(success({ entries: ENTRIES, total: 41 }));
    const at = 'Mar 2, 2026, 6:30:05 PM';
    const change = 'role: Home Viewer → AdminReason: She helps tonight';
    expect(rows()).toEqual([
      [at, 'Ada', 'Ann', 'Done', change, 'Change an account'],
      [at, 'u-gone', '-', 'Refused (403)', '-', 'Act in an inspected window'],
      [at, 'The server', 'q1', 'Done', change, 'publishedByItself'],
    ]);
    expect(screen.getByText('41 found')).toBeTruthy();
    expect(screen.getByText('Page 1 of 3')).toBeTruthy();
    expect(await axeFindings()).toEqual([]);
  });

  it('loads by the filters in the address, and puts chosen filters into it', async () => {
    const { load, clock } = show('/admin?tab=audit&act=release&page=2');
    expect(load.asked.at(-1)?.query).toEqual({ ...ALL, action: 'release', page: 2 });
    await load.answer(success({ entries: ENTRIES, total: 41 }));
    choose('Act', 'updateUser');
    choose('Show', 'all');
    choose('From (UTC)', '2026-03-01');
    choose('To (UTC)', '2026-03-02');
    choose('Name, email or id', ' ann ');
    act(() => clock.advance(SEARCH_DELAY_MS));
    expect(load.asked.at(-1)?.query).toEqual({
      person: 'ann',
      action: 'updateUser',
      from: '2026-03-01',
      to: '2026-03-02',
      reads: true,
      page: 1,
    });
    expect(where()).toMatch(/act=updateUser&kind=all&from=2026-03-01&to=2026-03-02&person=/u);
  });

  it('shows why loading failed, and retries', async () => {
    const { load } = show();
    await load.answer(refusal('Failed to load the audit. Please try again.'));
    expect(screen.getByRole('alert').textContent).toContain('Failed to load the audit.');
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await load.answer(success({ entries: [], total: 0 }));
    expect(screen.getByText('No acts found')).toBeTruthy();
  });
});
