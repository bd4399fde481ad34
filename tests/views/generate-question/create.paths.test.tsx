import { fireEvent, screen } from '@testing-library/react';
import { createActor } from 'xstate';
import { createQuestionForm, topicForm } from '#machines/show/question-forms.ts';
import { GenerateQuestionScreen } from '#src/screens/generate-question/generate-question.tsx';
import { describeForm } from '#tests/support/form-paths.tsx';
import { fill } from '#tests/support/screens.tsx';

const good = {
  question: 'Name a fruit.',
  startTime: '2030-01-01T20:00',
  endTime: '2030-01-01T21:00',
};
const heading = 'Generate Question';
const ready = ['Generate with AI', 'Create Question Session'];

describeForm(
  'question [R2.generate-question R2.generate-start R2.generate-end R2.generate-create R2.generate-redirect R5.generate-end-after-start]',
  {
    machine: createQuestionForm,
    screen: (form) => (
      <GenerateQuestionScreen form={form} topic={createActor(topicForm).start()} hasModel={false} />
    ),
    good,
    bad: { ...good, endTime: '2030-01-01T19:59' },
    value: 'Created.',
    submit: async (user, { question, startTime, endTime }) => {
      await fill(user, { Question: question });
      // Set the value like a date picker.
      fireEvent.input(screen.getByLabelText('Start time'), { target: { value: startTime } });
      fireEvent.input(screen.getByLabelText('End time'), { target: { value: endTime } });
      await user.click(screen.getByRole('button', { name: 'Create Question Session' }));
    },
    edit: async () => {
      fireEvent.input(screen.getByLabelText('Start time'), { target: { value: good.startTime } });
    },
    leads: '/admin',
    faces: {
      editing: { heading, buttons: ready, success: '' },
      submitting: { heading, buttons: ['Generate with AI', 'Creating…'], success: '' },
      succeeded: { heading, buttons: ready, success: 'Question session created.' },
    },
  },
);
