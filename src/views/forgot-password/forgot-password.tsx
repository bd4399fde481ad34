import MailCheck from 'lucide-react/icons/mail-check';
import { Link } from 'react-router-dom';
import { MESSAGES } from '#machines/contract/messages.ts';
import type { ForgotValues } from '#machines/forms.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { textIn, useForm } from '#src/bindings/form.ts';
import { useForgotForm } from '#src/bindings/forms.ts';
import { Button, linkButton, standaloneLink } from '#src/components/button.tsx';
import { TextField } from '#src/components/field.tsx';
import { FormCard } from '#src/components/form-card.tsx';
import { Page } from '#src/components/layout.tsx';
import { Result } from '#src/components/result.tsx';

export default function ForgotPasswordView() {
  return <ForgotPasswordScreen form={useForgotForm()} />;
}

export function ForgotPasswordScreen({ form }: { readonly form: SubmissionActor<ForgotValues> }) {
  const { busy, done, message, errors, error } = useForm(form, ['email']);
  if (done)
    return (
      <Result
        icon={<MailCheck />}
        tone="ok"
        title={MESSAGES.register.done}
        words={
          <>
            <p>{message}</p>
            <p>It can take a few minutes. Look into the spam folder, too.</p>
          </>
        }
        ways={
          <>
            <Link to="/login" className={linkButton('primary')}>
              Back to Login
            </Link>
            <Button onClick={() => form.send({ type: 'form.again' })}>Send Another Link</Button>
          </>
        }
      />
    );
  return (
    <Page
      title="Forgot Password"
      lead="We send a link to your address; it leads to a new password."
      width="narrow"
    >
      <FormCard
        label="Forgot password"
        submit="Send Reset Link"
        submitting="Sending…"
        busy={busy}
        error={error}
        onEdit={(field) => form.send({ type: 'form.edited', field })}
        onSubmit={(data) =>
          form.send({ type: 'form.submit', values: { email: textIn(data, 'email') } })
        }
      >
        <TextField
          label="Email"
          name="email"
          type="email"
          error={errors.email}
          autoComplete="email"
          required
        />
      </FormCard>
      <p>
        <Link to="/login" className={standaloneLink}>
          Back to Login
        </Link>
      </p>
    </Page>
  );
}
