import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { DataTable, Pager, type Column } from '#src/components/data-table.tsx';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly points: number;
}
const ROWS: readonly Row[] = [
  { id: 'a', name: 'Ann', points: 12 },
  { id: 'b', name: 'Bob', points: 7 },
];
const COLUMNS: readonly Column<Row>[] = [
  { key: 'name', header: 'Player', rowHeader: true, cell: (row) => row.name },
  { key: 'points', header: 'Points', align: 'end', cell: (row) => row.points },
];
const table = (
  <DataTable
    caption="Scores"
    columns={COLUMNS}
    rows={ROWS}
    rowKey={(row) => row.id}
    isOwn={(row) => row.id === 'b'}
  />
);

it('has caption, headers and rows, with the row named by its header cell', () => {
  render(table);
  const rows = within(screen.getByRole('table', { name: 'Scores' })).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['Player', 'Points'],
    ['Ann', '12'],
    ['Bob', '7'],
  ]);
  expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['Ann', 'Bob']);
});

it('gives every cell its header as the label of a card on a phone', () => {
  render(table);
  const [, ...rows] = screen.getAllByRole('row');
  expect(
    rows.map((row) => [...row.children].map((cell) => cell.getAttribute('data-label'))),
  ).toEqual([
    ['Player', 'Points'],
    ['Player', 'Points'],
  ]);
});

it('keeps the roles that the card layout would remove', () => {
  render(table);
  const roles = [...screen.getByRole('table').querySelectorAll('*')]
    .filter((element) => element.tagName !== 'CAPTION')
    .map((element) => `${element.tagName} ${element.getAttribute('role')}`);
  expect(new Set(roles)).toEqual(
    new Set([
      'THEAD rowgroup',
      'TBODY rowgroup',
      'TR row',
      'TH columnheader',
      'TH rowheader',
      'TD cell',
    ]),
  );
});

it("marks only the reader's own row", () => {
  render(table);
  expect(screen.getAllByRole('row').map((row) => row.className !== '')).toEqual([
    false,
    false,
    true,
  ]);
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('pages back and forth and stops at the ends', async () => {
  const pages: number[] = [];
  const pager = (page: number) => (
    <Pager label="Users" page={page} pages={3} onPage={(next) => pages.push(next)} />
  );
  const { rerender } = render(pager(1));
  await press('Previous');
  await press('Next');
  rerender(pager(3));
  await press('Next');
  await press('Previous');
  expect([screen.getByRole('status').textContent, pages]).toEqual(['Page 3 of 3', [2, 2]]);
});

it('shows no pager for a single page', () => {
  render(<Pager label="Users" page={1} pages={1} onPage={() => {}} />);
  expect(document.body.textContent).toBe('');
});
