import { m } from 'messages';
import { listText } from 'messages/format';
import { ACT_REST_MS } from '#machines/contract/limits.ts';
import type { Slip } from '#machines/show/rules/slip.ts';
import { ApiError } from '#server/http/route.ts';

/** How many groups are remembered; the oldest is forgotten first. */
const MOST_GROUPS = 500;

interface Press {
  /** Epoch ms. */
  readonly at: number;
  readonly requestId: string | undefined;
}

/** Stops the first press that reveals a label with a slip. */
export interface SlipGuard {
  /** @throws ApiError 409 if a group was not stopped before, or only by this press or one just before it */
  readonly check: (showId: string, slips: readonly Slip[], press: Press) => void;
}

/** Creates a guard that remembers in memory what it has stopped, so that after a restart it stops once more. */
export function createSlipGuard(): SlipGuard {
  const stopped = new Map<string, Press>();
  return {
    check(showId, slips, press) {
      const keyOf = ({ groupId }: Slip): string => JSON.stringify([showId, groupId]);
      const unconfirmed = slips.filter((slip) => !isSecond(stopped.get(keyOf(slip)), press));
      if (unconfirmed.length === 0) return;
      for (const key of unconfirmed.map(keyOf)) if (!stopped.has(key)) stopped.set(key, press);
      for (const key of [...stopped.keys()].slice(0, -MOST_GROUPS)) stopped.delete(key);
      const labels = listText(unconfirmed.map(({ label }) => m.commonQuoted({ text: label })));
      throw new ApiError(409, m.controlRefusedSlip({ labels }), { code: 'slip' });
    },
  };
}

/** Whether a press confirms the first one: it is no repetition of its request, and no part of a double press. */
const isSecond = (first: Press | undefined, { at, requestId }: Press): boolean =>
  first !== undefined &&
  (requestId === undefined || requestId !== first.requestId) &&
  Math.abs(at - first.at) >= ACT_REST_MS;
