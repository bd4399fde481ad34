import { m } from 'messages';
import CircleCheck from 'lucide-react/icons/circle-check';
import { RESET_PASSWORD_MIN } from '#machines/contract/limits.ts';
import type { ResetValues } from '#machines/account/forms.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { useForm } from '#src/bindings/form.ts';
import { FormScreen } from '#src/bindings/form-screen.tsx';
import { useResetForm } from '#src/bindings/forms.ts';
import { useResetLink } from '#src/bindings/mailed-link.ts';
import { standaloneLink } from '#src/components/button.tsx';
import { InvalidLink } from '#src/components/invalid-link.tsx';
import { Link } from '#src/components/link.tsx';
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
  if (!done && (token === '' || message === m.resetMissingToken()))
    return (
      <InvalidLink
        title={m.resetInvalidLink()}
        reason={m.resetMissingToken()}
        way={m.cancelEmailChangeRequestNewLink()}
      />
    );
  return (
    <FormScreen
      form={form}
      fields={['password', 'confirmation']}
      label={m.resetPasswordResetPassword()}
      title={m.resetPasswordTitle()}
      lead={m.resetPasswordChooseNewPasswordYour()}
      submit={m.resetPasswordTitle()}
      submitting={m.resetPasswordSaving()}
      read={(text) => ({ token, password: text('password'), confirmation: text('confirmation') })}
      done={{
        icon: <CircleCheck />,
        title: m.resetPasswordPasswordReset(),
        more: m.registerTakingYouLog(),
        to: '/login',
        way: m.registerGoLoginNow(),
      }}
      after={
        <Link to="/forgot-password" className={standaloneLink}>
          {m.resetPasswordRequestNewLink()}
        </Link>
      }
    >
      {(errors) => (
        <>
          <PasswordField
            label={m.resetPasswordNewPassword()}
            name="password"
            hint={m.resetPasswordLeastCharactersWithLowercase({
              resetPasswordMin: RESET_PASSWORD_MIN,
            })}
            error={errors.password}
            autoComplete="new-password"
            required
          />
          <PasswordField
            label={m.resetPasswordConfirmNewPassword()}
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
