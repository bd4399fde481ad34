import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Brand } from '#machines/contract/brand.ts';
import { normalEmail } from '#machines/contract/address.ts';
import type { Database } from '#server/db/client.ts';
import type { DevelopmentMode } from '#server/development-mode.ts';
import { escapeHtml } from '#server/http/pages.ts';
import { isDirectFromLoopback } from '#server/http/peer.ts';
import { notFound } from '#server/http/server.ts';
import { mailsTo, type StoredMail } from './store.ts';

export interface MailboxOptions {
  readonly db: Database;
  readonly now: () => number;
  readonly brand: Brand;
  readonly developmentMode: Pick<DevelopmentMode, 'isOn'>;
}

const MOST_SHOWN = 200;
const querySchema = z.object({ to: z.string().max(254).transform(normalEmail).optional() });
const LINK = /https?:\/\/[^\s<>"]+/g;

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  html { background: Canvas; color: CanvasText }
  body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
  a { color: inherit }
  article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .75rem; padding: 1rem; margin: 1rem 0 }
  h2 { font-size: 1.1rem; margin: 0 } p { margin: .25rem 0 }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .75rem 0 0 }
  input, button { box-sizing: border-box; max-width: 100%; font: inherit; padding: .4rem .75rem }`;
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * Serves the development mailbox (decisions §8). Its reader can take over every account, so it is served only to this
 * machine and only in development. Registered only if there is no mail server.
 */
export function registerMailbox(
  app: FastifyInstance,
  { db, now, brand, developmentMode }: MailboxOptions,
): void {
  const read = async (request: FastifyRequest): Promise<StoredMail[] | null> => {
    const query = querySchema.safeParse(request.query);
    if (!developmentMode.isOn() || !isDirectFromLoopback(request.raw) || !query.success)
      return null;
    const { to = '' } = query.data;
    return mailsTo(db.read, {
      recipient: to === '' ? null : to,
      limit: MOST_SHOWN,
      now: now(),
    });
  };

  app.get('/dev/mailbox/messages', async (request, reply) => {
    const mails = await read(request);
    return mails === null ? notFound(reply) : mails.map(asMessage);
  });
  app.get('/dev/mailbox', async (request, reply): Promise<FastifyReply> => {
    const mails = await read(request);
    if (mails === null) return notFound(reply);
    return reply
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(page(mails, brand));
  });
}

const asMessage = ({ id, recipient, subject, body, created_at }: StoredMail) => ({
  id,
  to: recipient,
  subject,
  text: body,
  links: body.match(LINK) ?? [],
  sentAt: created_at,
});

const page = (mails: readonly StoredMail[], brand: Brand): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Development mailbox: ${escapeHtml(brand.name)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Development mailbox</h1>
<p>No mail server is configured, so mails arrive here. Only this machine can read them.</p>
<form><label>To <input name="to" type="email"></label> <button>Show</button></form>
${mails.length === 0 ? '<p>No mails yet.</p>' : mails.map(article).join('\n')}
</main>
</body>
</html>`;

const article = ({ recipient, subject, body, created_at }: StoredMail): string => `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To <bdi translate="no">${escapeHtml(recipient)}</bdi>, ${new Date(created_at).toISOString()}</p>
<pre dir="auto">${escapeHtml(body).replaceAll(LINK, (link) => `<a href="${link}">${link}</a>`)}</pre>
</article>`;
