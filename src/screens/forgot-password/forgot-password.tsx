import { m } from 'messages';
import MailCheck from 'lucide-react/icons/mail-check';
import type { ForgotValues } from '#machines/account/forms.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { FormScreen } from '#src/bindings/form-screen.tsx';
import { useForgotForm } from '#src/bindings/forms.ts';
import { standaloneLink } from '#src/components/button.tsx';
import { TextField } from '#src/components/field.tsx';
import { Link } from '#src/components/link.tsx';

export default function ForgotPasswordView() {
  return <ForgotPasswordScreen form={useForgotForm()} />;
}

export function ForgotPasswordScreen({ form }: { readonly form: SubmissionActor<ForgotValues> }) {
  return (
    <FormScreen
      form={form}
      fields={['email']}
      label={m.forgotPasswordForgotPassword()}
      title={m.forgotPasswordTitle()}
      lead={m.forgotPasswordWellEmailYouLink()}
      submit={m.forgotPasswordSendResetLink()}
      submitting={m.forgotPasswordSending()}
      read={(text) => ({ email: text('email') })}
      done={{
        icon: <MailCheck />,
        title: m.registerDone(),
        more: m.forgotPasswordCanTakeFewMinutes(),
        to: '/login',
        way: m.forgotPasswordBackLogin(),
        again: m.forgotPasswordSendAnotherLink(),
      }}
      after={
        <Link to="/login" className={standaloneLink}>
          {m.forgotPasswordBackLogin()}
        </Link>
      }
    >
      {(errors) => (
        <TextField
          label={m.commonEmail()}
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
