import { questionsAdminMachine, type QuestionUpdate } from '#machines/admin/admin.ts';
import type { AdminQuestion } from '#machines/contract/entities.ts';
import { createActor } from 'xstate';
import { manualPort } from '#tests/support/screens.tsx';

const CLOSED = { released: false, timed: false, closesAt: null };
export const question = (id: string, more: Partial<AdminQuestion> = {}): AdminQuestion => ({
  id,
  question_id: id,
  game_session_id: `s-${id}`,
  show_id: 's1',
  item_id: `item-${id}`,
  question_text: `Question ${id}?`,
  session_date: '2026-03-01',
  start_time: '2026-03-01T18:00:00.000Z',
  end_time: '2026-03-01T19:00:00.000Z',
  created_at: '2026-03-01T17:00:00.000Z',
  shown_on_air: false,
  shown_to_home: false,
  windows: { studio: CLOSED, home: CLOSED },
  answered: { studio: 0, home: 0 },
  points: 0,
  topGroups: [],
  ...more,
});

/** The chart of the questions tab with its ports controlled by the test, not loaded yet. */
export function questionsFixture() {
  const load = manualPort<{ readonly query: null }, readonly AdminQuestion[]>();
  const save = manualPort<
    { readonly item: AdminQuestion | null; readonly values: QuestionUpdate },
    string
  >();
  const remove = manualPort<{ readonly item: AdminQuestion | null }, string>();
  const actor = createActor(
    questionsAdminMachine.provide({
      actors: { load: load.logic, save: save.logic, remove: remove.logic },
    }),
    { input: { query: null } },
  ).start();
  return { load, save, remove, actor };
}
