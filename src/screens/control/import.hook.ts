import { m } from 'messages';
import { useMemo, useState } from 'react';
import {
  type Column,
  type TableLayout,
  layoutOf,
  likelySheet,
  readTable,
  type TableRow,
  readAsMinutes,
} from '#machines/show/rules/question-table.ts';
import { rowsTyped, textOfTable, textOfTyped } from '#src/effects/tables/cells.ts';
import { readTables } from '#src/effects/tables/read.ts';
import type { FileResult } from '#src/effects/tables/result.ts';

type Tables = Extract<FileResult, { type: 'tables' }>;

const whyNot = (type: Exclude<FileResult['type'], 'tables'>, name: string): string =>
  ({
    tooLarge: m.rundownFileTooLarge(),
    oldWorkbook: m.rundownOldWorkbook(),
    unreadable: m.controlCouldntReadSaveTable({ name }),
    empty: m.controlEmpty({ name }),
  })[type];

/** An opened file: its tables, and the sheet that the dialog shows. */
interface Opened extends Tables {
  readonly file: File;
  readonly sheet: number;
}

/** The questions that were typed, pasted or loaded from a file, and how their table is read. */
export interface Import {
  readonly text: string;
  readonly type: (text: string) => void;
  readonly layout: TableLayout;
  readonly chooseLayout: (layout: TableLayout) => void;
  readonly chooseColumns: (columns: readonly Column[]) => void;
  readonly rows: readonly TableRow[];
  /** The row with the column headings. */
  readonly headings: readonly string[] | undefined;
  readonly file: Opened | null;
  readonly readFile: (file: File, encoding?: string) => Promise<void>;
  readonly chooseSheet: (sheet: number) => void;
  /** Why the last file could not be read. */
  readonly unread: string | null;
  /** Adds a question at the end, in the question column. */
  readonly append: (question: string) => void;
  /** Keeps the rows that cannot be used yet; returns false if there are none. */
  readonly keepWrong: () => boolean;
}

export function useImport(): Import {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<TableLayout | null>(null);
  const [file, setFile] = useState<Opened | null>(null);
  const [unread, setUnread] = useState<string | null>(null);
  const typed = useMemo(() => rowsTyped(text), [text]);
  const guess = useMemo(() => layoutOf(typed.rows, typed.isList), [typed]);
  const layout = chosen ?? guess;
  const rows = useMemo(() => readTable(typed.rows, layout), [typed, layout]);
  const show = (opened: Opened): void => {
    setFile(opened);
    setChosen(null);
    setText(textOfTable(opened.sheets[opened.sheet]?.rows ?? []));
  };
  const replaceRows = (replacing: readonly (readonly string[])[]): void =>
    setText(textOfTyped({ ...typed, rows: replacing }, layout.columns.length));
  return {
    text,
    layout,
    rows,
    headings: layout.heading === null ? undefined : typed.rows[layout.heading - 1],
    file,
    unread,
    type: (next) => {
      // Columns that the producer chose apply to the former table, so drop them if the table looks different.
      const { rows: cells, isList } = rowsTyped(next);
      const { columns } = layoutOf(cells, isList);
      if (columns.length === 0 || columns.length > layout.columns.length) setChosen(null);
      setText(next);
    },
    chooseLayout: setChosen,
    chooseColumns: (columns) => setChosen(readAsMinutes(typed.rows, { ...layout, columns })),
    chooseSheet: (sheet) => {
      if (file !== null) show({ ...file, sheet });
    },
    readFile: async (read, encoding) => {
      const result = await readTables({ file: read, encoding: encoding ?? null });
      setUnread(result.type === 'tables' ? null : whyNot(result.type, read.name));
      if (result.type === 'tables')
        show({ ...result, file: read, sheet: likelySheet(result.sheets) });
    },
    append: (question) => {
      const at = Math.max(0, layout.columns.indexOf('question'));
      const row = [...Array.from({ length: at }, () => ''), question];
      if (text.trim() === '') setText(question);
      else replaceRows([...typed.rows, row]);
    },
    keepWrong: () => {
      const kept = rows.filter(({ kind }) => kind === 'wrong');
      setChosen({ ...layout, heading: null });
      replaceRows(kept.map(({ cells }) => cells));
      return kept.length > 0;
    },
  };
}
