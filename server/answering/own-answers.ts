import { m } from 'messages';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { type Audience, type OwnAnswer, ROLE } from '#machines/contract/entities.ts';
import { audienceOf } from '#machines/contract/audience.ts';
import type { Database } from '#server/db/client.ts';
import { type Caller, ApiError } from '#server/http/route.ts';
import { viewerOf } from '#server/realtime/rooms.ts';
import { readGameSession, readQuestion } from '#server/answering/feed-store.ts';
import { mayKnow, viewFor } from '#server/answering/view.ts';
import { newestReleased, readAnswers } from './store.ts';
import type { PointsPreview } from './points-preview.ts';

/** A person's own answer, with the key of its text. */
export interface KnownAnswer extends OwnAnswer {
  readonly audience: Audience;
  readonly textKey: string;
}

/** Returns the answer as its author sees it. */
export const toOwnAnswer = ({
  audience: _audience,
  textKey: _textKey,
  ...answer
}: KnownAnswer): OwnAnswer => answer;

export interface OwnAnswerServices {
  readonly db: Pick<Database, 'read' | 'consistent'>;
  readonly now: () => number;
  readonly pointsPreview: Pick<PointsPreview, 'peek'>;
}

/** Returns a person's own answers to these game sessions. */
export async function ownAnswers(
  { db, now: clock, pointsPreview }: OwnAnswerServices,
  userId: string,
  gameSessionIds: readonly string[],
): Promise<KnownAnswer[]> {
  const { now, consistent } = await db.consistent.readingBoth((read) =>
    readAnswers(read, { gameSessionIds, userIds: [userId], now: clock() }),
  );
  const counted = new Map(consistent.map((answer) => [answer.gameSessionId, answer]));
  return now.map((answer) => {
    // Answers that are newer than the consistent state count only with all of its changes.
    const { points, isHeld, reveal } = counted.get(answer.gameSessionId) ?? {
      ...answer,
      points: null,
      reveal: answer.isHeld ? { held: true } : {},
    };
    return {
      gameSessionId: answer.gameSessionId,
      answer_text: answer.text,
      awardedPoints: isHeld ? 0 : (points ?? pointsPreview.peek(answer) ?? 0),
      answeredAt: answer.receivedAt,
      ...reveal,
      audience: answer.audience,
      textKey: answer.textKey,
    };
  });
}

/**
 * Returns whether a person has answered; only they and admins may know.
 * @throws ApiError 403 404
 */
export async function userAnswer(
  services: OwnAnswerServices,
  caller: Caller,
  { gameSessionId, userId }: { gameSessionId: string; userId: string },
): Promise<ReplyOf<'userAnswer'>> {
  if (userId !== caller.id && caller.roleId !== ROLE.admin) throw new ApiError(403, m.forbidden());
  const answer = await ownAnswer(services, userId, gameSessionId);
  if (answer !== null) return { hasAnswered: true, answer };
  const record = await readGameSession(services.db.read, gameSessionId);
  if (record === null || !mayKnow(viewerOf(caller), record)) throw new ApiError(404, m.notFound());
  return { hasAnswered: false };
}

/**
 * Returns the caller's answer to a question, or to the one released last to their audience, with the question as they
 * may see it (threats §2). A question that their audience could never see does not exist for them.
 * @throws ApiError 404
 */
export async function myLastAnswer(
  services: OwnAnswerServices,
  caller: Caller,
  questionId: string | null,
): Promise<ReplyOf<'myLastAnswer'>> {
  const { db, now } = services;
  const audience = audienceOf(caller.roleId);
  const viewer = viewerOf(caller);
  const newest =
    questionId === null ? await newestReleased(db.read, audience, { now: now(), viewer }) : null;
  if (questionId === null && newest === null) return { answer: null, question: null };
  const record =
    newest === null
      ? await readQuestion(db.read, questionId ?? '')
      : await readGameSession(db.read, newest);
  if (record === null || !mayKnow(viewer, record)) throw new ApiError(404, m.notFound());
  const question = viewFor(viewer, record, now());
  if (question === null && (audience === null || record.releases[audience] === null))
    throw new ApiError(404, m.notFound());
  return { answer: await ownAnswer(services, caller.id, record.gameSessionId), question };
}

async function ownAnswer(
  services: OwnAnswerServices,
  userId: string,
  gameSessionId: string,
): Promise<OwnAnswer | null> {
  const [answer] = await ownAnswers(services, userId, [gameSessionId]);
  return answer ?? null;
}
