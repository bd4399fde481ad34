import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Brand } from '#machines/contract/brand.ts';
import { DOCS_POLICY } from '#server/http/headers.ts';

/** Collects the calls that are registered afterwards, for `/api/openapi.json` and the page `/api/docs`. */
export async function registerDocs(app: FastifyInstance, brand: Brand): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand.name} API`,
        version: '1',
        description: 'Errors are JSON: {error, code?, details?}.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          controlToken: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: jsonSchemaTransform,
    // The operator's calls are no part of it.
    hideUntagged: true,
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: DOCS_POLICY });
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
