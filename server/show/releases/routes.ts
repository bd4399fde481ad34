import { m } from 'messages';
import type { AdminQuestion, Audience } from '#machines/contract/entities.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import type { ReleaseBody } from '#machines/show/question-calls.ts';
import {
  ApiError,
  type Caller,
  type Handlers,
  recording,
  type RecordAudit,
} from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import { readQuestion } from '#server/answering/feed-store.ts';
import { type QuestionRecord, timersOf } from '#server/answering/view.ts';
import { actOnShow } from '../act.ts';
import type { ShowsServices } from '../services.ts';
import { readItemOf } from '../store.ts';

interface ReleaseRouteServices {
  readonly shows: ShowsServices;
  /** Returns the question as the producer sees it. */
  readonly describe: (record: QuestionRecord) => Promise<AdminQuestion>;
}
interface Asked {
  readonly caller: Caller;
  readonly params: { readonly id: string };
  readonly record: RecordAudit;
}

/** Handlers of the calls about a question's releases: each acts on the show of the question. */
export function releasesHandlers({ shows, describe }: ReleaseRouteServices) {
  const { db, now } = shows;
  /** @throws ApiError 404 */
  async function act(
    { caller, params, record: audit }: Asked,
    actOn: (itemId: string) => ShowAct,
  ): Promise<{ record: QuestionRecord; question: AdminQuestion }> {
    const item = await readItemOf(db.read, params.id);
    if (item === undefined) throw new ApiError(404, m.notFound());
    const request = { requestId: newId(now()), act: actOn(item.itemId) };
    await actOnShow(recording(shows, audit), item.showId, request, caller.id);
    const record = await readQuestion(db.read, params.id);
    if (record === null) throw new ApiError(404, m.notFound());
    return { record, question: await describe(record) };
  }
  const release = (asked: Asked & { readonly body: ReleaseBody }, audience: Audience) => {
    const { timerMinutes, timerSeconds } = asked.body;
    const isTimed = timerMinutes !== undefined || timerSeconds !== undefined;
    const seconds = isTimed ? (timerMinutes ?? 0) * 60 + (timerSeconds ?? 0) : null;
    return act(asked, (itemId) => ({ type: 'releaseTo', itemId, audience, seconds }));
  };
  const revoke = (asked: Asked, audience: Audience) =>
    act(asked, (itemId) => ({ type: 'revoke', itemId, audience }));
  return {
    release: async (asked) => {
      const { record, question } = await release(asked, 'studio');
      const { contestantTimer } = timersOf(record);
      const message = m.bannerReleasedToContestants();
      return { message, question, ...(contestantTimer && { contestantTimer }) };
    },
    releaseHome: async (asked) => {
      const { record, question } = await release(asked, 'home');
      const { homeViewerTimer } = timersOf(record);
      const message = m.bannerReleasedToHome();
      return { message, question, ...(homeViewerTimer && { homeViewerTimer }) };
    },
    revoke: async (asked) => {
      const { question } = await revoke(asked, 'studio');
      return { message: m.bannerRevokedFromContestants(), question };
    },
    revokeHome: async (asked) => {
      const { question } = await revoke(asked, 'home');
      return { message: m.bannerRevokedFromHome(), question };
    },
  } satisfies Handlers;
}
