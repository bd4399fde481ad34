import type { Namespace } from 'socket.io';
import { z } from 'zod';
import { idSchema } from '#machines/contract/entities.ts';
import { inspectionCodeSchema, type InspectionRequest } from 'chart-inspector/protocol';
import type { AuditRecord } from '#server/http/calls.ts';
import { newId } from '#server/id.ts';
import type { Cluster } from '#server/show/announce.ts';
import { onChannelMessage } from '#server/realtime/process-channel.ts';

/** Maximum length of an event type in the audit, characters. */
const MOST_OF_A_TYPE = 100;
/** Name of a message between processes, which is never sent to clients. */
const ACTED = 'acted';

/** The acting admin, their network address, and the code of the inspected browser window. */
const actorSchema = z.object({
  code: inspectionCodeSchema,
  userId: idSchema,
  address: z.string(),
});
type Actor = z.infer<typeof actorSchema>;
const actSchema = actorSchema.extend({
  window: idSchema,
  /** Type of the event or of the fault that the admin sent. */
  what: z.string(),
});
type Act = z.infer<typeof actSchema>;

export interface AuditPorts {
  readonly now: () => number;
  /** Called for every act of an admin in an inspected window. */
  readonly audit: (auditRecord: AuditRecord) => void;
  readonly cluster: Cluster;
}

/**
 * Audits what admins do in inspected browser windows: who acted, in whose window, by which event. The entry is written
 * by the process to which the window is connected, because only it knows the window's signed-in users (`owners`).
 */
export function auditActs(
  { now, audit, cluster }: AuditPorts,
  line: Pick<Namespace, 'on' | 'serverSideEmit'>,
  owners: (code: string, window: string) => readonly string[],
): (actor: Actor, request: InspectionRequest) => void {
  const recordHere = ({ code, window, userId, address, what }: Act): void => {
    const at = now();
    for (const owner of new Set(owners(code, window)))
      audit({ id: newId(at), userId, action: 'inspect', target: `${owner} ${what}`, address, at });
  };
  onChannelMessage(line, ACTED, z.tuple([actSchema]), ([act]) => recordHere(act));
  return ({ code, userId, address }, request) => {
    const what = actOf(request);
    if (what === null || !('window' in request)) return;
    const act: Act = { code, window: request.window, userId, address, what };
    recordHere(act);
    if (cluster.localRoom !== null) line.serverSideEmit(ACTED, act);
  };
}

const ACTS = new Set<string>(['snapshot.restore', 'disturb', 'line.drop', 'time.jump']);
/** Returns the act that a request performs in a window, or null. The event type is free text from the inspector. */
function actOf(request: InspectionRequest): string | null {
  if (request.type === 'event.send')
    return request.event.type.replaceAll(/[^\w.:-]/g, '?').slice(0, MOST_OF_A_TYPE);
  return ACTS.has(request.type) ? request.type : null;
}
