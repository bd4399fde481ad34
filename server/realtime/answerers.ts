import type { Server } from 'socket.io';
import type { Audience } from '#machines/contract/entities.ts';
import type { ServerEvent } from '#machines/contract/events.ts';
import { answerRoom, userRoom } from './rooms.ts';

/** Whose answer, in which form (`answer.text_key`): the same form is worth different points to either audience. */
export interface Answerer {
  readonly userId: string;
  readonly gameSessionId: string;
  readonly audience: Audience;
  readonly textKey: string;
}

/** Those who have answered and are connected to this process, by what they answered. */
export interface Answerers {
  /** How many sockets of the person are here. */
  devices(userId: string): number;
  /** From now on `toForms` reaches this person for this form. */
  join(answerer: Answerer): void;
  toUser(userId: string, payload: ServerEvent<'answer-updated'>): void;
  toForms(
    forms: Omit<Answerer, 'userId' | 'textKey'> & { readonly textKeys: readonly string[] },
    payload: ServerEvent<'answer-updated'>,
  ): void;
}

export function createAnswerers(io: Server): Answerers {
  const update = (rooms: readonly string[], payload: ServerEvent<'answer-updated'>): void => {
    // Without a room an emit would go to everybody.
    if (rooms.length > 0) io.local.to([...rooms]).emit('answer-updated', payload);
  };
  return {
    devices: (userId) => io.of('/').adapter.rooms.get(userRoom(userId))?.size ?? 0,
    join: ({ userId, gameSessionId, audience, textKey }) => {
      io.local.in(userRoom(userId)).socketsJoin(answerRoom(gameSessionId, audience, textKey));
    },
    toUser: (userId, payload) => update([userRoom(userId)], payload),
    toForms: ({ gameSessionId, audience, textKeys }, payload) =>
      update(
        textKeys.map((textKey) => answerRoom(gameSessionId, audience, textKey)),
        payload,
      ),
  };
}
