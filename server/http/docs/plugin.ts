import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#machines/contract/brand.ts';
import { DOCS_POLICY } from '#server/http/headers.ts';
import { addressKey, type Limits } from '#server/http/limits.ts';
import { escapeHtml } from '#server/http/pages.ts';
import { createResource, type Resource, sendResource } from '#server/http/resource.ts';
import { inSlices } from '#server/in-slices.ts';
import { describeApi } from './describe.ts';

const DESCRIPTION_PATH = '/api/openapi.json';
const FILES_PATH = '/api/docs/static';
const PAGE_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const;
const require = createRequire(import.meta.url);
/**
 * Folder of the package's files. The package's plugin is not used, because it reads them from the disk for each
 * request.
 */
const FOLDER = join(dirname(require.resolve('@fastify/swagger-ui')), 'static');
const AN_HOUR = 'public, max-age=3600';

/** The page's script, served as a file because the page's content policy forbids inline scripts. */
const START = `SwaggerUIBundle({ url: '${DESCRIPTION_PATH}', dom_id: '#swagger-ui', deepLinking: true });\n`;

const pageOf = ({ name }: Brand): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)} API</title>
<link rel="icon" type="image/png" href="${FILES_PATH}/favicon-32x32.png">
<link rel="stylesheet" href="${FILES_PATH}/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${FILES_PATH}/swagger-ui-bundle.js"></script>
<script src="${FILES_PATH}/start.js"></script>
</body>
</html>
`;

export interface DocsOptions {
  readonly brand: Brand;
  readonly limits: Pick<Limits, 'consumeHere'>;
}

/**
 * Serves `/api/openapi.json` and the page `/api/docs` from memory, limited by network address. The first request makes
 * the description, in slices, so that other requests run in between.
 */
export function registerDocs(app: FastifyInstance, { brand, limits }: DocsOptions): void {
  const onRequest = ({ ip }: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    limits.consumeHere('docs', addressKey(ip));
    reply.header('cache-control', 'no-cache');
    done();
  };
  const serve = (path: string, resource: Resource, headers: Record<string, string> = {}): void => {
    app.get(path, { onRequest }, async (request, reply) => {
      await sendResource(resource, request, reply.headers(headers));
      return reply;
    });
  };

  serve(
    DESCRIPTION_PATH,
    createResource('openapi.json', async () => JSON.stringify(await inSlices(describeApi(brand)))),
  );
  const page = createResource('index.html', () => pageOf(brand));
  for (const path of ['/api/docs', '/api/docs/'])
    serve(path, page, { 'content-security-policy': DOCS_POLICY });
  const file = { 'cache-control': AN_HOUR };
  serve(
    `${FILES_PATH}/start.js`,
    createResource('start.js', () => START),
    file,
  );
  for (const name of PAGE_FILES)
    serve(
      `${FILES_PATH}/${name}`,
      createResource(name, () => readFile(join(FOLDER, name))),
      file,
    );
}
