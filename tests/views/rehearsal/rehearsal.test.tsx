import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { success } from '#machines/contract/outcome.ts';
import { joinRehearsalForm, type JoinRehearsalValues } from '#machines/show/invitation.ts';
import RehearsalView, { RehearsalScreen } from '#src/screens/rehearsal/rehearsal.tsx';
import { viewer } from '#tests/support/game.ts';
import { createRoot, signedIn } from '#tests/support/root.tsx';
import { axeFindings, complaint, manualPort } from '#tests/support/screens.tsx';

const screens = (
  <main>
    <Routes>
      <Route path="/rehearsal" element={<RehearsalView />} />
    </Routes>
  </main>
);
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

/** Opens an invitation that the server refuses, as a signed-in user. */
async function open(isSignedIn: boolean) {
  const sent: unknown[] = [];
  const { page, ports } = createRoot({
    effects: {
      call: async (name, request) => {
        sent.push([name, request]);
        return { ok: false, message: 'It is over.', status: 404, reply: undefined };
      },
    },
  });
  if (isSignedIn) await act(async () => ports.restore.answer(signedIn(viewer)));
  await act(async () => render(page(screens, '/rehearsal#key=s3cret')));
  return { sent };
}

it('sends the key of the link at once, and shows why an invitation is refused [R2.rehearsal-invited]', async () => {
  const { sent } = await open(true);
  expect(sent).toContainEqual(['joinRehearsal', { body: { key: 's3cret' } }]);
  expect(complaint()).toEqual({ message: 'It is over.', field: null });
});

it('asks a signed-out user to log in first, on the same page', async () => {
  const { sent } = await open(false);
  expect(heading()).toBe('Login');
  expect(sent).toEqual([]);
});

it('leads to the questions once the user has joined', async () => {
  const port = manualPort<{ readonly values: JoinRehearsalValues }, string>();
  const form = createActor(joinRehearsalForm.provide({ actors: { submit: port.logic } })).start();
  render(
    <main>
      <RehearsalScreen form={form} invitation="s3cret" />
    </main>,
    { wrapper: MemoryRouter },
  );
  expect(port.asked).toEqual([{ values: { key: 's3cret' } }]);
  await act(async () => port.answer(success('You are in.')));
  expect(heading()).toBe("You're In");
  expect(screen.getByText('You are in.')).toBeDefined();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/');
  expect(await axeFindings()).toEqual([]);
});
