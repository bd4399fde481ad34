import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const openLine = z.object({
  source: z.string(),
  question: z.string(),
  answers: z.array(
    z.object({ text: z.string(), count: z.number().default(1), cluster: z.coerce.string() }),
  ),
});
export type OpenQuestion = z.infer<typeof openLine>;

/** The questions of a folder with evaluation data, with the group of each answer. */
export const readOpenSet = (folder: string): OpenQuestion[] =>
  readFileSync(join(folder, 'dev.jsonl'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => openLine.parse(JSON.parse(line)));
