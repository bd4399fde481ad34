import { z } from 'zod';
import type { Fault } from './fault.ts';

const ERROR_LEVEL = 50;
const lineSchema = z.object({
  level: z.number(),
  msg: z.string(),
  err: z.object({ code: z.string().optional(), stack: z.string().optional() }).optional(),
});

/** The logged errors of processes, each with the first line of the thrown error. */
export function loggedErrors(output: string): Fault[] {
  return output.split('\n').flatMap((line): Fault[] => {
    if (!line.startsWith('{')) return [];
    const { data } = lineSchema.safeParse(JSON.parse(line));
    if (data === undefined || data.level < ERROR_LEVEL) return [];
    const [thrown = ''] = data.err?.stack?.split('\n') ?? [];
    return [{ kind: 'log', what: `${data.msg}: ${data.err?.code ?? ''} ${thrown}` }];
  });
}
