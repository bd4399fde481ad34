import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RoleId } from '#machines/contract/entities.ts';
import AccessDeniedView from '#src/screens/access-denied/access-denied.tsx';
import { createRoot, signedIn } from '#tests/support/root.tsx';
import { axeFindings } from '#tests/support/screens.tsx';

const WHY = 'Admin privileges are needed to view this page.';
const STUDIO = 'Gameshow players can only answer questions on the home page.';

it.each([
  [2, [WHY]],
  [3, [WHY, STUDIO]],
] as const)(
  'gives role %s the reason, and leads home [R2.access-denied R2.access-denied-contestant]',
  async (role_id: RoleId, words) => {
    const root = createRoot();
    await root.ports.restore.answer(
      signedIn({ id: 'u1', name: 'Ann', email: 'ann@example.org', role_id }),
    );
    render(
      root.page(
        <main>
          <AccessDeniedView />
        </main>,
        '/que-cards',
      ),
    );
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Access Denied');
    expect([...document.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(
      words,
    );
    expect(screen.getByRole('link').getAttribute('href')).toBe('/');
    expect(await axeFindings()).toEqual([]);
  },
);
