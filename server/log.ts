import { type DestinationStream, pino, type Logger } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

/** Fields that must never appear in a log, at any depth. */
const SECRETS = ['password', 'newPassword', 'token', 'hash', 'email', 'name', 'answerText', 'body'];

/**
 * Creates the structured log, on stdout by default. It contains ids, counts and times, but neither texts that people
 * typed nor data that identifies them.
 */
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

/** Drops everything but the program's own fields of an error, because errors of databases contain the row. */
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
