import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import type { Transport } from './outbox.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
const CONNECTIONS = 3;

/** The operator's mail server. `url`: `smtp://` or `smtps://`, with what nodemailer understands in it. */
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
    },
    { from },
  );
  return {
    send: async ({ to, subject, text }) => {
      // An address object is never parsed as a list of recipients.
      await transport.sendMail({ to: { name: '', address: to }, subject, text });
    },
    close: () => transport.close(),
  };
}
