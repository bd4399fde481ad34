import { z } from 'zod';
import {
  AUDIENCES,
  type OwnAnswer,
  ownAnswerSchema,
  revealShape,
} from '#machines/contract/entities.ts';
import type { AnswerSubscription, AnswerSubscriptions } from './answer-subscriptions.ts';
import type { ProcessChannel } from '#server/realtime/process-channel.ts';
import type { EmittedPoints } from './emitted-points.ts';

/**
 * Interval of messages to other processes about stored answers, ms. One message per answer would cost each of them more
 * than serving its own players.
 */
const PASS_MS = 100;
/**
 * Assumed maximum difference between the clocks of two processes, ms. Points that this process sent up to this long
 * before another process read an answer's points are treated as sent later.
 */
const CLOCKS_DIFFER_MS = 100;

const storedSchema = z.object({
  userId: z.string(),
  audience: z.enum(AUDIENCES),
  textKey: z.string(),
  /** When the answer's points were read, epoch ms. */
  at: z.number(),
  answer: ownAnswerSchema,
});
type Stored = z.infer<typeof storedSchema>;
/** Most users have no socket in this process, so only `userId` is parsed. */
const passedSchema = z.object({ stored: z.array(z.looseObject({ userId: z.string() })) });

const movedSchema = z.object({
  gameSessionId: z.string(),
  /** The number of recounts of the game session. */
  version: z.number(),
  /** How long the recount took, ms. Processes of the previous version do not send it. */
  tookMs: z.number().default(0),
  answerTexts: z.array(
    z.object({
      audience: z.enum(AUDIENCES),
      points: z.number(),
      textKeys: z.array(z.string()),
      ...revealShape,
    }),
  ),
});
/** The changed points of texts after a recount; texts with equal points are grouped. */
export type MovedPoints = z.input<typeof movedSchema>;

export interface AnswerUpdatesOptions {
  readonly answerSubscriptions: AnswerSubscriptions;
  readonly channels: { readonly stored: ProcessChannel; readonly moved: ProcessChannel };
  readonly emittedPoints: EmittedPoints;
  readonly readOwn: (
    userId: string,
    gameSessionIds: readonly string[],
  ) => Promise<readonly OwnAnswer[]>;
  /** Called after the changed points of a game session were sent to its players. */
  readonly onMoved: (gameSessionId: string) => void;
  /** Called when another process has recounted a game session. */
  readonly onRecountedElsewhere: (gameSessionId: string, tookMs: number) => void;
  readonly now: () => number;
  readonly log: { warn(details: object, message: string): void };
}

/**
 * Sends players the points of their answers. Each process sends to its own sockets. A late message of another process
 * never replaces newer points.
 */
export interface AnswerUpdates {
  /** Subscribes to a stored answer. Call it before its points are read, so that no change is missed. */
  readonly joined: (subscription: AnswerSubscription) => void;
  /** Sends the points of an answer to the person's other devices. */
  readonly stored: (subscription: AnswerSubscription, answer: OwnAnswer) => void;
  /**
   * Sends changed points in every process. Resolves once this process has sent them; false: it had already sent a later
   * recount.
   */
  readonly moved: (points: MovedPoints) => Promise<boolean>;
  /** Sends changed points only in this process. */
  readonly movedHere: (points: MovedPoints) => Promise<boolean>;
}

export function createAnswerUpdates(options: AnswerUpdatesOptions): AnswerUpdates {
  const { answerSubscriptions, channels, emittedPoints, readOwn, onMoved, now, log } = options;
  /**
   * The device that sent an answer gets the points in the reply, so a person's only device needs no event, unless it
   * may be connected to another process.
   */
  const toldByReply = channels.stored.reachesOthers ? 0 : 1;
  let emitting = Promise.resolve(true);
  let unpassed: Stored[] = [];

  function passStored(): void {
    if (unpassed.length > 0) channels.stored.pass({ stored: unpassed });
    unpassed = [];
  }
  function passLater(stored: Stored): void {
    if (unpassed.push(stored) === 1) setTimeout(passStored, PASS_MS).unref();
  }

  async function emitPoints({
    gameSessionId,
    version,
    answerTexts,
  }: MovedPoints): Promise<boolean> {
    for (const { audience, points: awardedPoints, textKeys, ...rest } of answerTexts) {
      if (emittedPoints.version(gameSessionId) > version) return false;
      emittedPoints.record(gameSessionId, version);
      const payload = { serverTime: now(), gameSessionId, awardedPoints, ...rest };
      await answerSubscriptions.toTexts({ gameSessionId, audience, textKeys }, payload);
    }
    if (answerTexts.length > 0) onMoved(gameSessionId);
    return true;
  }

  function movedHere(points: MovedPoints): Promise<boolean> {
    // A failed event must not block later ones.
    const begin = (): Promise<boolean> => emitPoints(points);
    emitting = emitting.then(begin, begin);
    return emitting;
  }

  const update = (userId: string, answer: OwnAnswer): void => {
    const { gameSessionId, awardedPoints, held } = answer;
    answerSubscriptions.toUser(userId, {
      gameSessionId,
      userId,
      awardedPoints,
      ...(held !== undefined && { held }),
      answer,
    });
  };

  async function receiveStored({ userId, audience, textKey, at, answer }: Stored): Promise<void> {
    const { gameSessionId } = answer;
    answerSubscriptions.join({ userId, gameSessionId, audience, textKey });
    const wereEmittedSince = emittedPoints.reading(now() - at + CLOCKS_DIFFER_MS);
    if (!wereEmittedSince([gameSessionId])) {
      update(userId, answer);
      return;
    }
    const [newest] = await emittedPoints.readNewest(
      () => readOwn(userId, [gameSessionId]),
      () => [gameSessionId],
    );
    if (newest !== undefined) update(userId, newest);
  }

  channels.moved.whenPassed((passed) => {
    const { data: points } = movedSchema.safeParse(passed);
    if (points === undefined) return;
    options.onRecountedElsewhere(points.gameSessionId, points.tookMs);
    movedHere(points).catch((error: unknown) => {
      log.warn({ err: error }, 'changed points could not be sent');
    });
  });
  channels.stored.whenPassed((passed) => {
    for (const each of passedSchema.safeParse(passed).data?.stored ?? []) {
      if (answerSubscriptions.devices(each.userId) === 0) continue;
      const { data: stored } = storedSchema.safeParse(each);
      if (stored === undefined) continue;
      receiveStored(stored).catch((error: unknown) => {
        log.warn({ err: error }, 'an answer could not be sent to another device');
      });
    }
  });

  return {
    joined: (subscription) => answerSubscriptions.join(subscription),
    stored: ({ userId, audience, textKey }, answer) => {
      if (answerSubscriptions.devices(userId) > toldByReply) update(userId, answer);
      passLater({ userId, audience, textKey, at: now(), answer });
    },
    moved: (points) => {
      // Other processes must know the new answers first, to know who subscribes to the texts.
      passStored();
      channels.moved.pass(points);
      return movedHere(points);
    },
    movedHere,
  };
}
