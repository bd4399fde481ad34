import { m } from 'messages';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { JoinRehearsalValues } from '#machines/show/invitation.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { HOME_PATH, linkKeyOf } from '#machines/account/rules/access.ts';
import { FormScreen } from '#src/bindings/form-screen.tsx';
import { useUser } from '#src/bindings/runtime.tsx';
import LoginView from '#src/screens/login/login.tsx';
import { useJoinRehearsal } from './hook.ts';

/** Joins a rehearsal by invitation: at once if signed in, otherwise after a login on this page. */
export default function RehearsalView() {
  const key = linkKeyOf(useLocation().hash) ?? '';
  return useUser() === null ? <LoginView /> : <Joining invitation={key} />;
}

const Joining = ({ invitation }: { readonly invitation: string }) => (
  <RehearsalScreen form={useJoinRehearsal()} invitation={invitation} />
);

export interface RehearsalScreenProps {
  readonly form: SubmissionActor<JoinRehearsalValues>;
  /** The key of the invitation's link, or ''. */
  readonly invitation: string;
}

export function RehearsalScreen({ form, invitation }: RehearsalScreenProps) {
  useEffect(() => {
    if (invitation !== '') form.send({ type: 'form.submit', values: { key: invitation } });
  }, [form, invitation]);
  return (
    <FormScreen
      form={form}
      fields={[]}
      label={m.rehearsalJoinRehearsal()}
      title={m.rehearsalTitle()}
      lead={m.rehearsalProducerTryingOutShow()}
      submit={m.rehearsalJoin()}
      submitting={m.rehearsalJoining()}
      read={() => ({ key: invitation })}
      done={{
        icon: <CircleCheck />,
        title: m.rehearsalYoure(),
        to: HOME_PATH,
        way: m.rehearsalGoQuestions(),
      }}
    >
      {() => null}
    </FormScreen>
  );
}
