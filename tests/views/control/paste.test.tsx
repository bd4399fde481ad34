import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { success } from '#machines/contract/outcome.ts';
import AddQuestions from '#src/screens/control/paste.tsx';
import { producerFixture } from '#tests/support/producer-fixture.ts';
import { axeFindings } from '#tests/support/screens.tsx';
import { rundown, showView } from '#tests/support/show-view.ts';
import { pageWith } from './fixture.tsx';

const CONFIG = {
  brand: { name: 'Gameshow', slug: 'gameshow' },
  entryFee: { amount: 50, currency: 'usd', label: '$0.50' },
  payments: 'off',
  model: true,
  serverTime: 0,
};
/** The dialog, with a server that has a model. */
async function open() {
  const { producer, perform, loads } = producerFixture();
  await loads(success(showView().direction), showView());
  const page = pageWith(({ url }) =>
    url.includes('/config') ? CONFIG : { question: 'Name a "tool"' },
  );
  render(
    page(
      <main>
        <AddQuestions producer={producer} onClose={() => {}} />
      </main>,
    ),
  );
  const field = screen.getByLabelText(/^One question per line/);
  const user = userEvent.setup({ delay: null });
  return {
    user,
    field,
    producer,
    perform,
    paste: async (text: string) => {
      await user.click(field);
      await user.paste(text);
    },
    cells: () =>
      within(screen.getByRole('region', { name: 'Preview' }))
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .map(({ textContent }) => textContent),
        ),
    asked: () => perform.asked.map(({ act: done }) => done),
  };
}

it('asks for the columns of a table if its headings are unknown [R2.control-columns]', async () => {
  const { user, paste, cells, asked } = await open();
  await paste('Runde\tWas\tZeit\n1\tName a fruit\t0:20\n1\tName a city\t');
  await user.selectOptions(screen.getByLabelText('Column 2'), 'Question');
  await user.selectOptions(screen.getByLabelText('Column 3'), 'Timer for Home');
  await user.click(screen.getByLabelText('The first row is a heading'));
  expect(screen.getByLabelText('Column 1: Runde')).toHaveProperty('value', 'none');
  expect(cells()).toEqual([
    ['1', 'Heading: Runde | Was | Zeit'],
    ['2', 'Name a fruit', '0:30', '0:20', ''],
    ['3', 'Name a city', '0:30', '0:30', ''],
  ]);
  expect(await axeFindings()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Add 2 questions' }));
  expect(asked()).toMatchObject([
    { type: 'add', questions: [{ text: 'Name a fruit' }, { text: 'Name a city' }] },
  ]);
});

it('asks for no columns if each line is a question', async () => {
  const { paste } = await open();
  await paste('Name a fruit\nName a city');
  expect(screen.queryByText('Columns')).toBeNull();
});

it('adds a question written by AI as a line, in the column of the questions [R2.control-ai]', async () => {
  const { user, paste, field, cells } = await open();
  await user.type(await screen.findByRole('textbox', { name: 'Topic' }), 'tools');
  const generate = screen.getByRole('button', { name: 'Generate with AI' });
  await user.click(generate);
  await screen.findByDisplayValue('Name a "tool"');
  await act(async () => user.clear(field));
  await paste('Id\tQuestion\n7\tName a fruit');
  await user.type(screen.getByRole('textbox', { name: 'Topic' }), 's');
  await user.click(generate);
  await screen.findByRole('cell', { name: 'Name a "tool"' });
  expect(cells().map(([, text]) => text)).toEqual([
    'Heading: Id | Question',
    'Name a fruit',
    'Name a "tool"',
  ]);
});

it('shows for each row whether it can be imported, and keeps rows that cannot [R2.control-paste]', async () => {
  const { user, paste, cells, field, perform } = await open();
  await paste(
    'Quiz night\t\nFrage\tZeit\nName a fruit\t00:30:00\nName a city\tsoon\nName a tree\tnone',
  );
  expect(cells()).toEqual([
    ['1', 'Heading: Quiz night'],
    ['2', 'Heading: Frage | Zeit'],
    ['3', 'Name a fruit', '0:30', '0:30', ''],
    ['4', 'Name a city "soon" is not a time. Write 0:30, or 30 for seconds.'],
    ['5', 'Name a tree', 'no timer', 'no timer', ''],
  ]);
  screen.getByText(
    '5 rows read: 2 questions, 2 headings, 1 row with an error. Rows with errors stay here for you to fix.',
  );
  await user.click(screen.getByLabelText('Times such as 00:30:00 mean 30 seconds'));
  expect(cells()[2]).toEqual(['3', 'Name a fruit', '30:00', '30:00', '']);
  await user.click(screen.getByRole('button', { name: 'Add 2 questions' }));
  await act(async () => perform.answer(success(showView({ rundown: rundown({ version: 2 }) }))));
  expect(field).toHaveProperty('value', 'Name a city\tsoon\t');
  expect(cells()).toEqual([
    ['1', 'Name a city "soon" is not a time. Write 0:30, or 30 for seconds.'],
  ]);
});

it('keeps the typed rows when another act ends [R2.control-paste]', async () => {
  const { paste, field, producer, perform } = await open();
  act(() => producer.send({ type: 'producer.act', act: { type: 'create', title: 'Friday' } }));
  await paste('Name a fruit\nName a city');
  await act(async () => perform.answer(success(showView({ rundown: rundown({ version: 2 }) }))));
  expect(field).toHaveProperty('value', 'Name a fruit\nName a city');
});
