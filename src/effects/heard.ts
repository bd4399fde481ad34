import * as z from 'zod/mini';
import { serverEvents, type ServerEventName } from '#machines/contract/events.ts';
import type { RealtimeEvent } from '#machines/kit/realtime.ts';

const heard = <N extends ServerEventName>(name: N) =>
  z.object({ type: z.literal(`realtime.${name}`), payload: serverEvents[name] });

/** Every event of the contract as charts hear it. */
const heardSchema = z.discriminatedUnion('type', [
  heard('question-released'),
  heard('question-revoked'),
  heard('timer-started'),
  heard('timer-expired'),
  heard('questions-updated'),
  heard('show-answers'),
  heard('answer-updated'),
  heard('boards-updated'),
  heard('answers-counted'),
  heard('snapshot'),
  heard('show-updated'),
  heard('show-directed'),
  heard('signed-out'),
]);

/** An event of the wire, parsed; null: not of the contract. `onMalformed` hears why it could not be. */
export function parseHeard(
  name: string,
  payload: unknown,
  onMalformed: (error: unknown) => void,
): RealtimeEvent | null {
  if (!Object.hasOwn(serverEvents, name)) return null;
  const event = heardSchema.safeParse({ type: `realtime.${name}`, payload });
  if (event.success) return event.data;
  onMalformed(event.error);
  return null;
}
