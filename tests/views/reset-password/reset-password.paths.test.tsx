import { screen } from '@testing-library/react';
import { resetForm } from '#machines/account/forms.ts';
import { ResetPasswordScreen } from '#src/screens/reset-password/reset-password.tsx';
import { describeForm } from '#tests/support/form-paths.tsx';
import { fill } from '#tests/support/screens.tsx';

const good = { token: 't0ken', password: 'Violet42', confirmation: 'Violet42' };

describeForm('reset password [R2.reset-password-field R2.reset-confirmation-field]', {
  machine: resetForm,
  screen: (form) => <ResetPasswordScreen form={form} token="t0ken" />,
  good,
  bad: { ...good, confirmation: 'Violet43' },
  value: 'Your password has been reset.',
  submit: async (user, { password, confirmation }) => {
    await fill(user, { 'New password': password, 'Confirm new password': confirmation });
    await user.click(screen.getByRole('button', { name: 'Reset Password' }));
  },
  edit: (user) => user.type(screen.getByLabelText('New password'), 'a'),
  leads: '/login',
  faces: {
    editing: { heading: 'Reset Password', buttons: ['Reset Password'], success: '' },
    submitting: { heading: 'Reset Password', buttons: ['Saving…'], success: '' },
    succeeded: {
      heading: 'Password Reset',
      buttons: [],
      success: 'Your password has been reset.Taking you to log in…',
    },
  },
});
