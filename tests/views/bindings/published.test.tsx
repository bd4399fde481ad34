import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '#machines/contract/entities.ts';
import type { CallApi } from '#src/effects/api.ts';
import MyAnswerView from '#src/screens/my-answer/my-answer.tsx';
import LeaderboardView from '#src/screens/leaderboard/leaderboard.tsx';
import { admin, contestant, realtime, viewer } from '#tests/support/game.ts';
import { createRoot, signedIn } from '#tests/support/root.tsx';

/** Requests to the server, all of them refused. */
function refusing() {
  const asked: string[] = [];
  const call: CallApi = async (name) => {
    asked.push(name);
    return { ok: false, message: 'Not in this test.', status: null, reply: null };
  };
  return { asked, call };
}

const released = (version: number, type: 'contestant' | 'home') =>
  realtime('question-released', { feed: 'house', type, version, question: null });

/** The chimes of a release to each audience, on the page and after it. */
async function heardBy(user: User) {
  const cues: string[] = [];
  const root = createRoot({
    effects: {
      call: refusing().call,
      perform: (fact) => {
        if (fact.type === 'chime') cues.push(fact.cue);
      },
    },
  });
  await root.ports.restore.answer(signedIn(user));
  const { unmount } = render(root.page(<MyAnswerView />), { reactStrictMode: true });
  await root.send(released(1, 'contestant'));
  await root.send(released(2, 'home'));
  const onPage = cues.splice(0).length;
  unmount();
  await root.send(released(3, 'contestant'));
  await root.send(released(4, 'home'));
  return { onPage, after: cues.length };
}

describe('chimes on /my-answer', () => {
  it.each([
    ['contestants once', contestant, { onPage: 1, after: 1 }],
    ['home viewers not at all', viewer, { onPage: 0, after: 1 }],
    ['admins not at all', admin, { onPage: 0, after: 2 }],
  ])(
    "reach %s, and on other pages the question's audience [R4.my-chime R4.chime-once]",
    async (_, user, heard) => {
      expect(await heardBy(user)).toEqual(heard);
    },
  );
});

describe('the boards of today', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('are reloaded at the day change at 00:00 UTC [R9.daily-reset-live]', async () => {
    const { asked, call } = refusing();
    const root = createRoot({ effects: { call } });
    await root.ports.restore.answer(signedIn(viewer));
    render(root.page(<LeaderboardView />));
    await act(() => vi.advanceTimersByTimeAsync(0));
    asked.length = 0;
    // The clock of the root began at 00:00; its session lasts the whole day.
    await root.pass(24 * 60 * 60_000 - 1);
    expect(asked).toEqual([]);
    await root.send({ type: 'day.turned' });
    await act(() => vi.advanceTimersByTimeAsync(8_000));
    expect(asked.toSorted()).toEqual(['leaderboardDailyHome', 'leaderboardDailyStudio']);
  });
});
