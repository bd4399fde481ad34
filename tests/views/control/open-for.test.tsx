import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { success } from '#machines/contract/outcome.ts';
import { OpenFor } from '#src/screens/control/open-for.tsx';
import { producerFixture } from '#tests/support/producer-fixture.ts';
import { axeFindings } from '#tests/support/screens.tsx';
import { item, showView } from '#tests/support/show-view.ts';
import { pageWith } from './fixture.tsx';

it('lets the producer choose who has not answered, and for how long [R2.open-for-one]', async () => {
  const { producer, loads } = producerFixture();
  const view = showView();
  await act(() => loads(success(view.direction), view));
  const person = { shownName: 'x', role_id: 2, isGuest: true };
  const people = [
    { ...person, userId: 'ann', name: 'Ann', hasAnswered: false },
    { ...person, userId: 'ben', name: 'Ben', hasAnswered: true },
  ];
  const page = pageWith(() => ({ people, adjustments: [] }));
  render(page(<OpenFor producer={producer} showId="s1" item={item('1')} busy={false} />));
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: 'Let one person answer' }));
  const ann = await screen.findByRole('button', { name: 'Open for 30 s for Ann' });
  expect(screen.queryByRole('button', { name: 'Open for 30 s for Ben' })).toBeNull();
  expect(await axeFindings()).toEqual([]);
  await user.click(screen.getByRole('button', { name: '45 s' }));
  await user.click(ann);
  expect(producer.getSnapshot().context.posted?.act).toEqual({
    type: 'openFor',
    itemId: '1',
    userId: 'ann',
    seconds: 45,
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});
