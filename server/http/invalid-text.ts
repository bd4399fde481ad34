import { m } from 'messages';
import type { FastifyInstance } from 'fastify';
import { isValidText } from '#machines/contract/text.ts';
import { ApiError } from './route.ts';

/**
 * Refuses text that cannot be stored, on every route (threat 65): 404 for a path with NUL, 422 for a query or a JSON
 * body with NUL or a lone surrogate anywhere. A route that takes the body as bytes must check it itself.
 */
export function rejectInvalidText(app: FastifyInstance): void {
  app.addHook('preValidation', ({ params, query, body }, _reply, done) => {
    if (invalidField(params) !== null) throw new ApiError(404, m.notFound());
    refuseInvalidText(query);
    refuseInvalidText(body);
    done();
  });
}

/** @throws ApiError 422 if a text anywhere in this value cannot be stored */
export function refuseInvalidText(parsed: unknown): void {
  const field = invalidField(parsed);
  if (field === null) return;
  const message = m.textTextHasCharactersWe();
  throw new ApiError(422, message, { details: [{ field, message }] });
}

/** Returns the path of the first field with invalid text, in the form of `details`; null if there is none. */
function invalidField(parsed: unknown): string | null {
  // A loop instead of recursion: 100 kB of JSON may be nested 50,000 deep.
  const left: [path: string, value: unknown][] = [['', parsed]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && !isValidText(value)) return path;
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (!isValidText(key)) return path;
      left.push([path === '' ? key : `${path}.${key}`, inner]);
    }
  }
  return null;
}
