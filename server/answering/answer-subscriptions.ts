import type { Server } from 'socket.io';
import type { Audience } from '#machines/contract/entities.ts';
import type { ServerEvent } from '#machines/contract/events.ts';
import { inBatches } from '#server/realtime/in-batches.ts';
import { answerRoom, isAnswerRoom, userRoom } from '#server/realtime/rooms.ts';

/** The text of a person's answer (`answer.text_key`). The points of a text depend on the audience. */
export interface AnswerSubscription {
  readonly userId: string;
  readonly gameSessionId: string;
  readonly audience: Audience;
  readonly textKey: string;
}

/**
 * Maximum number of subscriptions per person; those to the newest answers are kept. Enough for every question of a
 * show.
 */
export const MOST_FOLLOWED = 50;

/** Subscriptions of the sockets of this process to the answers of their users. */
export interface AnswerSubscriptions {
  /** Returns the number of the person's sockets in this process. */
  devices(userId: string): number;
  /** Subscribes this person to what `toTexts` sends about this text. Beyond the limit the oldest subscription ends. */
  join(subscription: AnswerSubscription): void;
  toUser(userId: string, payload: ServerEvent<'answer-updated'>): void;
  /** Sends to the subscribers of these texts; many subscribers take several turns of the event loop. */
  toTexts(
    answerTexts: Omit<AnswerSubscription, 'userId' | 'textKey'> & {
      readonly textKeys: readonly string[];
    },
    payload: ServerEvent<'answer-updated'>,
  ): Promise<void>;
}

export function createAnswerSubscriptions(io: Server): AnswerSubscriptions {
  const idsIn = (room: string): ReadonlySet<string> =>
    io.of('/').adapter.rooms.get(room) ?? new Set();
  return {
    devices: (userId) => idsIn(userRoom(userId)).size,
    join: ({ userId, gameSessionId, audience, textKey }) => {
      for (const id of idsIn(userRoom(userId))) {
        const socket = io.of('/').sockets.get(id);
        if (socket === undefined) continue;
        void socket.join(answerRoom(gameSessionId, audience, textKey));
        const followed = [...socket.rooms].filter(isAnswerRoom);
        for (const oldest of followed.slice(0, Math.max(0, followed.length - MOST_FOLLOWED)))
          void socket.leave(oldest);
      }
    },
    toUser: (userId, payload) => {
      io.local.to(userRoom(userId)).emit('answer-updated', payload);
    },
    toTexts: ({ gameSessionId, audience, textKeys }, payload) => {
      const rooms = textKeys.map((textKey) => answerRoom(gameSessionId, audience, textKey));
      return inBatches([...new Set(rooms.flatMap((room) => [...idsIn(room)]))], (some) => {
        io.local.to([...some]).emit('answer-updated', payload);
      });
    },
  };
}
