import { screen } from '@testing-library/react';
import { createActor } from 'xstate';
import { createQuestionForm, topicForm } from '#machines/show/question-forms.ts';
import { GenerateQuestionScreen } from '#src/screens/generate-question/generate-question.tsx';
import { describeForm } from '#tests/support/form-paths.tsx';

const field = () => screen.getByRole('textbox', { name: 'Topic' });

describeForm('topic [R2.generate-topic R2.generate-ai-button R5.generate-topic-required]', {
  machine: topicForm,
  screen: (topic) => (
    <GenerateQuestionScreen form={createActor(createQuestionForm).start()} topic={topic} hasModel />
  ),
  good: { topic: 'holidays' },
  bad: { topic: '' },
  value: 'Name something people take to the beach',
  submit: async (user, { topic }) => {
    await user.clear(field());
    if (topic !== '') await user.type(field(), topic);
    await user.click(screen.getByRole('button', { name: 'Generate with AI' }));
  },
  edit: (user) => user.type(field(), 's'),
  leads: false,
  faces: {
    editing: {
      heading: 'Generate Question',
      buttons: ['Generate with AI', 'Create Question Session'],
      success: '',
    },
    submitting: {
      heading: 'Generate Question',
      buttons: ['Generating…', 'Create Question Session'],
      success: '',
    },
    succeeded: {
      heading: 'Generate Question',
      buttons: ['Generate with AI', 'Create Question Session'],
      success: 'Your question is in the field below. Check it before it goes on air.',
    },
  },
});
