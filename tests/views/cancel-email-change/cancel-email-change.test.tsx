import { m } from 'messages';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import CancelEmailChangeView from '#src/screens/cancel-email-change/cancel-email-change.tsx';
import { createRoot, where } from '#tests/support/root.tsx';
import { axeFindings, complaint } from '#tests/support/screens.tsx';

const screens = (
  <main>
    <Routes>
      <Route path="/cancel-email-change" element={<CancelEmailChangeView />} />
      <Route path="/cancel-email-change/:token" element={<CancelEmailChangeView />} />
    </Routes>
  </main>
);

/** Opens the screen with a server that records requests and refuses them. */
async function open(path: string, message = 'Not today.') {
  const sent: unknown[] = [];
  const { page } = createRoot({
    effects: {
      call: async (name, request) => {
        sent.push([name, request]);
        return { ok: false, message, status: 400, reply: undefined };
      },
    },
  });
  await act(async () => render(page(screens, path)));
  return { sent, user: userEvent.setup({ delay: null }) };
}
const press = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: "This Wasn't Me" }));
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

it('takes the token out of the address, and sends it only when the button is pressed', async () => {
  const { sent, user } = await open('/cancel-email-change/s3cret');
  expect(where()).toBe('/cancel-email-change');
  expect(sent).toEqual([]);
  await press(user);
  expect(sent).toEqual([['cancelEmailChange', { body: { token: 's3cret' } }]]);
  expect(complaint()).toEqual({ message: 'Not today.', field: null });
  expect(await axeFindings()).toEqual([]);
});

it('explains that a link without a token is invalid, and what to do', async () => {
  await open('/cancel-email-change');
  expect(heading()).toBe("This Link Doesn't Work");
  expect(screen.getByRole('status').textContent).toBe(m.cancelEmailChangeInvalidLink());
  expect(
    screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Choose a New Password', '/forgot-password'],
    ['Back to Login', '/login'],
  ]);
  expect(await axeFindings()).toEqual([]);
});

it('treats an expired link as invalid, too', async () => {
  const { user } = await open('/cancel-email-change/old', m.cancelEmailChangeInvalidLink());
  await press(user);
  expect(heading()).toBe("This Link Doesn't Work");
  expect(screen.queryByRole('form')).toBeNull();
});
