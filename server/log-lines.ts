import { type DestinationStream, pino } from 'pino';

/** Whoever takes the lines of the log; none come before `release`. */
export interface HeldLines extends DestinationStream {
  /** Passes on what was held, and from now on everything at once. */
  release(): void;
}

/** Keeps the log back until a start has said what it has to say. */
export function holdLines(to: DestinationStream): HeldLines {
  let held: string[] | null = [];
  return {
    write: (line) => {
      if (held === null) to.write(line);
      else held.push(line);
    },
    release: () => {
      const lines = held ?? [];
      held = null;
      for (const line of lines) to.write(line);
    },
  };
}

/** Control characters move a terminal's cursor, and what is logged may come from outside. */
const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ');

const valueText = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=\p{Cc}]+$/u.test(value)
    ? value
    : plain(JSON.stringify(value) ?? '');

/** A line of pino's as a person reads it: time, level, message, what else it has, and below it the stack. */
export function readableLine(line: string): string {
  const { level, time, msg, err, ...rest }: Record<string, unknown> = JSON.parse(line);
  const clock = new Date(Number(time)).toTimeString().slice(0, 8);
  const label = (pino.levels.labels[Number(level)] ?? String(level)).toUpperCase().padEnd(5);
  const fields = Object.entries(rest).map(([key, value]) => ` ${plain(key)}=${valueText(value)}`);
  return [
    `${clock} ${label} ${typeof msg === 'string' ? plain(msg) : ''}${fields.join('')}`,
    ...stackLines(err),
    '',
  ].join('\n');
}

/** What went wrong, as the log has it, and what caused it. */
function stackLines(err: unknown): string[] {
  if (typeof err !== 'object' || err === null) return [];
  const { stack, name, code, cause }: Record<string, unknown> = { ...err };
  const [first = '', ...more] = String(stack ?? name).split('\n');
  const heading = code === undefined ? first : `${first} (${valueText(code)})`;
  return [...[heading, ...more].map((each) => `    ${plain(each)}`), ...stackLines(cause)];
}

/** Where the log goes: readable lines in a terminal, JSON for programs. */
export const logDestination = (stdout: NodeJS.WriteStream): DestinationStream =>
  stdout.isTTY ? { write: (line) => void stdout.write(readableLine(line)) } : pino.destination(1);
