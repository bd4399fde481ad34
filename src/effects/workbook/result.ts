import * as z from 'zod/mini';

/** The result of reading a workbook: its first sheet as a table to paste, or why there is none. */
export const workbookResultSchema = z.union([
  z.strictObject({ type: z.literal('table'), text: z.string() }),
  z.strictObject({ type: z.enum(['tooLarge', 'unreadable']) }),
]);
export type WorkbookResult = z.infer<typeof workbookResultSchema>;
