import { m } from 'messages';
import { useSelector } from '@xstate/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import MailCheck from 'lucide-react/icons/mail-check';
import MailSearch from 'lucide-react/icons/mail-search';
import type { ReactNode } from 'react';
import {
  type EmailVerificationActor,
  selectEmail,
  selectMessage,
  selectStep,
  type VerificationStep,
} from '#machines/account/email-verification.ts';
import { useEmailVerification } from './hook.ts';
import { textIn } from '#src/bindings/form.ts';
import { useVerificationLink } from '#src/bindings/mailed-link.ts';
import { linkButton, standaloneLink } from '#src/components/button.tsx';
import { TextField } from '#src/components/field.tsx';
import { FormCard } from '#src/components/form-card.tsx';
import { Link } from '#src/components/link.tsx';
import { Result } from '#src/components/result.tsx';

const FACES = {
  verifying: { icon: <MailSearch />, tone: 'plain', title: m.verifyEmailVerifyingYourEmail() },
  verified: { icon: <CircleCheck />, tone: 'ok', title: m.verificationSuccess() },
  failed: { icon: <CircleX />, tone: 'danger', title: m.verifyEmailVerificationFailed() },
  resending: { icon: <CircleX />, tone: 'danger', title: m.verifyEmailVerificationFailed() },
  mailed: { icon: <MailCheck />, tone: 'ok', title: m.registerDone() },
} as const;

export default function VerifyEmailView() {
  return <VerifyEmailScreen actor={useEmailVerification(useVerificationLink())} />;
}

export function VerifyEmailScreen({ actor }: { readonly actor: EmailVerificationActor }) {
  const step = useSelector(actor, selectStep);
  const message = useSelector(actor, selectMessage);
  const email = useSelector(actor, selectEmail);
  const missing = message === m.verificationEmailMissing() ? message : undefined;
  const words = WORDS[step] ?? (missing === undefined ? message : m.verificationFailed());
  // The same element for all steps, so that the heading keeps the focus and changed text is announced.
  return (
    <Result {...FACES[step]} words={<p key={words}>{words}</p>} ways={waysFrom(step, email)}>
      {(step === 'failed' || step === 'resending') && (
        <ResendForm actor={actor} busy={step === 'resending'} missing={missing} />
      )}
    </Result>
  );
}

const WORDS: { readonly [S in VerificationStep]?: string } = {
  verifying: m.verifyEmailOneMomentPlease(),
  verified: m.registerTakingYouLog(),
};

function waysFrom(step: VerificationStep, email: string): ReactNode {
  if (step === 'verifying') return undefined;
  const isVerified = step === 'verified';
  return (
    <>
      {(step === 'failed' || step === 'resending') && (
        <Link to="/register" className={standaloneLink}>
          {m.verifyEmailRegisterAgain()}
        </Link>
      )}
      <Link
        to="/login"
        state={{ email }}
        className={isVerified ? linkButton('primary') : standaloneLink}
      >
        {isVerified ? m.registerGoLoginNow() : m.verifyEmailBackLogin()}
      </Link>
    </>
  );
}

interface ResendFormProps {
  readonly actor: EmailVerificationActor;
  readonly busy: boolean;
  /** Shown if there was no address to send to. */
  readonly missing: string | undefined;
}

function ResendForm({ actor, busy, missing }: ResendFormProps) {
  const email = useSelector(actor, selectEmail);
  return (
    <FormCard
      label={m.verifyEmailResendVerificationEmail()}
      submit={m.verifyEmailResendButton()}
      submitting={m.verifyEmailSending()}
      busy={busy}
      onSubmit={(data) => actor.send({ type: 'verification.resend', email: textIn(data, 'email') })}
    >
      <TextField
        label={m.commonEmail()}
        name="email"
        type="email"
        hint={m.verifyEmailWellEmailYouNew()}
        error={missing}
        defaultValue={email}
        autoComplete="email"
      />
    </FormCard>
  );
}
