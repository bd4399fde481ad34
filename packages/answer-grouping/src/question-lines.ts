import { createInterface } from 'node:readline';
import { z } from 'zod';

const questionLine = z.object({
  id: z.string(),
  question: z.string().default(''),
  answers: z.array(z.string()),
  /** The number of people per answer. */
  counts: z.array(z.number().int().nonnegative()).optional(),
});

type Groups = readonly (readonly number[])[];
/** The content of a line. */
export type QuestionLine = z.infer<typeof questionLine>;
/** `suggestions`: pairs that may be one answer, best first. */
interface Grouped {
  readonly groups: Groups;
  readonly suggestions?: readonly { readonly join: readonly number[] }[];
}
type Grouper = (line: QuestionLine) => Grouped | Promise<Grouped>;

/**
 * Answers every line of standard input, `{"id", "question", "answers": [text, ...]}`, with a line on standard output, `{"id",
 * "groups": [[position, ...], ...], "suggestions": [{"join": [position, position]}, ...]}`. An invalid line is reported on
 * standard error and skipped, and the exit code is 1.
 */
export async function answerQuestions(group: Grouper): Promise<void> {
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
