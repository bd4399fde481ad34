import { type DestinationStream, pino, type Logger } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/** What must never be read in a log, wherever it hangs. */
const SECRETS = ['password', 'newPassword', 'token', 'hash', 'email', 'name', 'answerText', 'body'];

/** Structured lines to `to`, on stdout unless it is given: ids, counts and times, never what people typed or who they are. */
export const createLog = (
  level: Config['logLevel'],
  to: DestinationStream = pino.destination(1),
): Log =>
  pino(
    {
      level,
      base: null,
      redact: { paths: SECRETS.flatMap((field) => [field, `*.${field}`]), remove: true },
      serializers: { err: plainError },
    },
    to,
  );

/** Database errors carry the row they stumbled over; only what the program itself said is kept. */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { message: typeof error };
  const { name, stack, cause } = error;
  return {
    name,
    stack,
    ...('code' in error ? { code: String(error.code) } : {}),
    ...(cause instanceof Error ? { cause: plainError(cause) } : {}),
  };
}
