import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { question, timed, viewer } from '#tests/support/game.ts';
import { homeFixtureWith } from './fixture.tsx';
import { eventually } from '#tests/support/eventually.ts';

const fetched = vi.hoisted(() => vi.fn<() => void>());
vi.mock('#src/screens/home/answer-reveal.tsx', () => {
  fetched();
  return { default: () => null };
});

it('the code of the reveal is loaded while the answer is typed, so that the card is never blank', async () => {
  const { person } = await homeFixtureWith(viewer, question(1, { home: timed(90) }));
  expect(fetched).not.toHaveBeenCalled();
  await person.click(screen.getByRole('button', { name: 'Answer Question' }));
  await eventually(() => expect(fetched).toHaveBeenCalledOnce());
});
