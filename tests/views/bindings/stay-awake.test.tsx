import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StayAwake } from '#src/bindings/stay-awake.tsx';
import { createRoot } from '#tests/support/root.tsx';

it.each([true, false])(
  'warns that the screen may go to sleep if the browser has no wake lock: %s',
  (isThere) => {
    const wakeLock = { isThere, acquire: () => {}, release: () => {} };
    render(createRoot({ effects: { wakeLock } }).page(<StayAwake wanted />));
    expect(screen.queryByText(/This screen may go to sleep/u) === null).toBe(isThere);
  },
);
