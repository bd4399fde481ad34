import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createActor } from 'xstate';
import {
  type Board,
  type BoardRequest,
  boardsMachine,
  type BoardsEvent,
  type OwnRow,
  type PointsRequest,
} from '#machines/results/boards.ts';
import type { ActiveQuestion, User } from '#machines/contract/entities.ts';
import type { EmittedEvent } from '#machines/kit/emitted.ts';
import type { QuestionsEvent } from '#machines/answering/questions.ts';
import type { QuestionList } from '#machines/answering/rules/feed.ts';
import type { CallApi } from '#src/effects/api.ts';
import type { AudioState } from '#src/effects/chime.ts';
import { createAnnouncements } from '#src/effects/announcements.ts';
import { HomeFor } from '#src/screens/home/home.tsx';
// Loaded beforehand, as on a phone that has shown the page before.
import '#src/screens/home/details.tsx';
import { settled } from '#tests/support/fake-clock.ts';
import { T0 } from '#tests/support/game.ts';
import { questionsFixture } from '#tests/support/questions-fixture.ts';
import { fakeAudio } from '#tests/support/fake-audio.ts';
import { createRoot, signedIn } from '#tests/support/root.tsx';
import { manualPort } from '#tests/support/screens.tsx';

/** Chimes that only record whether they are muted. */
function muteChimes(context: AudioContext) {
  const listeners = new Set<() => void>();
  let state: AudioState = 'unset';
  const become = (next: AudioState) => () => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    play: () => {},
    enable: become('enabled'),
    disable: become('disabled'),
    audio: () => (state === 'enabled' ? context : null),
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The reply of a server to an unknown call. */
export const refused = {
  ok: false,
  message: 'Not in this test.',
  status: null,
  reply: null,
} as const;

/**
 * A user's main page at T0, on a clock that stands still, with every effect controlled by the test. `held`: the
 * questions that were there before the page was opened.
 */
export async function homeFixture(
  user: User,
  path = '/',
  held: readonly ActiveQuestion[] | null = null,
  call: CallApi = async () => refused,
) {
  const audio = fakeAudio();
  const fixture = questionsFixture(user);
  if (held !== null) await fixture.load({ questions: held, versions: { house: 1 } });
  const ticks = new Set<() => void>();
  const facts: EmittedEvent[] = [];
  const awake: string[] = [];
  const announcements = createAnnouncements();
  const root = createRoot({
    now: fixture.clock.now,
    effects: {
      timers: {
        setTimeout: fixture.clock.setTimeout,
        clearTimeout: (timer) => timer !== undefined && fixture.clock.clearTimeout(timer),
      },
      ticker: {
        subscribe: (_, listener) => {
          ticks.add(listener);
          return () => void ticks.delete(listener);
        },
      },
      drafts: {
        recall: ({ gameSessionId }) => fixture.drafts.get(gameSessionId) ?? '',
        save: () => {},
      },
      chimes: muteChimes(audio.context),
      announcements,
      wakeLock: {
        isThere: true,
        acquire: () => void awake.push('hold'),
        release: () => void awake.push('release'),
      },
      perform: (fact) => void facts.push(fact),
      call,
    },
  });
  const board = manualPort<BoardRequest, Board>();
  const points = manualPort<PointsRequest, OwnRow>();
  const boards = createActor(
    boardsMachine.provide({ actors: { loadBoard: board.logic, loadPoints: points.logic } }),
    { clock: fixture.clock, input: { userId: user.id, random: () => 0.5 } },
  ).start();

  await root.ports.restore.answer(signedIn(user, T0));
  render(
    root.page(
      <main>
        <HomeFor user={user} questions={fixture.actor} boards={boards} />
      </main>,
      path,
    ),
  );
  await act(settled);
  return {
    ...fixture,
    boards,
    board,
    points,
    awake,
    announcements,
    /** The sounds played, except chimes. */
    played: audio.played,
    /** The effects that the page has requested. */
    performed: facts,
    person: userEvent.setup({ delay: null }),
    send: (...events: QuestionsEvent[]) => act(() => fixture.send(...events)),
    tellBoards: (event: BoardsEvent) => act(async () => boards.send(event)),
    load: (list: Partial<QuestionList> = {}) => act(() => fixture.load(list)),
    advance: (ms: number) =>
      act(async () => {
        await fixture.advance(ms);
        for (const tick of ticks) tick();
      }),
  };
}

/** The same after the first list has loaded. */
export async function homeFixtureWith(user: User, ...questions: ActiveQuestion[]) {
  const fixture = await homeFixture(user);
  await fixture.load({ questions, versions: { house: 1 } });
  return fixture;
}

/** The card of a question, by its text or by the label shown instead. */
export const card = (name: string) => within(screen.getByRole('article', { name }));
export const cards = (): string[] =>
  screen.queryAllByRole('article').map((article) => article.getAttribute('aria-label') ?? '');
