import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import styles from './data-table.module.css';
import { Spoken } from './spoken.tsx';

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** `end` for numbers and for the actions. */
  readonly align?: 'start' | 'end' | undefined;
  /** May hold long unbroken text (an id): breaks anywhere. */
  readonly long?: boolean | undefined;
  /** Of a few characters, e.g. a date: stays in one line. */
  readonly short?: boolean | undefined;
  /** Names the row; one column at most. */
  readonly rowHeader?: boolean | undefined;
}

export interface DataTableProps<Row> {
  readonly caption: string;
  /** The caption stands elsewhere on the page already. */
  readonly captionHidden?: boolean | undefined;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The reader's own row: marked by a bar and by whatever word its cell carries. */
  readonly isOwn?: ((row: Row) => boolean) | undefined;
  /** On a phone: a card a row with the headers as labels, or the table as it is (few short columns). */
  readonly phone?: 'cards' | 'table' | undefined;
}

/** Kept when the phone's layout takes `display: table` away: browsers drop the roles with it. */
const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** A table with a caption. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, isOwn, phone = 'cards' } = props;
  return (
    <table
      {...ROLES.table}
      className={classes(styles['table'], phone === 'cards' && styles['cards'])}
    >
      <caption className={props.captionHidden === true ? 'visually-hidden' : undefined}>
        {caption}
      </caption>
      <thead {...ROLES.group}>
        <tr {...ROLES.row}>
          {columns.map((column) => (
            <th key={column.key} {...ROLES.header} scope="col" data-align={column.align}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROLES.group}>
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            {...ROLES.row}
            className={isOwn?.(row) === true ? styles['own'] : undefined}
          >
            {columns.map(({ key, header, cell, align, long, short, rowHeader = false }) => {
              const Cell = rowHeader ? 'th' : 'td';
              return (
                <Cell
                  key={key}
                  {...(rowHeader ? ROLES.rowHeader : ROLES.cell)}
                  scope={rowHeader ? 'row' : undefined}
                  data-align={align}
                  data-label={header}
                  data-long={long}
                  data-short={short}
                  dir="auto"
                >
                  {cell(row)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface PagerProps {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
  /** What is paged, e.g. 'Users'. */
  readonly label: string;
}

/** Back and forth through pages; nothing at all for a single one. */
export function Pager({ page, pages, onPage, label }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={`${label}: pages`} className={styles['pager']}>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Spoken>
        Page {page} of {pages}
      </Spoken>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
