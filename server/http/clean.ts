import type { FastifyInstance } from 'fastify';
import { MESSAGES } from '#machines/contract/messages.ts';
import { isCleanText, UNCLEAN_TEXT } from '#machines/contract/text.ts';
import { Refused } from './route.ts';

/**
 * Nothing that cannot be stored gets past here, on any route (threat 65): 404 for a path with NUL, 422 for a query
 * or a JSON body with NUL or half of a surrogate pair anywhere in it. A body that stays bytes is its reader's.
 */
export function refuseUnclean(app: FastifyInstance): void {
  app.addHook('preValidation', ({ params, query, body }, _reply, done) => {
    if (uncleanField(params) !== null) throw new Refused(404, MESSAGES.notFound);
    const field = uncleanField(query) ?? uncleanField(body);
    if (field === null) return done();
    throw new Refused(422, UNCLEAN_TEXT, { details: [{ field, message: UNCLEAN_TEXT }] });
  });
}

/** The path of the first field with such a text, as `details` names it; null: there is none. */
function uncleanField(parsed: unknown): string | null {
  // No recursion: 100 kB of JSON may be nested 50,000 deep.
  const left: [path: string, value: unknown][] = [['', parsed]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && !isCleanText(value)) return path;
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (!isCleanText(key)) return path;
      left.push([path === '' ? key : `${path}.${key}`, inner]);
    }
  }
  return null;
}
