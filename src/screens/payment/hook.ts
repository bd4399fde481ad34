import type { StripeElementStyle } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import type { PaymentActor } from '#machines/payment/payment.ts';
import { type CardForm, cardStyle, createCardForm } from '#src/effects/card.ts';
import { providePayment } from './ports.ts';
import { useRuntime } from '#src/bindings/runtime.tsx';
import { useScreen } from '#src/bindings/screen.ts';

export interface Payment {
  readonly actor: PaymentActor;
  /** The provider's card form, which the chart's effects use. */
  readonly card: CardForm;
}

/** Pays the entry fee of a game session. */
export function usePayment(gameSessionId: string): Payment {
  const { origin } = useRuntime();
  const [card] = useState(() => createCardForm(window, origin));
  const actor = useScreen(
    (runtime) => providePayment(runtime, card),
    { gameSessionId },
    (emitted) => (emitted.type === 'connection.restored' ? emitted : null),
  );
  return { actor, card };
}

/** Our colours for the provider's input, in the current theme. */
export function useCardStyle(): StripeElementStyle {
  const [style, setStyle] = useState(() => cardStyle(document));
  useEffect(() => {
    const theme = matchMedia('(prefers-color-scheme: dark)');
    const follow = () => setStyle(cardStyle(document));
    theme.addEventListener('change', follow);
    return () => theme.removeEventListener('change', follow);
  }, []);
  return style;
}
