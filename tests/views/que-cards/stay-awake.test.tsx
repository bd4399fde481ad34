import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StayAwake } from '#src/screens/que-cards/stay-awake.tsx';
import { createRoot } from '#tests/support/root.tsx';

const isSaid = () => screen.queryByText(/This screen may go to sleep/u) !== null;

it('says that the screen may go to sleep for as long as the browser does not keep it awake', async () => {
  const listeners: ((isAwake: boolean) => void)[] = [];
  const wakeLock = {
    acquire: (report?: (isAwake: boolean) => void) => {
      if (report !== undefined) listeners.push(report);
    },
    release: () => {},
  };
  render(createRoot({ effects: { wakeLock } }).page(<StayAwake wanted />));
  const seen = [isSaid()];
  for (const isAwake of [false, true]) {
    await act(async () => listeners.forEach((report) => report(isAwake)));
    seen.push(isSaid());
  }
  expect(seen).toEqual([false, true, false]);
});
