import { type DestinationStream, pino } from 'pino';

/** A log destination that holds lines back until `release` is called. */
export interface HeldLines extends DestinationStream {
  /** Writes the held lines; from then on lines are written at once. */
  release(): void;
}

/** Holds back the log until the start has printed its own lines. */
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

/** Replaces control characters, because logged input could otherwise control the terminal. */
const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, ' ');

const valueText = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=\p{Cc}]+$/u.test(value)
    ? value
    : plain(JSON.stringify(value) ?? '');

/** Formats a line of pino for a person: time, level, message, other fields, and the stack below. */
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

/** Returns the stack of a logged error and of its causes, as lines. */
function stackLines(err: unknown): string[] {
  if (typeof err !== 'object' || err === null) return [];
  const { stack, name, code, cause }: Record<string, unknown> = { ...err };
  const [first = '', ...more] = String(stack ?? name).split('\n');
  const heading = code === undefined ? first : `${first} (${valueText(code)})`;
  return [...[heading, ...more].map((each) => `    ${plain(each)}`), ...stackLines(cause)];
}

/** The log's output: readable lines in a terminal, JSON otherwise. */
export const logDestination = (stdout: NodeJS.WriteStream): DestinationStream =>
  stdout.isTTY ? { write: (line) => void stdout.write(readableLine(line)) } : pino.destination(1);
