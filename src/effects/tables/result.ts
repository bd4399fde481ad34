import * as z from 'zod/mini';

const sheetSchema = z.strictObject({
  name: z.string(),
  isHidden: z.boolean(),
  /** Whether the sheet is too large; `rows` is then empty. */
  isTooLarge: z.boolean(),
  rows: z.array(z.array(z.string())),
});
export type Sheet = z.infer<typeof sheetSchema>;

/** The result of reading a file: its tables, or why there are none. */
export const fileResultSchema = z.union([
  z.strictObject({
    type: z.literal('tables'),
    sheets: z.array(sheetSchema),
    /** The guessed encoding of a text file, so that another can be chosen; null if it is certain. */
    guessedEncoding: z.nullable(z.string()),
  }),
  z.strictObject({ type: z.enum(['tooLarge', 'unreadable', 'oldWorkbook', 'empty']) }),
]);
export type FileResult = z.infer<typeof fileResultSchema>;

/** How to read a file. */
export const readOptionsSchema = z.strictObject({
  file: z.instanceof(Blob),
  /** The encoding that the producer chose; null: guess it. */
  encoding: z.nullable(z.string()),
});
export type ReadOptions = z.infer<typeof readOptionsSchema>;
