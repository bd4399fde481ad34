import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Config } from '#server/config.ts';
import { NotAccepted, type Transport } from './outbox.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
const CONNECTIONS = 3;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** The parts of a nodemailer error that contain no address. */
const failureSchema = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
});

/**
 * Sends through the operator's mail server. `url`: `smtp://` or `smtps://` with nodemailer's options. `smtp://` to
 * another machine requires TLS, because mails carry secrets, unless the URL says `ignoreTLS=true` or
 * `requireTLS=false`.
 */
export function smtpTransport(url: string, from: Config['mail']['from']): Transport {
  const transport = createTransport(
    {
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...tlsFor(new URL(url)),
    },
    { from },
  );
  return {
    send: async ({ to, subject, text }) => {
      try {
        // An address object is never parsed as a list of recipients.
        await transport.sendMail({ to: { name: '', address: to }, subject, text });
      } catch (error) {
        throw notAccepted(error);
      }
    },
    close: () => transport.close(),
  };
}

/**
 * Returns default options that the URL may override. `ignoreTLS` is checked here, because for nodemailer `requireTLS`
 * would win.
 */
function tlsFor({ protocol, hostname, searchParams }: URL): { requireTLS?: boolean } {
  const host = hostname === '' ? (searchParams.get('host') ?? '') : hostname;
  const isPlain = LOOPBACK.test(host) || searchParams.get('ignoreTLS') === 'true';
  return protocol === 'smtp:' && !isPlain ? { requireTLS: true } : {};
}

/**
 * Converts an error. A 5xx for the recipient or the text is permanent (RFC 5321 4.2.1), except 530, which asks for
 * authentication or TLS.
 */
function notAccepted(error: unknown): NotAccepted {
  const failure = failureSchema.safeParse(error).data;
  const { code = 'ERROR', command = '', responseCode } = failure ?? {};
  const isFinal =
    (command === 'RCPT TO' || command === 'DATA') &&
    responseCode !== undefined &&
    responseCode >= 500 &&
    responseCode !== 530;
  return new NotAccepted(responseCode === undefined ? code : `${code} ${responseCode}`, isFinal);
}
