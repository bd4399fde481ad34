import * as z from 'zod/mini';
import { epochMsSchema, type InspectionRecord, recordSchema } from '../protocol.ts';

/** A recording of a browser window as it is exported: JSON with masked secrets. */
const traceSchema = z.object({
  kind: z.literal('trace'),
  version: z.literal(1),
  window: z.object({ path: z.string(), device: z.string() }),
  /** Start of the recording, epoch ms. */
  beganAt: epochMsSchema,
  /** The actors that already ran, as 'started' records, parents first. */
  found: z.array(recordSchema),
  /** What happened after that, in order. */
  records: z.array(recordSchema),
  /** Number of records that were lost on the way to the inspector. */
  dropped: z.int().check(z.nonnegative()),
});
export type Trace = z.infer<typeof traceSchema>;

/** A trace as the text of a file. */
export const exported = (trace: Trace): string => `${JSON.stringify(trace, null, 2)}\n`;

const NO_TRACE = 'This file is no trace. Choose a .json file that was made with Export.';
const versionSchema = z.object({ kind: z.literal('trace'), version: z.number() });

/** Parses a trace from the text of a file, or returns why the file is not a valid trace. */
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

/** Provides the records of one browser window. */
export interface TraceSource {
  /** The window's description, read when a recording begins. */
  readonly window: Trace['window'];
  /** Returns every living actor as a 'started' record, parents first. */
  readonly actors: () => readonly InspectionRecord[];
  /** Calls `heard` with later records. Returns a function that stops this. */
  readonly listen: (
    heard: (records: readonly InspectionRecord[], dropped: number) => void,
  ) => () => void;
}

export interface Recording {
  readonly source: TraceSource;
  /** The recording so far, as a copy. */
  readonly trace: () => Trace;
  readonly stop: () => void;
}

/** Starts a recording; `changed` receives the number of records. */
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
