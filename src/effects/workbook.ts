/** The first sheet of an Excel workbook as a table to paste: tabs between cells, a row a line; null: it is none. */
export async function readWorkbook(file: Blob): Promise<string | null> {
  const { readSheet } = await import('read-excel-file/universal');
  try {
    const rows = await readSheet(file);
    return rows
      .map(
        (cells) =>
          `${cells.map((cell) => String(cell ?? '').replaceAll(/\s+/g, ' ')).join('\t')}\t`,
      )
      .join('\n');
  } catch {
    // Whatever is wrong with a file, no question is in it.
    return null;
  }
}
