import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { controlActSchema } from '#machines/show/control-calls.ts';
import { COMPANION_FILE, companionText } from '../../../scripts/companion-page.ts';

/** An exported page of Bitfocus Companion, format 4, as its `ExportPageModelv4` and version 3 define it. */
const exportedPage = z.strictObject({
  version: z.literal(4),
  type: z.literal('page'),
  page: z.strictObject({
    name: z.string(),
    controls: z.record(
      z.string().regex(/^\d+$/u),
      z.record(
        z.string().regex(/^\d+$/u),
        z.strictObject({
          type: z.literal('button'),
          style: z.strictObject({
            text: z.string(),
            textExpression: z.boolean(),
            size: z.literal('auto'),
            png64: z.null(),
            alignment: z.literal('center:center'),
            pngalignment: z.literal('center:center'),
            color: z.int(),
            bgcolor: z.int(),
            show_topbar: z.literal('default'),
          }),
          options: z.strictObject({
            relativeDelay: z.boolean(),
            stepAutoProgress: z.boolean(),
            rotaryActions: z.boolean(),
          }),
          feedbacks: z.array(z.never()),
          steps: z.strictObject({
            0: z.strictObject({
              action_sets: z.strictObject({
                down: z.array(
                  z.strictObject({
                    id: z.string(),
                    action: z.literal('post'),
                    instance: z.string(),
                    delay: z.int(),
                    /** The options of the module generic-http. */
                    options: z.strictObject({
                      url: z.string(),
                      body: z.string(),
                      header: z.string(),
                      contenttype: z.literal('application/json'),
                      jsonResultDataVariable: z.string(),
                      result_stringify: z.boolean(),
                      statusCodeVariable: z.string(),
                    }),
                  }),
                ),
                up: z.array(z.never()),
              }),
              options: z.strictObject({ runWhileHeld: z.array(z.never()) }),
            }),
          }),
        }),
      ),
    ),
    gridSize: z.strictObject({
      minColumn: z.int(),
      maxColumn: z.int(),
      minRow: z.int(),
      maxRow: z.int(),
    }),
  }),
  instances: z.record(
    z.string(),
    z.strictObject({
      label: z.string(),
      config: z.strictObject({
        prefix: z.url(),
        proxyAddress: z.string(),
        rejectUnauthorized: z.boolean(),
      }),
      isFirstInit: z.boolean(),
      lastUpgradeIndex: z.int(),
      instance_type: z.literal('generic-http'),
      enabled: z.boolean(),
      sortOrder: z.int(),
    }),
  ),
  oldPageNumber: z.int(),
});

it('is a page that Companion imports, with a button for each act, written by `npm run companion`', () => {
  const text = readFileSync(COMPANION_FILE, 'utf8');
  expect(text).toBe(companionText());
  const { page, instances } = exportedPage.parse(JSON.parse(text));
  const posts = Object.values(page.controls)
    .flatMap((row) => Object.values(row))
    .flatMap(({ steps }) => steps[0].action_sets.down);
  expect(posts.map(({ options }) => options.url)).toEqual(
    controlActSchema.options.map((act) => `/api/v1/control/${act}`),
  );
  expect(posts.every(({ instance }) => instance in instances)).toBe(true);
});
