import MailCheck from 'lucide-react/icons/mail-check';
import { Link } from 'react-router-dom';
import { MESSAGES } from '#machines/contract/messages.ts';
import type { ForgotValues } from '#machines/account/forms.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { FormScreen } from '#src/bindings/form-screen.tsx';
import { useForgotForm } from '#src/bindings/forms.ts';
import { standaloneLink } from '#src/components/button.tsx';
import { TextField } from '#src/components/field.tsx';

export default function ForgotPasswordView() {
  return <ForgotPasswordScreen form={useForgotForm()} />;
}

export function ForgotPasswordScreen({ form }: { readonly form: SubmissionActor<ForgotValues> }) {
  return (
    <FormScreen
      form={form}
      fields={['email']}
      label="Forgot password"
      title="Forgot Password"
      lead="We'll email you a link to choose a new password."
      submit="Send Reset Link"
      submitting="Sending…"
      read={(text) => ({ email: text('email') })}
      done={{
        icon: <MailCheck />,
        title: MESSAGES.register.done,
        more: 'It can take a few minutes. Check your spam folder, too.',
        to: '/login',
        way: 'Back to Login',
        again: 'Send Another Link',
      }}
      after={
        <Link to="/login" className={standaloneLink}>
          Back to Login
        </Link>
      }
    >
      {(errors) => (
        <TextField
          label="Email"
          name="email"
          type="email"
          error={errors.email}
          autoComplete="email"
          required
        />
      )}
    </FormScreen>
  );
}
