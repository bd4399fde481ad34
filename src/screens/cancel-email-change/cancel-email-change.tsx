import MailCheck from 'lucide-react/icons/mail-check';
import { MESSAGES } from '#machines/contract/messages.ts';
import type { CancelEmailChangeValues } from '#machines/account/forms.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { useForm } from '#src/bindings/form.ts';
import { FormScreen } from '#src/bindings/form-screen.tsx';
import { useCancelEmailChangeForm } from '#src/bindings/forms.ts';
import { useCancelEmailChangeLink } from '#src/bindings/mailed-link.ts';
import { InvalidLink } from '#src/components/invalid-link.tsx';

const { notValid, invalidLink } = MESSAGES.cancelEmailChange;

export default function CancelEmailChangeView() {
  return (
    <CancelEmailChangeScreen
      form={useCancelEmailChangeForm()}
      token={useCancelEmailChangeLink().token}
    />
  );
}

export interface CancelEmailChangeScreenProps {
  readonly form: SubmissionActor<CancelEmailChangeValues>;
  /** From the mailed link; empty if the link had none. */
  readonly token: string;
}

/** Nothing happens until the button is pressed, because mail scanners open links. */
export function CancelEmailChangeScreen({ form, token }: CancelEmailChangeScreenProps) {
  const { done, message } = useForm(form, []);
  // Only the server knows whether a link has expired.
  if (!done && (token === '' || message === invalidLink))
    return <InvalidLink title={notValid} reason={invalidLink} way="Choose a New Password" />;
  return (
    <FormScreen
      form={form}
      fields={[]}
      label="Take your account back"
      title="Take Your Account Back"
      lead="Someone entered a new email address for your account. Not you? Keep the address this link was sent to: we'll log out all devices, and you choose a new password."
      submit="This Wasn't Me"
      submitting="One moment…"
      read={() => ({ token })}
      done={{
        icon: <MailCheck />,
        title: MESSAGES.register.done,
        to: '/forgot-password',
        way: 'Request a New Link',
      }}
    >
      {() => <p>Was it you? Then there&apos;s nothing to do here.</p>}
    </FormScreen>
  );
}
