import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { AppShell } from '#src/components/app-shell.tsx';
import { ConfirmDialog, Dialog } from '#src/components/dialog.tsx';
import { Banner } from '#src/components/live-region.tsx';

const answering = (onClose: () => void, props: { open?: boolean; error?: string } = {}) => (
  <Dialog
    open={props.open ?? true}
    onClose={onClose}
    title="Name a breed of dog"
    error={props.error}
  >
    <input aria-label="Your answer" />
  </Dialog>
);

it('is labelled by its title and has its content only while open', () => {
  const { rerender } = render(answering(() => {}, { open: false }));
  expect(screen.queryByRole('textbox')).toBeNull();
  rerender(answering(() => {}));
  const dialog = screen.getByRole('dialog', { name: 'Name a breed of dog' });
  expect(within(dialog).getByRole('textbox', { name: 'Your answer' })).toBeDefined();
  rerender(answering(() => {}, { open: false }));
  expect([screen.queryByRole('textbox'), dialog.hasAttribute('open')]).toEqual([null, false]);
});

it('shows errors inside, where the rest of the page is inert', () => {
  const { rerender } = render(answering(() => {}));
  const alert = within(screen.getByRole('dialog')).getByRole('alert');
  expect(alert.textContent).toBe('');
  rerender(answering(() => {}, { error: 'Failed to submit answer' }));
  expect(alert.textContent).toBe('Failed to submit answer');
});

const page = (open: boolean, banner: string | null) => (
  <AppShell header="" footer="" announcements={<Banner message={banner} />}>
    {answering(() => {}, { open })}
    {answering(() => {}, { open: false })}
  </AppShell>
);

it("contains the page's announcements for as long as it is open", () => {
  const { rerender } = render(page(true, null));
  rerender(page(true, 'A question is open.'));
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByText('A question is open.').parentElement?.role).toBe('status');
  rerender(page(false, 'A question is open.'));
  const [banner, ...more] = screen.getAllByText('A question is open.');
  expect([banner?.closest('dialog'), more]).toEqual([null, []]);
});

it('asks its owner to close it on Esc and its button, and does not close by itself', async () => {
  const onClose = vi.fn<() => void>();
  render(answering(onClose));
  const dialog = screen.getByRole('dialog');
  const unprevented = fireEvent(dialog, new Event('cancel', { cancelable: true }));
  expect([onClose.mock.calls.length, unprevented, dialog.hasAttribute('open')]).toEqual([
    1,
    false,
    true,
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(onClose.mock.calls.length).toBe(2);
});

it('notifies its owner when the platform closed it anyway', () => {
  const onClose = vi.fn<() => void>();
  render(answering(onClose));
  const dialog = screen.getByRole('dialog');
  dialog.removeAttribute('open');
  fireEvent(dialog, new Event('close'));
  expect(onClose.mock.calls.length).toBe(1);
});

it('closes by the backdrop only if the press began there', () => {
  const onClose = vi.fn<() => void>();
  render(answering(onClose));
  const dialog = screen.getByRole('dialog');
  const outside = { clientX: 10, clientY: 10 };
  fireEvent.pointerDown(screen.getByRole('textbox'), outside);
  fireEvent.click(dialog, outside);
  expect(onClose.mock.calls.length).toBe(0);
  fireEvent.pointerDown(dialog, outside);
  fireEvent.click(dialog, outside);
  expect(onClose.mock.calls.length).toBe(1);
});

/** Whether the dialog scrolls as a whole with this text size. */
const isShort = (fontSize: string) => {
  document.documentElement.style.fontSize = fontSize;
  const { unmount } = render(answering(() => {}));
  const is = screen.getByRole('dialog').hasAttribute('data-short');
  unmount();
  return is;
};

it('scrolls as a whole where a larger text size leaves little height', () => {
  const view = { width: 320, height: 640, scale: 1, offsetTop: 0, addEventListener: () => {} };
  vi.stubGlobal('visualViewport', { ...view, removeEventListener: () => {} });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    document.documentElement.removeAttribute('style');
  });
  expect(['16px', '32px'].map(isShort)).toEqual([false, true]);
});

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <main tabIndex={-1}>
      {open ? null : <button onClick={() => setOpen(true)}>Answer Question</button>}
      <Dialog open={open} onClose={() => setOpen(false)} title="Question">
        <p>Text</p>
      </Dialog>
    </main>
  );
}

it('moves the focus to main when the control that opened it is gone', async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Answer Question' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

it('puts the safe choice first and names the action', async () => {
  const told: string[] = [];
  render(
    <ConfirmDialog
      open
      title="Delete this question?"
      confirmLabel="Delete question"
      onConfirm={() => told.push('confirm')}
      onClose={() => told.push('close')}
    >
      12 players lose 48 points.
    </ConfirmDialog>,
  );
  const names = screen.getAllByRole('button').map((button) => button.textContent);
  expect(names).toEqual(['Cancel', 'Delete question', '']);
  await userEvent.click(screen.getByRole('button', { name: 'Delete question' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(told).toEqual(['confirm', 'close']);
});
