import { m } from 'messages';
import { randomUUID } from 'node:crypto';
import type { Audience } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import { readQuestion } from '#server/answering/feed-store.ts';
import type { QuestionRecord } from '#server/answering/view.ts';
import { ApiError } from '#server/http/route.ts';
import { actOnShow } from '#server/show/act.ts';
import type { WindowAct } from '#server/show/releases/store.ts';
import type { ShowsServices } from '#server/show/services.ts';
import { readItemOf } from '#server/show/store.ts';
import { addUser } from '#tests/server/answers/fixture.ts';
import { showServices } from './show-acts.ts';
import { SILENT_BROADCASTER } from './silent-broadcaster.ts';

type Services = Pick<ShowsServices, 'db' | 'now' | 'publish'>;

/** An account that may act. */
async function producerIn(db: ShowsServices['db']): Promise<string> {
  const known = await db.read.selectFrom('user').select('id').limit(1).executeTakeFirst();
  return known?.id ?? (await addUser(db, ROLE.admin));
}

async function actOn(
  services: Services,
  questionId: string,
  actOf: (itemId: string) => ShowAct,
  by: string | null = null,
): Promise<QuestionRecord> {
  const item = await readItemOf(services.db.read, questionId);
  if (item === undefined) throw new ApiError(404, m.notFound());
  const shows = showServices({ ...services, broadcaster: SILENT_BROADCASTER });
  const request = { requestId: randomUUID(), act: actOf(item.itemId) };
  await actOnShow(shows, item.showId, request, by ?? (await producerIn(services.db)));
  const record = await readQuestion(services.db.read, questionId);
  if (record === null) throw new ApiError(404, m.notFound());
  return record;
}

/** Releases a question to one audience, or revokes it, by an act on its show. */
export const changeWindow = (
  services: Services,
  questionId: string,
  audience: Audience,
  act: WindowAct,
): Promise<QuestionRecord> =>
  actOn(
    services,
    questionId,
    (itemId) => {
      if (act.type === 'revoke') return { type: 'revoke', itemId, audience };
      const { timer, reopening, opensAt } = act;
      const seconds = timer === null ? null : timer.minutes * 60 + timer.seconds;
      const reason = reopening?.reason ?? undefined;
      return { type: 'releaseTo', itemId, audience, seconds, reason, opensAt };
    },
    act.type === 'release' ? act.reopening?.by : null,
  );

/** Undoes a revoke of an ended question, by an act on its show. */
export const restoreWindow = (
  services: Services,
  questionId: string,
  audience: Audience,
): Promise<QuestionRecord> =>
  actOn(services, questionId, (itemId) => ({ type: 'restore', itemId, audience }));
