import { m } from 'messages';
import MailCheck from 'lucide-react/icons/mail-check';
import type { CancelEmailChangeValues } from '#machines/account/forms.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { useForm } from '#src/bindings/form.ts';
import { FormScreen } from '#src/bindings/form-screen.tsx';
import { useCancelEmailChangeForm } from '#src/bindings/forms.ts';
import { useCancelEmailChangeLink } from '#src/bindings/mailed-link.ts';
import { InvalidLink } from '#src/components/invalid-link.tsx';

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
  if (!done && (token === '' || message === m.cancelEmailChangeInvalidLink()))
    return (
      <InvalidLink
        title={m.cancelEmailChangeNotValid()}
        reason={m.cancelEmailChangeInvalidLink()}
        way={m.cancelEmailChangeChooseNewPassword()}
      />
    );
  return (
    <FormScreen
      form={form}
      fields={[]}
      label={m.cancelEmailChangeTakeYourAccountBack()}
      title={m.cancelEmailChangeTitle()}
      lead={m.cancelEmailChangeSomeoneEnteredNewEmail()}
      submit={m.cancelEmailChangeWasntMe()}
      submitting={m.cancelEmailChangeOneMoment()}
      read={() => ({ token })}
      done={{
        icon: <MailCheck />,
        title: m.registerDone(),
        to: '/forgot-password',
        way: m.cancelEmailChangeRequestNewLink(),
      }}
    >
      {() => <p>{m.cancelEmailChangeWasYouThenTheres()}</p>}
    </FormScreen>
  );
}
