import { m } from 'messages';
import { language } from 'messages/language';
import { callPath, calls } from '#machines/contract/calls.ts';
import { errorReplySchema } from '#machines/contract/call.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import type { Runtime } from './runtime.ts';

interface Asked {
  readonly id: string;
  readonly format: 'xlsx' | 'csv';
}

/**
 * Saves a show's export on the device; returns the file's name. There is no time limit, as the export of a large show
 * takes long.
 */
export async function saveExport(
  { origin, brand, session }: Pick<Runtime, 'origin' | 'brand' | 'session'>,
  { id, format }: Asked,
  signal: AbortSignal,
): Promise<Outcome<string>> {
  const path = callPath(calls.exportShow.path, brand, { id, format });
  const headers = {
    authorization: `Bearer ${session.token() ?? ''}`,
    'accept-language': language(),
  };
  let file: Blob;
  let name: string;
  try {
    const response = await fetch(new URL(path, origin), { headers, signal });
    if (!response.ok) {
      const said = errorReplySchema.safeParse(await response.json().catch(() => null));
      return refusal(said.data?.error ?? m.rundownExportFailed());
    }
    file = await response.blob();
    name = nameIn(response.headers) ?? `show-${id}.${format === 'csv' ? 'zip' : format}`;
  } catch (error) {
    if (signal.aborted || !(error instanceof TypeError)) throw error;
    return refusal(m.network());
  }
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
  return success(name);
}

/** The name that the server gives a file, in full (RFC 6266); null: it gives none. */
function nameIn(headers: Headers): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '')?.[1];
  return encoded === undefined ? null : decodeURIComponent(encoded);
}
