import MailCheck from 'lucide-react/icons/mail-check';
import { Link } from 'react-router-dom';
import type { User } from '#machines/contract/entities.ts';
import { CONTACT_SUBJECTS, type ContactValues } from '#machines/forms.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { textIn, useForm } from '#src/bindings/form.ts';
import { useContactForm } from '#src/bindings/forms.ts';
import { useUser } from '#src/bindings/runtime.tsx';
import { Button, linkButton, standaloneLink } from '#src/components/button.tsx';
import { SelectField, TextArea, TextField } from '#src/components/field.tsx';
import { FormCard } from '#src/components/form-card.tsx';
import { Page } from '#src/components/layout.tsx';
import { Result } from '#src/components/result.tsx';

export default function ContactView() {
  return <ContactScreen form={useContactForm()} user={useUser()} />;
}

export interface ContactScreenProps {
  readonly form: SubmissionActor<ContactValues>;
  /** Fills in what is known of whoever is signed in. */
  readonly user: User | null;
}

export function ContactScreen({ form, user }: ContactScreenProps) {
  const { busy, done, message, errors, error } = useForm(form, [
    'name',
    'email',
    'subject',
    'message',
  ]);
  if (done)
    return (
      <Result
        icon={<MailCheck />}
        tone="ok"
        title="Message Sent"
        words={<p>{message}</p>}
        ways={
          <>
            <Link to="/" className={linkButton('primary')}>
              Back to Home
            </Link>
            <Button onClick={() => form.send({ type: 'form.again' })}>Write Another</Button>
          </>
        }
      />
    );
  return (
    <Page title="Contact" lead="A question, a problem, an idea: write to us." width="narrow">
      <FormCard
        label="Contact"
        submit="Send Message"
        submitting="Sending…"
        busy={busy}
        error={error}
        onEdit={(field) => form.send({ type: 'form.edited', field })}
        onSubmit={(data) =>
          form.send({
            type: 'form.submit',
            values: {
              name: textIn(data, 'name'),
              email: textIn(data, 'email'),
              subject: textIn(data, 'subject'),
              message: textIn(data, 'message'),
            },
          })
        }
      >
        <TextField
          label="Name"
          name="name"
          defaultValue={user?.name}
          error={errors.name}
          autoComplete="name"
          required
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          defaultValue={user?.email}
          error={errors.email}
          autoComplete="email"
          required
        />
        <SelectField label="Subject" name="subject" error={errors.subject} defaultValue="" required>
          <option value="" disabled>
            Choose a subject
          </option>
          {Object.entries(CONTACT_SUBJECTS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextArea label="Message" name="message" rows={5} error={errors.message} required />
      </FormCard>
      <p>
        <Link to="/support" className={standaloneLink}>
          Look for an answer in Support first
        </Link>
      </p>
    </Page>
  );
}
