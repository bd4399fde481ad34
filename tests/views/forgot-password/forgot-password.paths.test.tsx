import { screen } from '@testing-library/react';
import { forgotForm } from '#machines/account/forms.ts';
import { ForgotPasswordScreen } from '#src/screens/forgot-password/forgot-password.tsx';
import { describeForm } from '#tests/support/form-paths.tsx';
import { fill } from '#tests/support/screens.tsx';

describeForm('forgot password [R2.forgot-email]', {
  machine: forgotForm,
  screen: (form) => <ForgotPasswordScreen form={form} />,
  good: { email: 'ann@example.org' },
  bad: { email: '' },
  value: 'A link is on its way.',
  submit: async (user, { email }) => {
    await fill(user, { Email: email });
    await user.click(screen.getByRole('button', { name: 'Send Reset Link' }));
  },
  edit: (user) => user.type(screen.getByLabelText('Email'), 'a'),
  leads: false,
  again: (user) => user.click(screen.getByRole('button', { name: 'Send Another Link' })),
  faces: {
    editing: { heading: 'Forgot Password', buttons: ['Send Reset Link'], success: '' },
    submitting: { heading: 'Forgot Password', buttons: ['Sending…'], success: '' },
    succeeded: {
      heading: 'Check Your Email',
      buttons: ['Send Another Link'],
      success:
        'A link is on its way.You entered ann@example.org.It can take a few minutes. Check your spam folder, too.',
    },
  },
});
