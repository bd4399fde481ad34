import CircleCheck from 'lucide-react/icons/circle-check';
import { Link } from 'react-router-dom';
import { RESET_PASSWORD_MIN } from '#machines/contract/limits.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import type { ResetValues } from '#machines/account/forms.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { useForm } from '#src/bindings/form.ts';
import { FormScreen } from '#src/bindings/form-screen.tsx';
import { useResetForm } from '#src/bindings/forms.ts';
import { useResetLink } from '#src/bindings/mailed-link.ts';
import { standaloneLink } from '#src/components/button.tsx';
import { InvalidLink } from '#src/components/invalid-link.tsx';
import { PasswordField } from '#src/components/password-field.tsx';

export default function ResetPasswordView() {
  return <ResetPasswordScreen form={useResetForm()} token={useResetLink().token} />;
}

export interface ResetPasswordScreenProps {
  readonly form: SubmissionActor<ResetValues>;
  /** From the mailed link; empty if the link had none. */
  readonly token: string;
}

export function ResetPasswordScreen({ form, token }: ResetPasswordScreenProps) {
  const { done, message } = useForm(form, []);
  // Only the server knows whether a link was used or has expired.
  if (!done && (token === '' || message === MESSAGES.reset.missingToken))
    return (
      <InvalidLink
        title={MESSAGES.reset.invalidLink}
        reason={MESSAGES.reset.missingToken}
        way="Request a New Link"
      />
    );
  return (
    <FormScreen
      form={form}
      fields={['password', 'confirmation']}
      label="Reset password"
      title="Reset Password"
      lead="Choose a new password for your account."
      submit="Reset Password"
      submitting="Saving…"
      read={(text) => ({ token, password: text('password'), confirmation: text('confirmation') })}
      done={{
        icon: <CircleCheck />,
        title: 'Password Reset',
        more: 'Taking you to log in…',
        to: '/login',
        way: 'Go to Login Now',
      }}
      after={
        <Link to="/forgot-password" className={standaloneLink}>
          Request a new link
        </Link>
      }
    >
      {(errors) => (
        <>
          <PasswordField
            label="New password"
            name="password"
            hint={`At least ${RESET_PASSWORD_MIN} characters, with a lowercase letter, an uppercase letter and a number.`}
            error={errors.password}
            autoComplete="new-password"
            required
          />
          <PasswordField
            label="Confirm new password"
            name="confirmation"
            error={errors.confirmation}
            autoComplete="new-password"
            required
          />
        </>
      )}
    </FormScreen>
  );
}
