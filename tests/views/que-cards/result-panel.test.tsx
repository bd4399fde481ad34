import { m } from 'messages';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { AdminQuestion, Result, ResultState } from '#machines/contract/entities.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import { ResultPanel } from '#src/screens/que-cards/result-panel.tsx';
import { useQuestionWindow } from '#src/bindings/question-window.ts';
import { cardsFixture } from '#tests/support/cards-fixture.ts';
import { createRoot } from '#tests/support/root.tsx';
import { alertText, axeFindings } from '#tests/support/screens.tsx';
import { rundown, showView } from '#tests/support/show-view.ts';
import { question } from './question.ts';

const answered = { studio: 0, home: 2 };
const inState = (state: ResultState, version = 1): Result => ({ ...NEW_RESULT, state, version });
const of = (result: Result | undefined, more: Partial<AdminQuestion> = {}) =>
  question('q1', { answered, ...(result && { result }), ...more });
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
const words = () => screen.getByRole('status').textContent;

/** The panel of a question, with the server controlled by the test. */
async function open(shown: AdminQuestion) {
  const { clock, cards, producer, lists, loads, perform, replies } = cardsFixture();
  function Card({ asked }: { readonly asked: AdminQuestion }) {
    const window = useQuestionWindow(cards, asked.game_session_id);
    return <ResultPanel producer={producer} question={asked} window={window} />;
  }
  const root = createRoot({ now: clock.now });
  const pageOf = (asked: AdminQuestion) =>
    root.page(
      <main>
        <Card asked={asked} />
      </main>,
    );
  const { rerender } = render(pageOf(shown));
  await lists([shown]);
  const view = showView({ rundown: rundown({ id: shown.show_id }) });
  await loads(success(view.direction), view);
  return {
    perform,
    user: userEvent.setup({ delay: null }),
    /** The list is updated with this result. */
    listed: (result: Result) => rerender(pageOf(of(result))),
    /** The act succeeds with this result. */
    done: (result: Result) => replies({ ...shown, result }),
    posted: () => perform.asked.map(({ act, version }) => [act, version]),
  };
}

describe('the result of a question on its card', () => {
  it.each([
    ['counting', ['Lock result'], 'Counting: groups and points update as answers arrive.'],
    ['locked', ['Publish result', 'Unlock result'], 'Locked: only you can change the groups.'],
    ['revealed', ['Publish result'], 'Revealed on air: only you can change the groups.'],
    ['published', [], 'Published: points are final.'],
    ['corrected', [], 'Corrected after publishing: points are final.'],
  ] as const)(
    'shows that it is %s, with the next act [R2.result-guards]',
    async (state, names, text) => {
      await open(of(inState(state)));
      expect([buttons(), words()]).toEqual([names, `Result ${text}`]);
      expect(await axeFindings()).toEqual([]);
    },
  );

  it('explains why it cannot be locked while players can answer [R2.result-guards]', async () => {
    const home = { released: true, timed: false, closesAt: null };
    const windows = { studio: { ...home, released: false }, home };
    await open(of(NEW_RESULT, { windows }));
    const lock = screen.getByRole<HTMLButtonElement>('button', { name: 'Lock result' });
    expect([lock.disabled, screen.getByText(m.resultStillOpen()).id]).toEqual([
      true,
      lock.getAttribute('aria-describedby'),
    ]);
  });

  it('is locked and published by one act each, based on the newest version, and shows each reply [R2.result-publish]', async () => {
    const { user, done, posted, listed } = await open(of(NEW_RESULT));
    await user.click(screen.getByRole('button', { name: 'Lock result' }));
    expect(screen.getAllByRole('button', { busy: true })).toHaveLength(1);
    await done(inState('locked'));
    expect(buttons()).toEqual(['Publish result', 'Unlock result']);
    // An older list does not overrule the reply.
    listed(NEW_RESULT);
    await user.click(screen.getByRole('button', { name: 'Publish result' }));
    const { item_id: itemId } = of(NEW_RESULT);
    expect(posted()).toEqual([
      [{ type: 'lock', itemId }, null],
      [{ type: 'publish', itemId }, null],
    ]);
    listed(inState('published', 2));
    expect(words()).toBe('Result Published: points are final.');
  });

  it('is not published by the second click of a double click that locked it [R4.result-twice]', async () => {
    const { posted } = await open(of(inState('locked')));
    fireEvent.click(screen.getByRole('button', { name: 'Publish result' }), { detail: 2 });
    expect(posted()).toEqual([]);
  });

  it('can be unlocked only with a reason', async () => {
    const { user, posted, listed } = await open(of(inState('locked')));
    const ask = () => user.click(screen.getByRole('button', { name: 'Unlock result' }));
    await ask();
    await user.click(screen.getByRole('button', { name: 'Unlock' }));
    expect(screen.getByText(m.resultNoReason()).tagName).toBe('P');
    await user.click(screen.getByRole('button', { name: 'Keep locked' }));
    expect(buttons()).toEqual(['Publish result', 'Unlock result']);
    // Another producer acts first.
    await ask();
    listed(inState('revealed', 2));
    expect(buttons()).toEqual(['Publish result']);
    listed(inState('locked', 3));
    await ask();
    await user.type(screen.getByLabelText('Reason for unlocking'), ' Not yet ');
    await user.click(screen.getByRole('button', { name: 'Unlock' }));
    const { item_id: itemId } = of(NEW_RESULT);
    expect(posted()).toEqual([[{ type: 'unlock', itemId, reason: 'Not yet' }, null]]);
  });

  it('shows why an act failed, and does not change', async () => {
    const { user, perform } = await open(of(NEW_RESULT));
    await user.click(screen.getByRole('button', { name: 'Lock result' }));
    await perform.answer(refusal('Outdated.'));
    expect([alertText(), buttons()]).toEqual(['Outdated.', ['Lock result']]);
  });

  it.each([
    ['before the first answer', of(NEW_RESULT, { answered: { studio: 0, home: 0 } })],
    ['without results', of(undefined)],
  ])('is not shown %s', async (_, shown) => {
    await open(shown);
    expect(screen.queryByRole('group', { name: 'Result' })).toBeNull();
  });
});
