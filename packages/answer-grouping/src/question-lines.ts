import { createInterface } from 'node:readline';
import { z } from 'zod';

const questionLine = z.object({
  id: z.string(),
  question: z.string().default(''),
  answers: z.array(z.string()),
  /** How many people gave each answer. */
  counts: z.array(z.number().int().nonnegative()).optional(),
});

type Groups = readonly (readonly number[])[];
/** A question with its answers, as in a line of the input. */
export type QuestionLine = z.infer<typeof questionLine>;
/** `groups`: positions of answers. `suggestions`: pairs of answers that may be the same, best first. */
interface Grouped {
  readonly groups: Groups;
  readonly suggestions?: readonly { readonly join: readonly number[] }[];
}
type Grouper = (line: QuestionLine) => Grouped | Promise<Grouped>;

/**
 * Reads a question per line of standard input, `{"id", "question", "answers": [text, ...]}`, and writes its groups as a
 * line on standard output, `{"id", "groups": [[position, ...], ...], "suggestions": [{"join": [position, position]},
 * ...]}`. An invalid line is reported on standard error and skipped, and the exit code is 1.
 */
export async function groupQuestionLines(group: Grouper): Promise<void> {
  let number = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    number += 1;
    if (line.trim() === '') continue;
    const { data } = questionLine.safeParse(parsed(line));
    if (data === undefined) {
      console.error(
        `Line ${number} is no question: JSON like {"id": "1", "answers": ["a", "b"]} is needed.`,
      );
      process.exitCode = 1;
      continue;
    }
    process.stdout.write(`${JSON.stringify({ id: data.id, ...(await group(data)) })}\n`);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
