import { m } from 'messages';
import { useSelector } from '@xstate/react';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import { useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { selectEntryFee } from '#machines/payment/payments.ts';
import { selectLoadMessage } from '#machines/kit/loader.ts';
import { useDelayedRedirect } from './hook.ts';
import { useEntryFee } from '#src/screens/home/entry-fee.hook.ts';
import { linkButton } from '#src/components/button.tsx';
import { Link } from '#src/components/link.tsx';
import { Result } from '#src/components/result.tsx';

/** Normally reached after a payment. A visitor who typed the URL sees instead what the server has recorded. */
export default function SuccessView() {
  useDelayedRedirect('/');
  const [isByAddress] = useState(useNavigationType() === NavigationType.Pop);
  return isByAddress ? <Asked /> : <Paid />;
}

const questions = (
  <Link to="/" className={linkButton('primary')}>
    {m.successGoQuestionsNow()}
  </Link>
);

function Asked() {
  const actor = useEntryFee();
  const fee = useSelector(actor, selectEntryFee);
  const message = useSelector(actor, selectLoadMessage) ?? m.successOneMomentPlease();
  if (fee !== null && fee.paid.length > 0) return <Paid />;
  return (
    <Result
      icon={<CircleHelp />}
      title={m.successPayment()}
      words={<p>{fee === null ? message : m.successWeCouldntFindYour()}</p>}
      ways={questions}
    />
  );
}

function Paid() {
  return (
    <Result
      icon={<CircleCheck />}
      tone="ok"
      title={m.successPaymentSuccessful()}
      words={
        <>
          <p>{m.successThankYouYourEntry()}</p>
          <p>{m.successTakingYouQuestions()}</p>
        </>
      }
      ways={questions}
    />
  );
}
