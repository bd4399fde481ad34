import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import AdminView from '#src/screens/admin/admin.tsx';
import { admin } from '#tests/support/game.ts';
import { createRoot, signedIn, where } from '#tests/support/root.tsx';

it('the admin panel has a tab for each subject, which its address keeps [R2.admin-tabs]', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  const root = createRoot();
  await root.ports.restore.answer(signedIn(admin));
  render(root.page(<AdminView />, '/admin'));
  const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent);
  expect(tabs).toEqual(['Dashboard', 'Users', 'Questions', 'Audit']);
  for (const [name, address] of [
    ['Questions', '/admin?tab=questions'],
    ['Users', '/admin?tab=users'],
    ['Dashboard', '/admin'],
  ] as const) {
    fireEvent.click(screen.getByRole('tab', { name }));
    expect([screen.getByRole('tab', { selected: true }).textContent, where()]).toEqual([
      name,
      address,
    ]);
  }
});
