import { m } from 'messages';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { textIn, useForm } from '#src/bindings/form.ts';
import { Address } from '#src/components/address.tsx';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { TextField } from '#src/components/field.tsx';
import { Form } from '#src/components/form.tsx';
import { slot, withElements } from '#src/components/slots.tsx';
import { Note } from '#src/components/note.tsx';

export interface VerificationPanelProps {
  /** The account that needs verification. */
  readonly email: string;
  /** Whether a mail was just sent to it. */
  readonly sent: boolean;
  readonly resend: SubmissionActor<{ readonly email: string }>;
}

/** Shown after a login with an unverified address: explains what to do, and sends another mail. */
export function VerificationPanel({ email, sent, resend }: VerificationPanelProps) {
  const form = useForm(resend, ['email']);
  return (
    <Card as="section" label={m.loginEmailVerification()} title={m.loginVerifyYourEmail()}>
      <Note>
        <p>
          {withElements(
            sent ? m.loginNewLinkSent({ email: slot(0) }) : m.loginLinkSent({ email: slot(0) }),
            <strong>
              <Address>{email}</Address>
            </strong>,
          )}
        </p>
      </Note>
      <Form
        label={m.loginResendVerificationEmail()}
        busy={form.busy}
        error={form.error}
        success={form.done ? (form.message ?? undefined) : undefined}
        onEdit={(field) => resend.send({ type: 'form.edited', field })}
        onSubmit={(data) =>
          resend.send({ type: 'form.submit', values: { email: textIn(data, 'email') } })
        }
      >
        <TextField
          label={m.loginSendAgain()}
          name="email"
          type="email"
          defaultValue={email}
          error={form.errors.email}
          autoComplete="email"
        />
        <Button type="submit" busy={form.busy} wide>
          {form.busy ? m.loginSending() : m.loginResendButton()}
        </Button>
      </Form>
    </Card>
  );
}
