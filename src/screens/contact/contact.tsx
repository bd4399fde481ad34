import { m } from 'messages';
import MailCheck from 'lucide-react/icons/mail-check';
import type { User } from '#machines/contract/entities.ts';
import { CONTACT_SUBJECTS, type ContactValues } from '#machines/account/forms.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { FormScreen } from '#src/bindings/form-screen.tsx';
import { useContactForm } from '#src/bindings/forms.ts';
import { useUser } from '#src/bindings/runtime.tsx';
import { standaloneLink } from '#src/components/button.tsx';
import { SelectField, TextArea, TextField } from '#src/components/field.tsx';
import { Link } from '#src/components/link.tsx';

export default function ContactView() {
  return <ContactScreen form={useContactForm()} user={useUser()} />;
}

export interface ContactScreenProps {
  readonly form: SubmissionActor<ContactValues>;
  /** Fills in the signed-in user's data. */
  readonly user: User | null;
}

export function ContactScreen({ form, user }: ContactScreenProps) {
  return (
    <FormScreen
      form={form}
      fields={['name', 'email', 'subject', 'message']}
      label={m.contactContact()}
      title={m.contactContact()}
      lead={m.contactQuestionProblemIdeaWrite()}
      submit={m.contactSendMessage()}
      submitting={m.contactSending()}
      read={(text) => ({
        name: text('name'),
        email: text('email'),
        subject: text('subject'),
        message: text('message'),
      })}
      done={{
        icon: <MailCheck />,
        title: m.contactMessageSent(),
        to: '/',
        way: m.contactBackHome(),
        again: m.contactWriteAnother(),
      }}
      after={
        <Link to="/support" className={standaloneLink}>
          {m.contactCheckOurFaqFirst()}
        </Link>
      }
    >
      {(errors) => (
        <>
          <TextField
            label={m.commonName()}
            name="name"
            defaultValue={user?.name}
            error={errors.name}
            autoComplete="name"
            required
          />
          <TextField
            label={m.commonEmail()}
            name="email"
            type="email"
            defaultValue={user?.email}
            error={errors.email}
            autoComplete="email"
            required
          />
          <SelectField
            label={m.contactSubject()}
            name="subject"
            error={errors.subject}
            defaultValue=""
            required
          >
            <option value="" disabled>
              {m.contactChooseSubject()}
            </option>
            {Object.entries(CONTACT_SUBJECTS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextArea
            label={m.contactMessage()}
            name="message"
            rows={5}
            error={errors.message}
            required
          />
        </>
      )}
    </FormScreen>
  );
}
