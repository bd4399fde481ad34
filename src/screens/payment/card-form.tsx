import { m } from 'messages';
import { CardElement, Elements } from '@stripe/react-stripe-js';
import { useEffect, useRef } from 'react';
import type { PaymentTerms } from '#machines/payment/payment.ts';
import { type Payment, useCardStyle } from './hook.ts';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { Form } from '#src/components/form.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import styles from './payment.module.css';

export interface CardFormProps {
  readonly card: Pick<Payment['card'], 'stripe' | 'attach'>;
  readonly terms: PaymentTerms;
  /** Whether the card is being sent, so that all controls are disabled. */
  readonly busy: boolean;
  /** Why the last card was refused; null: it was not. */
  readonly refusal: string | null;
  readonly onPay: () => void;
  readonly onCancel: () => void;
}

/** The provider's card input with our own labels and buttons. */
export function CardForm({ card, terms, busy, refusal, onPay, onCancel }: CardFormProps) {
  const style = useCardStyle();
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal !== null) said.current?.scrollIntoView({ block: 'nearest' });
  }, [refusal]);
  return (
    <Card>
      <Form label={m.paymentCardPayment()} busy={busy} onSubmit={onPay}>
        <fieldset className={styles['card']}>
          <legend>{m.paymentCard()}</legend>
          <Elements stripe={card.stripe()}>
            <CardElement
              className={styles[terms.payments] ?? ''}
              options={{ style, disabled: busy, hidePostalCode: true, disableLink: true }}
              onReady={card.attach}
            />
          </Elements>
        </fieldset>
        <Button type="submit" tone="primary" wide busy={busy}>
          {busy ? m.paymentPaying() : m.paymentPay({ label: terms.entryFee.label })}
        </Button>
        <Button wide disabled={busy} onClick={onCancel}>
          {m.paymentCancelPayment()}
        </Button>
        {/* Below the buttons, so that a refusal moves neither the card nor the buttons. */}
        <Spoken urgent>
          {refusal !== null && (
            <div ref={said}>
              <Note tone="danger">{refusal}</Note>
            </div>
          )}
        </Spoken>
      </Form>
    </Card>
  );
}
