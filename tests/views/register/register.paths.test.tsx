import { screen } from '@testing-library/react';
import { registerForm } from '#machines/account/forms.ts';
import { RegisterScreen } from '#src/screens/register/register.tsx';
import { describeForm } from '#tests/support/form-paths.tsx';
import { fill } from '#tests/support/screens.tsx';

const good = { name: 'Ann', email: 'ann@example.org', password: 'violet42' };

describeForm(
  'register [R2.register-name R2.register-email R2.register-password R2.register-check-email]',
  {
    isWhole: true,
    machine: registerForm,
    screen: (form) => <RegisterScreen form={form} />,
    good,
    bad: { ...good, email: 'ann' },
    value: 'Received.',
    submit: async (user, { name, email, password }) => {
      await fill(user, { Name: name, Email: email, Password: password });
      await user.click(screen.getByRole('button', { name: 'Register' }));
    },
    edit: (user) => user.type(screen.getByLabelText('Email'), 'a'),
    leads: '/login',
    faces: {
      editing: { heading: 'Register', buttons: ['Register'], success: '' },
      submitting: { heading: 'Register', buttons: ['Registering…'], success: '' },
      succeeded: {
        heading: 'Check Your Email',
        buttons: [],
        success:
          'Registration received. Please check your email to verify your account.You entered ann@example.org.Taking you to log in…',
      },
    },
  },
);
