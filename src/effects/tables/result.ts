import * as z from 'zod/mini';

const sheetSchema = z.strictObject({
  name: z.string(),
  isHidden: z.boolean(),
  /** It has no rows then. */
  isTooLarge: z.boolean(),
  rows: z.array(z.array(z.string())),
});
export type Sheet = z.infer<typeof sheetSchema>;

/** The result of reading a file: its tables, or why there are none. */
export const fileResultSchema = z.union([
  z.strictObject({
    type: z.literal('tables'),
    sheets: z.array(sheetSchema),
    /** The encoding of a text file that does not say it itself, so that another may be meant; null: it is certain. */
    guessedEncoding: z.nullable(z.string()),
  }),
  z.strictObject({ type: z.enum(['tooLarge', 'unreadable', 'oldWorkbook', 'empty']) }),
]);
export type FileResult = z.infer<typeof fileResultSchema>;

/** How a file is to be read. */
export const readOptionsSchema = z.strictObject({
  file: z.instanceof(Blob),
  /** Chosen by the producer; null: as it seems to be. */
  encoding: z.nullable(z.string()),
});
export type ReadOptions = z.infer<typeof readOptionsSchema>;
