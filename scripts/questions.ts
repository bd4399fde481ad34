import { createInterface } from 'node:readline';
import { z } from 'zod';

const questionLine = z.object({
  id: z.string(),
  question: z.string().default(''),
  answers: z.array(z.string()),
});

type Groups = readonly (readonly number[])[];
type Grouper = (
  answers: readonly string[],
  question: string,
  id: string,
) => Groups | Promise<Groups>;

/**
 * Answers every line of standard input, `{"id", "question", "answers": [text, ...]}`, with one of standard output,
 * `{"id", "groups": [[position, ...], ...]}`. A line that is no question is told on standard error and left
 * out, and the exit code is then 1.
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
    const groups = await group(data.answers, data.question, data.id);
    process.stdout.write(`${JSON.stringify({ id: data.id, groups })}\n`);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
