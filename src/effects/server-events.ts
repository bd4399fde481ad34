import * as z from 'zod/mini';
import { serverEvents, type ServerEventName } from '#machines/contract/events.ts';
import type { RealtimeEvent } from '#machines/connection/realtime.ts';

const named = <N extends ServerEventName>(name: N) =>
  z.object({ type: z.literal(`realtime.${name}`), payload: serverEvents[name] });

/** The events of the contract as charts receive them. */
const serverEventSchema = z.discriminatedUnion('type', [
  named('question-released'),
  named('question-revoked'),
  named('timer-started'),
  named('timer-expired'),
  named('questions-updated'),
  named('feed-moved'),
  named('question-list-updated'),
  named('show-answers'),
  named('answer-updated'),
  named('boards-updated'),
  named('standing-updated'),
  named('answers-counted'),
  named('players-counted'),
  named('players-ready'),
  named('snapshot'),
  named('days-changed'),
  named('show-updated'),
  named('show-changed'),
  named('signed-out'),
]);

const isServerEvent = (name: string): name is ServerEventName => Object.hasOwn(serverEvents, name);

/**
 * Parses an event from the wire; null if the contract lacks it or it is malformed, in which case `onMalformed` gets the reason.
 */
export function parseServerEvent(
  name: string,
  payload: unknown,
  onMalformed: (error: unknown) => void,
): RealtimeEvent | null {
  if (!isServerEvent(name)) return null;
  const event = serverEventSchema.safeParse({
    type: `realtime.${name}`,
    payload,
  });
  if (event.success) return event.data;
  onMalformed(event.error);
  return null;
}
