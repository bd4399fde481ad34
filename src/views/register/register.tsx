import MailCheck from 'lucide-react/icons/mail-check';
import { Link } from 'react-router-dom';
import { PASSWORD_MIN } from '#machines/contract/limits.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import type { RegisterValues } from '#machines/forms.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { textIn, useForm } from '#src/bindings/form.ts';
import { useRegisterForm } from '#src/bindings/forms.ts';
import { linkButton, standaloneLink } from '#src/components/button.tsx';
import { TextField } from '#src/components/field.tsx';
import { FormCard } from '#src/components/form-card.tsx';
import { Page } from '#src/components/layout.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { Result } from '#src/components/result.tsx';

export default function RegisterView() {
  return <RegisterScreen form={useRegisterForm()} />;
}

export function RegisterScreen({ form }: { readonly form: SubmissionActor<RegisterValues> }) {
  const { busy, done, message, errors, error } = useForm(form, ['name', 'email', 'password']);
  if (done)
    return (
      <Result
        icon={<MailCheck />}
        tone="ok"
        title={MESSAGES.register.done}
        words={
          <>
            <p>{message}</p>
            <p>The login opens in a moment.</p>
          </>
        }
        ways={
          <Link to="/login" className={linkButton('primary')}>
            Go to Login Now
          </Link>
        }
      />
    );
  return (
    <Page title="Register" lead="One account, and you play along live." width="narrow">
      <FormCard
        label="Register"
        submit="Register"
        submitting="Registering…"
        busy={busy}
        error={error}
        onEdit={(field) => form.send({ type: 'form.edited', field })}
        onSubmit={(data) =>
          form.send({
            type: 'form.submit',
            values: {
              name: textIn(data, 'name'),
              email: textIn(data, 'email'),
              password: textIn(data, 'password'),
            },
          })
        }
      >
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
          hint="We send a link to it; nobody else sees it."
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
      </FormCard>
      <p>
        Already have an account?{' '}
        <Link to="/login" className={standaloneLink}>
          Login
        </Link>
      </p>
    </Page>
  );
}
