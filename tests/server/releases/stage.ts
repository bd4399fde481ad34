import type { Audience } from '#machines/contract/entities.ts';
import { type Database, inTransaction } from '#server/db/client.ts';
import { insertQuestion } from '#server/modules/questions/store.ts';
import type { Announcer } from '#server/realtime/announce.ts';
import { announceChange, type Change } from '#server/realtime/change.ts';
import type { ChangeLink } from '#server/realtime/publisher.ts';
import type { QuestionRecord } from '#server/realtime/view.ts';

/** One thing said to a room. */
export interface Told {
  readonly to: Audience | 'admin' | 'user' | 'answerers';
  readonly name: string;
  readonly payload: unknown;
}

/** What other processes are told: here are none. */
export const NO_LINK: ChangeLink = { pass: () => {}, whenPassed: () => {} };

/** An announcer that writes down what it is to say, and what publishes changes by it. */
export function recorder() {
  const told: Told[] = [];
  const announcer: Announcer = {
    toAudience: (to, name, payload) => told.push({ to, name, payload }),
    toAdmins: (name, payload) => told.push({ to: 'admin', name, payload }),
    toUser: (_userId, name, payload) => told.push({ to: 'user', name, payload }),
    toAnswerers: (_session, _audience, _keys, name, payload) =>
      told.push({ to: 'answerers', name, payload }),
    joinAnswerers: () => {},
    toDevices: () => {},
    disconnectUser: () => {},
    dropUser: () => {},
    connected: () => ({ studio: 0, home: 0 }),
  };
  const publish = (change: Change): void => announceChange(announcer, change);
  return { announcer, told, publish };
}

/** A question planned from `startAt` to `endAt` (epoch ms), never released. */
export const plan = (
  db: Database,
  { startAt, endAt }: { startAt: number; endAt: number },
): Promise<QuestionRecord> =>
  inTransaction(db, (tx) =>
    insertQuestion(tx, { text: 'A fruit?', startAt, endAt, createdAt: startAt, createdBy: null }),
  );
