import type { Namespace } from 'socket.io';
import { z } from 'zod';
import { idSchema } from '#machines/contract/entities.ts';
import { inspectionCodeSchema, type InspectionRequest } from 'chart-inspector/protocol';
import type { AuditRecord } from '#server/http/calls.ts';
import { newId } from '#server/id.ts';
import type { Cluster } from '#server/show/announce.ts';
import { whenSaid } from '#server/realtime/link.ts';

/** Letters of an event's type in the audit. */
const MOST_OF_A_TYPE = 100;
/** What processes tell each other, and nobody else. */
const ACTED = 'acted';

/** The admin who acts, from where, and the code by which the window is inspected. */
const actorSchema = z.object({
  code: inspectionCodeSchema,
  userId: idSchema,
  address: z.string(),
});
type Actor = z.infer<typeof actorSchema>;
const actSchema = actorSchema.extend({
  window: idSchema,
  /** The event's type, or the fault's. */
  what: z.string(),
});
type Act = z.infer<typeof actSchema>;

export interface AuditPorts {
  readonly now: () => number;
  /** Called for whatever an admin does in a window that is inspected. */
  readonly audit: (auditRecord: AuditRecord) => void;
  readonly cluster: Cluster;
}

/**
 * Writes what admins do in inspected windows into the audit: who acted, in whose window, by which event. The process
 * that has the window writes it, for it alone knows the `owners`: who is signed in there.
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
  whenSaid(line, ACTED, z.tuple([actSchema]), ([act]) => recordHere(act));
  return ({ code, userId, address }, request) => {
    const what = actOf(request);
    if (what === null || !('window' in request)) return;
    const act: Act = { code, window: request.window, userId, address, what };
    recordHere(act);
    if (cluster.localRoom !== null) line.serverSideEmit(ACTED, act);
  };
}

const ACTS = new Set<string>(['snapshot.restore', 'disturb', 'line.drop', 'time.jump']);
/** What a request does in a window; null: nothing. A type is whatever an inspector types. */
function actOf(request: InspectionRequest): string | null {
  if (request.type === 'event.send')
    return request.event.type.replaceAll(/[^\w.:-]/g, '?').slice(0, MOST_OF_A_TYPE);
  return ACTS.has(request.type) ? request.type : null;
}
