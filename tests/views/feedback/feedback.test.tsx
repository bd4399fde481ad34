import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { createActor } from 'xstate';
import { afterEach, expect, it, vi } from 'vitest';
import { success } from '#machines/contract/outcome.ts';
import { feedbackForm, type FeedbackValues } from '#machines/account/forms.ts';
import FeedbackView, { FeedbackScreen } from '#src/screens/feedback/feedback.tsx';
import { createRoot } from '#tests/support/root.tsx';
import { axeFindings, complaint, fill, manualPort, wrongFields } from '#tests/support/screens.tsx';

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

it('names each of the stars, none of them chosen [R3.feedback-poor R3.feedback-fair R3.feedback-good R3.feedback-very-good R3.feedback-excellent]', async () => {
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

it('shows a missing rating at the stars', async () => {
  await open();
  const user = userEvent.setup({ delay: null });
  await user.selectOptions(screen.getByLabelText('Category'), 'Look and use');
  await user.click(screen.getByRole('button', { name: 'Submit Feedback' }));
  expect(complaint()).toEqual({ message: 'Please choose a rating.', field: 'rating' });
  expect(document.activeElement).toBe(screen.getByRole('radiogroup', { name: 'Rating' }));
  expect(await axeFindings()).toEqual([]);
});

it('marks every invalid field, and focuses the first', async () => {
  await open();
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: 'Submit Feedback' }));
  expect(wrongFields()).toEqual(['category', 'rating', 'title', 'description']);
  expect(document.activeElement).toBe(screen.getByLabelText('Category'));
  await user.click(screen.getByRole('radio', { name: 'Good' }));
  expect(wrongFields()).toEqual(['category', 'title', 'description']);
});

it.each([true, false])(
  'shows whether the user would recommend the show: %j [R3.feedback-would-recommend]',
  async (wouldRecommend) => {
    const port = manualPort<{ readonly values: FeedbackValues }, null>();
    const machine = feedbackForm.provide({ actors: { submit: port.logic } });
    const form = createActor(machine).start();
    render(<FeedbackScreen form={form} user={null} />, { wrapper: MemoryRouter });
    const user = userEvent.setup({ delay: null });
    await user.selectOptions(screen.getByLabelText('Category'), 'Look and use');
    await user.click(screen.getByRole('radio', { name: 'Very Good' }));
    await fill(user, { Title: 'Points', Description: 'Clear.' });
    if (wouldRecommend) await user.click(screen.getByRole('checkbox', { name: /recommend/ }));
    await user.click(screen.getByRole('button', { name: 'Submit Feedback' }));
    const words = { title: 'Points', description: 'Clear.', email: '' };
    expect(port.asked).toEqual([
      { values: { ...words, category: 'ui-ux', rating: 4, wouldRecommend } },
    ]);
  },
);

it('pretends to send for 2 seconds without a request [R2.feedback-simulated R9.feedback-delay]', async () => {
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
