import { screen } from '@testing-library/react';
import { feedbackForm, RATINGS } from '#machines/account/forms.ts';
import { FeedbackScreen } from '#src/screens/feedback/feedback.tsx';
import { describeForm } from '#tests/support/form-paths.tsx';
import { fill } from '#tests/support/screens.tsx';

const good = {
  category: 'scoring',
  rating: 4,
  title: 'Points',
  description: 'Clear.',
  email: '',
  wouldRecommend: true,
};

describeForm('feedback [R3.feedback-title R3.feedback-description]', {
  machine: feedbackForm,
  screen: (form) => <FeedbackScreen form={form} user={null} />,
  good,
  bad: { ...good, title: ' ' },
  value: null,
  submit: async (user, { category, rating, title, description, email }) => {
    await user.selectOptions(screen.getByLabelText('Category'), category);
    await user.click(screen.getByRole('radio', { name: RATINGS[rating - 1] ?? '' }));
    await fill(user, { Title: title, Description: description, 'Email (optional)': email });
    await user.click(screen.getByRole('button', { name: 'Submit Feedback' }));
  },
  edit: (user) => user.type(screen.getByLabelText('Title'), '!'),
  leads: false,
  again: (user) => user.click(screen.getByRole('button', { name: 'Give More Feedback' })),
  faces: {
    editing: { heading: 'Feedback', buttons: ['Submit Feedback'], success: '' },
    submitting: { heading: 'Feedback', buttons: ['Sending…'], success: '' },
    succeeded: {
      heading: 'Feedback Sent',
      buttons: ['Give More Feedback'],
      success: 'Thank you for your feedback!',
    },
  },
});
