import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { success } from '#machines/contract/outcome.ts';
import { QuestionsScreen } from '#src/screens/admin/questions-tab.tsx';
import { createRoot, where } from '#tests/support/root.tsx';
import { axeFindings, complaint, fill } from '#tests/support/screens.tsx';
import { question, questionsFixture } from './questions.ts';

const LIST = [
  question('draft-1234'),
  question('air-1234', { shown_on_air: true, session_date: '2026-03-02' }),
  question('home-1234', { shown_to_home: true }),
  question('both-1234', {
    shown_on_air: true,
    shown_to_home: true,
    answered: { studio: 4, home: 8 },
    points: 1_048,
  }),
  question('over-1234', { shown_on_air: true, shown_to_home: true, show_ended: true }),
];

async function show(list = LIST) {
  const fixture = questionsFixture();
  render(
    createRoot().page(
      <main>
        <h1>Admin</h1>
        <QuestionsScreen questions={fixture.actor} />
      </main>,
      '/admin?tab=questions',
    ),
  );
  await fixture.load.answer(success(list));
  return { ...fixture, user: userEvent.setup({ delay: null }) };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const rows = () => screen.queryAllByRole('rowheader').map(({ textContent }) => textContent);
const paragraphs = () =>
  [...screen.getByRole('dialog').querySelectorAll('p')].map(({ textContent }) => textContent);
const submit = () => fireEvent.submit(within(screen.getByRole('dialog')).getByRole('form'));

describe('the questions of the admin panel', () => {
  it('are a table [R2.admin-questions-columns R2.admin-questions-actions R4.question-draft R4.question-on-air R4.question-to-home]', async () => {
    await show();
    expect([
      screen.getAllByRole('columnheader').map(({ textContent }) => textContent),
      screen
        .getAllByRole('row')
        .slice(1)
        .map((row) => [...row.children].map(({ textContent }) => textContent)),
    ]).toEqual([
      ['ID', 'Question Text', 'Session Date', 'Status', 'Actions'],
      [
        ['draft-1234', 'Question draft-1234?', '2026-03-01', 'Draft', 'EditDelete'],
        ['air-1234', 'Question air-1234?', '2026-03-02', 'On Air', 'EditDelete'],
        ['home-1234', 'Question home-1234?', '2026-03-01', 'To Home', 'EditDelete'],
        ['both-1234', 'Question both-1234?', '2026-03-01', 'On Air, To Home', 'EditDelete'],
        ['over-1234', 'Question over-1234?', '2026-03-01', 'Show ended', 'EditDelete'],
      ],
    ]);
    expect(screen.getByTitle('draft-1234').textContent).toBe('draft-1234');
    expect(await axeFindings()).toEqual([]);
  });

  it.each([
    ['text', 'ION AIR [R2.admin-questions-search-text]', 'ION AIR', ['Question air-1234?']],
    ['date', '[R2.admin-questions-search-date]', '2026-03-02', ['Question air-1234?']],
    ['nothing', 'that is there', 'nobody', []],
  ])('are searched by %s %s', async (_, __, search, expected) => {
    const { user } = await show();
    await user.type(screen.getByLabelText('Search by text, id or session date'), search);
    expect([rows(), screen.queryByText('No questions found') !== null]).toEqual([
      expected,
      expected.length === 0,
    ]);
  });

  it('are searched by id [R2.admin-questions-search-id]', async () => {
    const { user } = await show([question('Ab12Cd34', { question_text: 'One?' }), ...LIST]);
    await user.type(screen.getByLabelText('Search by text, id or session date'), 'ab12cd');
    expect(rows()).toEqual(['One?']);
  });

  it('are shown in pages of twenty', async () => {
    await show(Array.from({ length: 45 }, (_, index) => question(`q${index}`)));
    expect([rows().length, rows()[0], screen.getByText(/^Page 1/).textContent]).toEqual([
      20,
      'Question q0?',
      'Page 1 of 3',
    ]);
    press('Next');
    press('Next');
    expect([where(), rows()]).toEqual([
      '/admin?tab=questions&page=3',
      ['q40', 'q41', 'q42', 'q43', 'q44'].map((id) => `Question ${id}?`),
    ]);
  });
});

describe('editing a question', () => {
  const FLAGS = {
    Draft: { shown_on_air: false, shown_to_home: false },
    'On Air': { shown_on_air: true, shown_to_home: false },
    'To Home': { shown_on_air: false, shown_to_home: true },
  } as const;

  it.each([
    ['draft-1234', 'Draft', 'Nothing changes for players.'],
    ['draft-1234', 'On Air', 'Saving releases it to contestants without a timer.'],
    ['draft-1234', 'To Home', 'Saving releases it to home viewers without a timer.'],
    ['air-1234', 'Draft', 'Saving revokes it from contestants.'],
    [
      'air-1234',
      'To Home',
      'Saving revokes it from contestants and releases it to home viewers without a timer.',
    ],
    ['both-1234', 'On Air', 'Saving revokes it from home viewers.'],
  ] as const)(
    'of %s to %s shows its effect [R2.admin-questions-edit R4.question-one-status R4.question-status-effect]',
    async (id, status, effect) => {
      const { user, save } = await show();
      press(`Edit Question ${id}?`);
      const field = screen.getByLabelText<HTMLSelectElement>('Status');
      expect([...field.options].map(({ text }) => text)).toEqual(['Draft', 'On Air', 'To Home']);
      await fill(user, { 'Question text': 'Anew?' });
      await user.selectOptions(field, status);
      expect(paragraphs()).toContain(effect);
      submit();
      expect(save.asked).toEqual([
        {
          item: LIST.find((each) => each.id === id),
          values: { question_text: 'Anew?', ...FLAGS[status] },
        },
      ]);
    },
  );

  it('needs a text [R5.question-text]', async () => {
    const { user, save } = await show();
    press('Edit Question draft-1234?');
    await fill(user, { 'Question text': '' });
    submit();
    expect([complaint(), save.asked]).toEqual([
      { message: 'Please enter a question.', field: 'question_text' },
      [],
    ]);
    expect(await axeFindings()).toEqual([]);
  });
});

describe('deleting a question', () => {
  it('shows its consequences first, from fresh data [R2.admin-questions-delete]', async () => {
    const { load, remove } = await show();
    press('Delete Question both-1234?');
    expect(paragraphs()).toEqual([
      'Question both-1234?',
      '12 players lose 1,048 points, and all answers are deleted.',
      "This can't be undone.",
    ]);
    await load.answer(
      success([question('both-1234', { answered: { studio: 1, home: 0 }, points: 5 })]),
    );
    expect(paragraphs()[1]).toBe('1 player loses 5 points, and all answers are deleted.');
    press('Delete question');
    expect(remove.asked).toEqual([{ item: LIST[3] }]);
  });

  it('says when no player loses anything', async () => {
    await show();
    press('Delete Question draft-1234?');
    expect(paragraphs()[1]).toBe('No one has answered it yet.');
  });
});
