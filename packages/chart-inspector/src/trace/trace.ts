import * as z from 'zod/mini';
import { epochMsSchema, type InspectionRecord, recordSchema } from '../protocol.ts';

/** What happened in a window from a moment on, as it is exported: JSON, with secrets masked. */
const traceSchema = z.object({
  kind: z.literal('trace'),
  version: z.literal(1),
  window: z.object({ path: z.string(), device: z.string() }),
  /** When the recording began, epoch ms on the window's clock of the server. */
  beganAt: epochMsSchema,
  /** Every actor that ran already, as it was, parents first; each of kind 'started'. */
  found: z.array(recordSchema),
  /** What happened since, in its order. */
  records: z.array(recordSchema),
  /** Records that were lost on the way. */
  dropped: z.int().check(z.nonnegative()),
});
export type Trace = z.infer<typeof traceSchema>;

/** A trace as the text of a file. */
export const exported = (trace: Trace): string => `${JSON.stringify(trace, null, 2)}\n`;

const NO_TRACE = 'This file is no trace. Choose a .json file that was made with Export.';
const versionSchema = z.object({ kind: z.literal('trace'), version: z.number() });

/** Reads the trace in the text of a file, or says why there is none. */
export function imported(text: string): { readonly trace: Trace } | { readonly problem: string } {
  const json = parsed(text);
  const named = versionSchema.safeParse(json);
  if (!named.success) return { problem: NO_TRACE };
  if (named.data.version !== 1)
    return {
      problem: `This trace is of version ${named.data.version}; version 1 is expected. Record it again.`,
    };
  const { data, error } = traceSchema.safeParse(json);
  if (data !== undefined) return { trace: data };
  const place = error.issues[0]?.path.map(String).join('.') ?? '';
  return {
    problem: `This trace is damaged at '${place}'. Export it again, or record it again.`,
  };
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where the records of a window come from. */
export interface TraceSource {
  /** As it is when it is asked for. */
  readonly window: Trace['window'];
  /** Every living actor as it is, as 'started', parents first. */
  readonly actors: () => readonly InspectionRecord[];
  /** Tells of what happens from now on; answers how to stop that. */
  readonly listen: (
    heard: (records: readonly InspectionRecord[], dropped: number) => void,
  ) => () => void;
}

export interface Recording {
  readonly source: TraceSource;
  /** The recording so far; records that were heard before stay what they were. */
  readonly trace: () => Trace;
  readonly stop: () => void;
}

/** Records what happens at `source` from now on; `changed` hears how many records there are. */
export function record(source: TraceSource, changed: (count: number) => void): Recording {
  const { window } = source;
  const found = [...source.actors()];
  const records: InspectionRecord[] = [];
  let dropped = 0;
  const stop = source.listen((heard, lost) => {
    records.push(...heard);
    dropped += lost;
    changed(records.length);
  });
  const beganAt = found[0]?.at;
  return {
    source,
    trace: () => ({
      kind: 'trace',
      version: 1,
      window,
      beganAt: beganAt ?? records[0]?.at ?? 0,
      found,
      records: [...records],
      dropped,
    }),
    stop,
  };
}
