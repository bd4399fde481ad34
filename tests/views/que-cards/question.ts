import type { AdminQuestion } from '#machines/contract/entities.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';

/** A question in the producers' list, never released unless `more` says otherwise. */
export const question = (id: string, more: Partial<AdminQuestion> = {}): AdminQuestion => ({
  id,
  question_id: id,
  game_session_id: `game-${id}`,
  show_id: 's1',
  item_id: `item-${id}`,
  question_text: `Question ${id}`,
  session_date: '2030-01-01',
  start_time: '2030-01-01T20:00:00.000Z',
  end_time: '2030-01-01T21:00:00.000Z',
  created_at: '2030-01-01T10:00:00.000Z',
  shown_on_air: false,
  shown_to_home: false,
  windows: { studio: NO_WINDOW, home: NO_WINDOW },
  answered: { studio: 0, home: 0 },
  topGroups: [],
  ...more,
});
