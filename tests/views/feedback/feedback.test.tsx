import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { success } from '#machines/contract/outcome.ts';
import FeedbackView from '#src/views/feedback/feedback.tsx';
import { createRoot } from '#tests/support/root.tsx';
import { axeFindings, complaint, fill } from '#tests/support/screens.tsx';

afterEach(() => {
  vi.useRealTimers();
});

async function open() {
  const call = vi.fn<() => never>();
  const root = createRoot({ effects: { call } });
  await root.ports.restore.answer(success(null));
  const view = (
    <main>
      <FeedbackView />
    </main>
  );
  render(root.page(view));
  return call;
}
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

it('names each of the stars, none of them chosen', async () => {
  await open();
  expect(
    screen
      .getAllByRole('radio')
      .map((radio) => [
        radio.getAttribute('value'),
        radio.parentElement?.textContent,
        radio.matches(':checked'),
      ]),
  ).toEqual([
    ['1', 'Poor', false],
    ['2', 'Fair', false],
    ['3', 'Good', false],
    ['4', 'Very Good', false],
    ['5', 'Excellent', false],
  ]);
  expect(await axeFindings()).toEqual([]);
});

it('asks for the stars at the stars', async () => {
  await open();
  const user = userEvent.setup({ delay: null });
  await user.selectOptions(screen.getByLabelText('Category'), 'Look and use');
  await user.click(screen.getByRole('button', { name: 'Submit Feedback' }));
  expect(complaint()).toEqual({ message: 'Please choose a rating.', field: 'rating' });
  expect(document.activeElement).toBe(screen.getByRole('radiogroup', { name: 'Rating' }));
  expect(await axeFindings()).toEqual([]);
});

it('pretends to send for 2 seconds and calls nobody', async () => {
  const call = await open();
  const user = userEvent.setup({ delay: null });
  await user.selectOptions(screen.getByLabelText('Category'), 'Scoring');
  await user.click(screen.getByRole('radio', { name: 'Excellent' }));
  await fill(user, { Title: 'Points', Description: 'Clear.' });
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Submit Feedback' }));
  await act(() => vi.advanceTimersByTimeAsync(1_999));
  expect(heading()).toBe('Feedback');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect([heading(), document.activeElement?.textContent]).toEqual([
    'Feedback Sent',
    'Feedback Sent',
  ]);
  expect(call.mock.calls).toEqual([]);
});
