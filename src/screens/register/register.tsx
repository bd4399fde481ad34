import MailCheck from 'lucide-react/icons/mail-check';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PASSWORD_MIN } from '#machines/contract/limits.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import type { RegisterValues } from '#machines/account/forms.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { FormScreen } from '#src/bindings/form-screen.tsx';
import { useRegisterForm } from '#src/bindings/forms.ts';
import { TermsNote } from '#src/bindings/terms-note.tsx';
import { standaloneLink } from '#src/components/button.tsx';
import { TextField } from '#src/components/field.tsx';
import { PasswordField } from '#src/components/password-field.tsx';

export default function RegisterView() {
  return <RegisterScreen form={useRegisterForm()} terms={<TermsNote />} />;
}

interface RegisterScreenProps {
  readonly form: SubmissionActor<RegisterValues>;
  /** The terms that people accept by registering. */
  readonly terms?: ReactNode;
}

export function RegisterScreen({ form, terms }: RegisterScreenProps) {
  return (
    <FormScreen
      form={form}
      fields={['name', 'email', 'password']}
      label="Register"
      title="Register"
      lead="Create an account and play live."
      submit="Register"
      submitting="Registering…"
      read={(text) => ({ name: text('name'), email: text('email'), password: text('password') })}
      done={{
        icon: <MailCheck />,
        title: MESSAGES.register.done,
        more: 'Taking you to log in…',
        to: '/login',
        way: 'Go to Login Now',
      }}
      after={
        <>
          Already have an account?{' '}
          <Link to="/login" className={standaloneLink}>
            Login
          </Link>
        </>
      }
    >
      {(errors) => (
        <>
          <TextField
            label="Name"
            name="name"
            hint="Other players see it on the leaderboards."
            error={errors.name}
            autoComplete="nickname"
            required
          />
          <TextField
            label="Email"
            name="email"
            type="email"
            hint="We'll email you a link. We never show your address."
            error={errors.email}
            autoComplete="email"
            required
          />
          <PasswordField
            label="Password"
            name="password"
            error={errors.password}
            placeholder={`At least ${PASSWORD_MIN} characters`}
            autoComplete="new-password"
            required
          />
          {terms}
        </>
      )}
    </FormScreen>
  );
}
