import type { Server } from 'socket.io';
import type { Audience } from '#machines/contract/entities.ts';
import type { ServerEvent } from '#machines/contract/events.ts';
import { inBatches } from '#server/realtime/in-batches.ts';
import { answerRoom, isAnswerRoom, userRoom } from '#server/realtime/rooms.ts';

/** Whose answer, in which form (`answer.text_key`): the same form is worth different points to either audience. */
export interface AnswerSubscription {
  readonly userId: string;
  readonly gameSessionId: string;
  readonly audience: Audience;
  readonly textKey: string;
}

/** How many answers of a person, the newest, are followed: enough for every question of a show. */
export const MOST_FOLLOWED = 50;

/** Those who have answered and are connected to this process, by what they answered. */
export interface AnswerSubscriptions {
  /** How many sockets of the person are here. */
  devices(userId: string): number;
  /** From now on `toForms` reaches this person for this form, and no more for their oldest of too many. */
  join(subscription: AnswerSubscription): void;
  toUser(userId: string, payload: ServerEvent<'answer-updated'>): void;
  /** Tells those who have joined by now, many in several turns of the event loop. */
  toForms(
    forms: Omit<AnswerSubscription, 'userId' | 'textKey'> & {
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
    toForms: ({ gameSessionId, audience, textKeys }, payload) => {
      const rooms = textKeys.map((textKey) => answerRoom(gameSessionId, audience, textKey));
      return inBatches([...new Set(rooms.flatMap((room) => [...idsIn(room)]))], (some) => {
        io.local.to([...some]).emit('answer-updated', payload);
      });
    },
  };
}
