import { m } from 'messages';
import MailCheck from 'lucide-react/icons/mail-check';
import type { ReactNode } from 'react';
import { PASSWORD_MIN } from '#machines/contract/limits.ts';
import type { RegisterValues } from '#machines/account/forms.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { FormScreen } from '#src/bindings/form-screen.tsx';
import { useRegisterForm } from '#src/bindings/forms.ts';
import { TermsNote } from '#src/bindings/terms-note.tsx';
import { standaloneLink } from '#src/components/button.tsx';
import { slot, withElements } from '#src/components/slots.tsx';
import { TextField } from '#src/components/field.tsx';
import { Link } from '#src/components/link.tsx';
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
      label={m.registerRegister()}
      title={m.registerRegister()}
      lead={m.registerCreateAccountPlayLive()}
      submit={m.registerRegister()}
      submitting={m.registerRegistering()}
      read={(text) => ({ name: text('name'), email: text('email'), password: text('password') })}
      done={{
        icon: <MailCheck />,
        title: m.registerDone(),
        more: m.registerTakingYouLog(),
        to: '/login',
        way: m.registerGoLoginNow(),
      }}
      after={
        <>
          {withElements(
            m.registerAlreadyHaveAccount({ login: slot(0) }),
            <Link to="/login" className={standaloneLink}>
              {m.registerLogin()}
            </Link>,
          )}
        </>
      }
    >
      {(errors) => (
        <>
          <TextField
            label={m.commonName()}
            name="name"
            hint={m.registerOtherPlayersSeeLeaderboards()}
            error={errors.name}
            autoComplete="nickname"
            required
          />
          <TextField
            label={m.commonEmail()}
            name="email"
            type="email"
            hint={m.registerWellEmailYouLink()}
            error={errors.email}
            autoComplete="email"
            required
          />
          <PasswordField
            label={m.commonPassword()}
            name="password"
            error={errors.password}
            placeholder={m.registerLeastCharacters({ passwordMin: PASSWORD_MIN })}
            autoComplete="new-password"
            required
          />
          {terms}
        </>
      )}
    </FormScreen>
  );
}
