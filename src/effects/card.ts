import { m } from 'messages';
import type { Stripe, StripeCardElement, StripeElementStyle, StripeError } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import { CARD_REFUSED, type PaymentTerms } from '#machines/payment/payment.ts';

/** The provider's card form on this page: its script, the mounted input, the intent's secret. */
export interface CardForm {
  /**
   * Loads the provider's script, or the stand-in in test mode. After a failure, only a reload of the page tries again.
   */
  readonly load: (terms: PaymentTerms, signal: AbortSignal) => Promise<Outcome<null>>;
  /** The provider's object, for `<Elements>`; null until loaded. */
  readonly stripe: () => Stripe | null;
  /** Called with the card input once it is ready. */
  readonly attach: (input: StripeCardElement) => void;
  /** Stores an intent's secret; returns the intent's id. */
  readonly open: (clientSecret: string) => string;
  /** Whether the intent awaits a card, according to the provider. */
  readonly isAwaitingCard: () => Promise<Outcome<boolean>>;
  /**
   * Sends the card and handles 3-D Secure. A refusal has the code `CARD_REFUSED` if no money was taken; with any other
   * code, money may have been taken.
   */
  readonly confirm: () => Promise<Outcome<null>>;
}

const AWAITING_CARD = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]);

/** `origin`: the origin of our server, which acts as the provider in test mode. */
export function createCardForm(tab: Window & typeof globalThis, origin: string): CardForm {
  let stripe: Stripe | null = null;
  let input: StripeCardElement | null = null;
  let secret = '';
  let isHanging = false;

  const ofTestMode = async (key: string): Promise<Stripe | null> => {
    const { createStandIn } = await import('#src/stand-in/stripe.ts');
    const made: unknown = createStandIn(key, origin);
    return isStripe(made) ? made : null;
  };

  return {
    load: async ({ payments, stripePublishableKey: key = '' }, signal) => {
      if (stripe !== null) return success(null);
      if (payments === 'stripe' && (isHanging || !isOfPaymentPage(tab))) {
        // Reload: a document served for another page blocks the provider by its policy, and a request that hangs is not
        // repeated within one document.
        tab.location.reload();
        return new Promise(() => {});
      }
      const giveUp = () => {
        isHanging = true;
      };
      signal.addEventListener('abort', giveUp);
      try {
        stripe = await (payments === 'test' ? ofTestMode(key) : loadStripe(key));
      } catch {
        return refusal(m.paymentNoForm());
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
      return stripe === null ? refusal(m.paymentNoForm()) : success(null);
    },
    stripe: () => stripe,
    attach: (ready) => {
      input = ready;
    },
    open: (clientSecret) => {
      secret = clientSecret;
      return clientSecret.replace(/_secret_.*$/, '');
    },
    isAwaitingCard: async () => {
      const { paymentIntent, error } = await loaded(stripe).retrievePaymentIntent(secret);
      return error === undefined
        ? success(AWAITING_CARD.has(paymentIntent.status))
        : refusal(error.message ?? m.paymentUnavailable());
    },
    confirm: async () => {
      if (input === null) return refusal(m.paymentNoForm(), { code: CARD_REFUSED });
      const { error } = await loaded(stripe).confirmCardPayment(secret, {
        payment_method: { card: input },
      });
      if (error === undefined) return success(null);
      const message = error.message ?? '';
      return refusal(message, { code: isOfTheCard(error) ? CARD_REFUSED : 'unclear' });
    },
  };
}

function loaded(stripe: Stripe | null): Stripe {
  if (stripe === null) throw new Error('the card form is not loaded');
  return stripe;
}

/** Whether no money was taken, as the provider refused the card, the input or 3-D Secure. */
const isOfTheCard = ({ type, payment_intent: intent }: StripeError): boolean =>
  type === 'card_error' ||
  type === 'validation_error' ||
  intent?.status === 'requires_payment_method';

const isStripe = (made: unknown): made is Stripe =>
  typeof made === 'object' &&
  made !== null &&
  'elements' in made &&
  'confirmCardPayment' in made &&
  'retrievePaymentIntent' in made;

/** Whether this document was served for /payment; a page restored by Back may have started elsewhere. */
function isOfPaymentPage({ performance, location }: Window): boolean {
  const [sent] = performance.getEntriesByType('navigation');
  return sent === undefined || new URL(sent.name, location.href).pathname === location.pathname;
}

/** Our colours for the provider's frame, which cannot read our custom properties. */
export function cardStyle({ body, defaultView }: Document): StripeElementStyle {
  const probe = body.appendChild(body.ownerDocument.createElement('span'));
  const colorOf = (property: string): string => {
    probe.style.color = `var(${property})`;
    return defaultView?.getComputedStyle(probe).color ?? '';
  };
  const style = {
    base: {
      color: colorOf('--text'),
      iconColor: colorOf('--muted'),
      fontFamily: 'system-ui, sans-serif',
      fontSize: '16px',
      '::placeholder': { color: colorOf('--muted') },
    },
    invalid: { color: colorOf('--danger'), iconColor: colorOf('--danger') },
  };
  probe.remove();
  return style;
}
