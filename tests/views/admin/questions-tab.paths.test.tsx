import { questionsAdminMachine, type QuestionUpdate } from '#machines/admin/admin.ts';
import type { AdminQuestion } from '#machines/contract/entities.ts';
import { QuestionsScreen } from '#src/screens/admin/questions-tab.tsx';
import { describeCollection } from '#tests/support/collection-paths.tsx';
import { question } from './questions.ts';

const fruit = question('fruit', { shown_to_home: true });
const good: QuestionUpdate = {
  question_text: 'Name a fruit',
  shown_on_air: true,
  shown_to_home: false,
};

describeCollection<null, AdminQuestion, readonly AdminQuestion[], QuestionUpdate>(
  'the questions tab',
  {
    machine: questionsAdminMachine,
    screen: (questions) => <QuestionsScreen questions={questions} />,
    query: null,
    searchLabel: 'Search by text, id or session date',
    list: [fruit, question('town')],
    rows: ['Question fruit?', 'Question town?'],
    item: fruit,
    itemName: 'Question fruit?',
    good,
    bad: { ...good, question_text: ' ' },
    fields: ({ question_text: text }) => ({ 'Question text': text, Status: 'On Air' }),
    faces: {
      edit: ['Edit Question', 'Save Changes'],
      remove: ['Delete this question?', 'Delete question'],
    },
  },
);
