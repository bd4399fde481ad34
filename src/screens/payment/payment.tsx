import { m } from 'messages';
import { useSelector } from '@xstate/react';
import CreditCard from 'lucide-react/icons/credit-card';
import {
  type PaymentActor,
  type PaymentStep,
  selectHasCard,
  selectMessage,
  selectStep,
  selectTerms,
} from '#machines/payment/payment.ts';
import { selectIsLoading, selectQuestion } from '#machines/answering/questions.ts';
import { usePayment } from './hook.ts';
import { useQuestions } from '#src/bindings/runtime.tsx';
import { useUrlState } from '#src/bindings/url-state.ts';
import { Button, linkButton } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Link } from '#src/components/link.tsx';
import { Note } from '#src/components/note.tsx';
import { Result } from '#src/components/result.tsx';
import { Skeleton } from '#src/components/states.tsx';
import { CardForm, type CardFormProps } from './card-form.tsx';
import styles from './payment.module.css';

const back = (
  <Link to="/" className={linkButton()}>
    {m.paymentBackQuestions()}
  </Link>
);

const UNNAMED = m.paymentYourQuestion();

/** Pays the entry fee of the game session in the URL. */
export default function PaymentView() {
  const [questionId] = useUrlState('question');
  const [gameSessionId] = useUrlState('gameSessionId');
  if (questionId === '' || gameSessionId === '')
    return (
      <Result
        icon={<CreditCard />}
        title={m.paymentPayment()}
        words={<p>{m.paymentMissing()}</p>}
        ways={back}
      />
    );
  return <Payment key={gameSessionId} gameSessionId={gameSessionId} />;
}

function Payment({ gameSessionId }: { readonly gameSessionId: string }) {
  // The title comes from the reader's own questions, as a URL could contain any text.
  const question = useSelector(useQuestions() ?? undefined, (snapshot) =>
    snapshot === undefined || selectIsLoading(snapshot)
      ? null
      : (selectQuestion(snapshot, gameSessionId)?.text ?? UNNAMED),
  );
  return <PaymentScreen question={question} {...usePayment(gameSessionId)} />;
}

export interface PaymentScreenProps {
  /** Null: not known yet. */
  readonly question: string | null;
  readonly actor: PaymentActor;
  readonly card: CardFormProps['card'];
}

/** The message above the form; null: the chart's message, if any. */
const WORDS: Readonly<Record<PaymentStep, string | null>> = {
  preparing: m.paymentOneMomentPlease(),
  off: m.paymentUnavailable(),
  unavailable: null,
  awaitingCard: m.paymentPurpose(),
  confirming: m.paymentPayingWithYourCard(),
  verifying: m.paymentCheckingYourPayment(),
  waiting: m.paymentWeCantReachServer(),
  processing: m.paymentYourPaymentBeingProcessed(),
  declined: m.paymentYouCanTryAgain(),
  paid: m.paymentStatePaid(),
  alreadyPaid: m.paymentAlready(),
  cancelled: m.paymentPaymentCancelled(),
};
const RETRIES: { readonly [S in PaymentStep]?: string } = {
  unavailable: m.commonTryAgain(),
  waiting: m.paymentAskAgainNow(),
  processing: m.paymentAskAgainNow(),
};

/** One frame for all steps, so that the card input stays mounted. */
export function PaymentScreen({ question, actor, card }: PaymentScreenProps) {
  const stage = useSelector(actor, selectStep);
  const message = useSelector(actor, selectMessage);
  const terms = useSelector(actor, selectTerms);
  const hasCard = useSelector(actor, selectHasCard);
  const words = WORDS[stage] ?? message ?? '';
  const fee = terms?.entryFee;
  const retry = RETRIES[stage];
  // All parts appear at the same time, so that neither a long question nor the note pushes the rest down.
  const isBlank = stage === 'preparing' && (question === null || terms === null);
  return (
    <Result
      icon={<CreditCard />}
      title={m.paymentPayment()}
      words={
        <p key={words} className={styles['words']}>
          {words}
        </p>
      }
      ways={
        <>
          {retry !== undefined && (
            <Button tone="primary" onClick={() => actor.send({ type: 'payment.retry' })}>
              {retry}
            </Button>
          )}
          {back}
        </>
      }
    >
      {isBlank ? (
        <div className={styles['formAndCards']}>
          <Skeleton
            label={m.paymentLoadingPayment()}
            shapes={['card', 'field', 'field', 'field']}
          />
        </div>
      ) : (
        <Stack>
          <Card as="section" label={m.paymentYourEntry()} title={question ?? UNNAMED}>
            {fee !== undefined && fee.amount > 0 && (
              <p>{m.paymentEntryFee({ label: fee.label })}</p>
            )}
          </Card>
          {terms?.payments === 'test' && (
            <Note title={m.paymentTestModeNoMoney()}>{m.paymentPayWithOneTest()}</Note>
          )}
          {stage === 'preparing' && (
            <div className={styles[terms?.payments === 'test' ? 'formAndCards' : 'form']}>
              <Skeleton label={m.paymentLoadingCardForm()} shapes={['field', 'field', 'field']} />
            </div>
          )}
          {hasCard && terms !== null && (
            <CardForm
              card={card}
              terms={terms}
              busy={stage !== 'awaitingCard' && stage !== 'declined'}
              refusal={stage === 'declined' ? message : null}
              onPay={() => actor.send({ type: 'payment.submit' })}
              onCancel={() => actor.send({ type: 'payment.cancel' })}
            />
          )}
        </Stack>
      )}
    </Result>
  );
}
