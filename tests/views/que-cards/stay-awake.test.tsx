import { act, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StayAwake } from '#src/screens/que-cards/stay-awake.tsx';
import { createRoot } from '#tests/support/root.tsx';

it('says that the screen may go to sleep for as long as the browser does not keep it awake', async () => {
  let report: (isAwake: boolean) => void = () => {};
  const wakeLock = {
    acquire: (listener: (isAwake: boolean) => void = () => {}) => void (report = listener),
    release: () => {},
  };
  render(createRoot({ effects: { wakeLock } }).page(<StayAwake wanted />));
  const isSaid = () => screen.queryByText(/This screen may go to sleep/u) !== null;
  const seen = [isSaid()];
  for (const isAwake of [false, true]) {
    await act(async () => report(isAwake));
    seen.push(isSaid());
  }
  expect(seen).toEqual([false, true, false]);
});
