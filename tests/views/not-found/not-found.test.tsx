import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import NotFoundView from '#src/screens/not-found/not-found.tsx';
import { createRoot } from '#tests/support/root.tsx';
import { axeFindings } from '#tests/support/screens.tsx';

it('shows that the page does not exist, and leads on', async () => {
  render(
    createRoot().page(
      <main>
        <NotFoundView />
      </main>,
      '/nowhere',
    ),
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page Not Found');
  expect(
    screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Go to Home', '/'],
    ['Support', '/support'],
  ]);
  expect(await axeFindings()).toEqual([]);
});
