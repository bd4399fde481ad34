import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Button } from '#src/components/button.tsx';
import { CopyButton } from '#src/components/copy-button.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('ignores presses while busy, keeps its focus and its name', async () => {
  const user = userEvent.setup();
  const onClick = vi.fn<() => void>();
  const onSubmit = vi.fn<() => void>();
  const { rerender } = render(
    <form onSubmit={onSubmit}>
      <Button type="submit" onClick={onClick}>
        Submit
      </Button>
    </form>,
  );
  screen.getByRole('button').focus();
  rerender(
    <form onSubmit={onSubmit}>
      <Button type="submit" busy onClick={onClick}>
        Submit
      </Button>
    </form>,
  );
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Submit', busy: true }));
  expect(document.activeElement).toBe(screen.getByRole('button'));
  expect([onClick.mock.calls, onSubmit.mock.calls]).toEqual([[], []]);
});

it('shows its key and exposes it to assistive technology, but not in its name', () => {
  render(<Button shortcut="R">Release</Button>);
  const button = screen.getByRole('button', { name: 'Release' });
  expect([button.getAttribute('aria-keyshortcuts'), button.textContent]).toEqual(['R', 'ReleaseR']);
});

it('copies and confirms it until the focus moves on', async () => {
  const user = userEvent.setup();
  render(<CopyButton text="s3cret" what="password" />);
  await user.click(screen.getByRole('button', { name: 'Copy password' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('Copied');
  expect(await navigator.clipboard.readText()).toBe('s3cret');
  await user.tab();
  expect(screen.getByRole('button', { name: 'Copy password' })).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('');
});

it.each([
  ['refuses to copy', { clipboard: { writeText: () => Promise.reject(new Error('refused')) } }],
  ['has no clipboard, as on plain http', {}],
])('shows the text, selected, where the browser %s', async (_, device) => {
  vi.stubGlobal('navigator', device);
  render(<CopyButton text="s3cret" what="password" />);
  fireEvent.click(screen.getByRole('button', { name: 'Copy password' }));
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', {
    name: 'The text to copy',
  });
  const { selectionStart, selectionEnd } = field;
  expect([field.value.slice(selectionStart, selectionEnd), document.activeElement]).toEqual([
    's3cret',
    field,
  ]);
});
