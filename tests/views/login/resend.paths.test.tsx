import { screen } from '@testing-library/react';
import { resendForm } from '#machines/account/resend.ts';
import { VerificationPanel } from '#src/screens/login/verification-panel.tsx';
import { describeForm } from '#tests/support/form-paths.tsx';
import { fill } from '#tests/support/screens.tsx';

describeForm('resend [R2.login-resend R8.resend-sent]', {
  machine: resendForm,
  screen: (resend) => (
    <>
      <h1>Login</h1>
      <VerificationPanel email="ann@example.org" sent resend={resend} />
    </>
  ),
  good: { email: 'ann@example.org' },
  bad: { email: '' },
  value: 'Sent.',
  submit: async (user, { email }) => {
    await fill(user, { 'Send it again to': email });
    await user.click(screen.getByRole('button', { name: 'Resend Verification Email' }));
  },
  edit: (user) => user.type(screen.getByLabelText('Send it again to'), 'a'),
  leads: false,
  faces: {
    editing: { heading: 'Login', buttons: ['Resend Verification Email'], success: '' },
    submitting: { heading: 'Login', buttons: ['Sending…'], success: '' },
    succeeded: {
      heading: 'Login',
      buttons: ['Resend Verification Email'],
      success: 'Verification email sent! Please check your email.',
    },
  },
});
