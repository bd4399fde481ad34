import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { User } from '#machines/contract/entities.ts';
import ContactView from '#src/screens/contact/contact.tsx';
import { createRoot, signedIn } from '#tests/support/root.tsx';
import { axeFindings, complaint, fill, wrongFields } from '#tests/support/screens.tsx';

const ann: User = { id: 'u1', name: 'Ann', email: 'ann@example.org', role_id: 2 };

afterEach(() => {
  vi.useRealTimers();
});

async function open() {
  const call = vi.fn<() => never>();
  const root = createRoot({ effects: { call } });
  await root.ports.restore.answer(signedIn(ann));
  const view = (
    <main>
      <ContactView />
    </main>
  );
  render(root.page(view));
  return call;
}
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

it("prefills a signed-in user's data, and offers the subjects [R3.contact-name R3.contact-email R3.contact-technical-support R3.contact-game-feedback R3.contact-feature-request R3.contact-partnership R3.contact-bug-report R3.contact-other]", async () => {
  await open();
  expect([
    screen.getByLabelText('Name'),
    screen.getByLabelText('Email'),
    screen.getAllByRole('option').map(({ textContent }) => textContent),
  ]).toEqual([
    screen.getByDisplayValue('Ann'),
    screen.getByDisplayValue('ann@example.org'),
    [
      'Choose a subject',
      'Technical support',
      'Game feedback',
      'Feature request',
      'Partnership',
      'Bug report',
      'Other',
    ],
  ]);
  expect(await axeFindings()).toEqual([]);
});

it('shows missing values at their fields', async () => {
  await open();
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: 'Send Message' }));
  expect(complaint()).toEqual({ message: 'Please choose a subject.', field: 'subject' });
  expect(document.activeElement).toBe(screen.getByLabelText('Subject'));
});

it('marks every invalid field, and a corrected one loses only its own mark', async () => {
  await open();
  const user = userEvent.setup({ delay: null });
  await fill(user, { Name: '', Email: 'ann' });
  await user.click(screen.getByRole('button', { name: 'Send Message' }));
  expect(wrongFields()).toEqual(['name', 'email', 'subject', 'message']);
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  expect(await axeFindings()).toEqual([]);
  await fill(user, { Name: 'Ann' });
  expect(wrongFields()).toEqual(['email', 'subject', 'message']);
});

it('pretends to send for 1.5 seconds without a request [R2.contact-simulated R9.contact-delay]', async () => {
  const call = await open();
  const user = userEvent.setup({ delay: null });
  await user.selectOptions(screen.getByLabelText('Subject'), 'Bug report');
  await fill(user, { Message: 'Hello!' });
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Send Message' }));
  await act(() => vi.advanceTimersByTimeAsync(1_499));
  expect(heading()).toBe('Contact');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect([heading(), document.activeElement?.textContent]).toEqual([
    'Message Sent',
    'Message Sent',
  ]);
  expect(call.mock.calls).toEqual([]);
});
