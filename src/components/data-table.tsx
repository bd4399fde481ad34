import { m } from 'messages';
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
  /** The cells may contain long text without spaces, such as an id, which may break anywhere. */
  readonly long?: boolean | undefined;
  /** The cells contain a few characters, e.g. a date, and never wrap. */
  readonly short?: boolean | undefined;
  /** Whether the column's cells are row headers; at most one column. */
  readonly rowHeader?: boolean | undefined;
}

export interface DataTableProps<Row> {
  readonly caption: string;
  /** Hides the caption visually, because the page shows it already. */
  readonly captionHidden?: boolean | undefined;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The reader's own row, marked by a bar and by a word in its cell. */
  readonly isOwn?: ((row: Row) => boolean) | undefined;
  /** On a phone: one card per row with the headers as labels, or the table unchanged (few short columns). */
  readonly phone?: 'cards' | 'table' | undefined;
}

/** Explicit roles, as browsers drop the roles of a table when the layout for phones changes `display`. */
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
  /** Starts at 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
  /** What the pages list, e.g. 'Users'. */
  readonly label: string;
}

/** Previous and next page; renders nothing for a single page. */
export function Pager({ page, pages, onPage, label }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={m.uiPages({ label })} className={styles['pager']}>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {m.uiPrevious()}
      </Button>
      <Spoken>{m.uiPage({ page, pages })}</Spoken>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {m.uiNext()}
      </Button>
    </nav>
  );
}
