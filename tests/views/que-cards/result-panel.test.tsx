import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import { axeFindings } from '#tests/support/screens.tsx';
import { question } from './question.ts';
import { showDesk } from './fixture.tsx';

const answered = { studio: 0, home: 2 };
const buttons = () =>
  screen.queryAllByRole('button', { name: / result$/u }).map(({ textContent }) => textContent);

describe('the result of a question on its card', () => {
  it.each([
    ['counting', ['Lock result'], 'Counting: groups and points move with the answers.'],
    ['locked', ['Publish result', 'Unlock result'], 'Locked: only your own decision'],
    ['revealed', ['Publish result'], 'Revealed on air'],
    ['published', [], 'Published: points are final.'],
    ['corrected', [], 'Corrected after publishing'],
  ] as const)(
    'says that it is %s, and offers what is next [R2.result-guards]',
    async (state, names, words) => {
      await showDesk([question('q1', { answered, result: { ...NEW_RESULT, state, version: 1 } })]);
      expect(buttons()).toEqual(names);
      expect(screen.getByText(new RegExp(words, 'u')).tagName).toBe('SPAN');
      expect(await axeFindings()).toEqual([]);
    },
  );

  it('says why it cannot be locked while somebody can answer [R2.result-guards]', async () => {
    const home = { released: true, timed: false, closesAt: null };
    const windows = { studio: { ...home, released: false }, home };
    await showDesk([question('q1', { answered, windows, result: NEW_RESULT })]);
    const lock = screen.getByRole<HTMLButtonElement>('button', { name: 'Lock result' });
    expect([lock.disabled, screen.getByText(PRODUCER_MESSAGES.result.stillOpen).id]).toEqual([
      true,
      lock.getAttribute('aria-describedby'),
    ]);
  });

  it('is not published by the second click of two that locked it [R4.result-twice]', async () => {
    const result = { ...NEW_RESULT, state: 'locked', version: 1 } as const;
    await showDesk([question('q1', { answered, result })]);
    const publish = screen.getByRole('button', { name: 'Publish result' });
    fireEvent.click(publish, { detail: 2 });
    expect(publish.getAttribute('aria-busy')).not.toBe('true');
    expect(buttons()).toEqual(['Publish result', 'Unlock result']);
  });

  it('asks for a reason before it unlocks', async () => {
    const result = { ...NEW_RESULT, state: 'locked', version: 1 } as const;
    const { user } = await showDesk([question('q1', { answered, result })]);
    await user.click(screen.getByRole('button', { name: 'Unlock result' }));
    await user.click(screen.getByRole('button', { name: 'Unlock' }));
    expect(screen.getByText(PRODUCER_MESSAGES.result.noReason).tagName).toBe('P');
    await user.click(screen.getByRole('button', { name: 'Keep locked' }));
    expect(buttons()).toEqual(['Publish result', 'Unlock result']);
  });

  it('is not shown before anybody has answered, nor by a backend without results', async () => {
    await showDesk([question('q1', { result: NEW_RESULT }), question('q2', { answered })]);
    expect(screen.queryByRole('group', { name: 'Result' })).toBeNull();
  });
});
