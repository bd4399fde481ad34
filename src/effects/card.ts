import type { Stripe, StripeCardElement, StripeElementStyle, StripeError } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import { CARD_REFUSED, type PaymentTerms } from '#machines/payment/payment.ts';

/** The provider's card form on this page: its script, the input that is mounted, the intent's secret. */
export interface CardForm {
  /** Fetches the provider's script, or in test mode what stands in for it. What was given up is fetched by a page that is loaded anew. */
  readonly load: (terms: PaymentTerms, signal: AbortSignal) => Promise<Outcome<null>>;
  /** For `<Elements>`; null before it is loaded. */
  readonly stripe: () => Stripe | null;
  /** The input that is ready to be typed in. */
  readonly attach: (input: StripeCardElement) => void;
  /** Keeps the secret of an intent; answers the intent's id. */
  readonly open: (clientSecret: string) => string;
  /** Whether the intent awaits a card, as the provider says. */
  readonly isAwaitingCard: () => Promise<Outcome<boolean>>;
  /**
   * Sends what was typed in, and leads through 3-D Secure. A refusal has the code `CARD_REFUSED` where
   * nothing was taken; any other leaves that open.
   */
  readonly confirm: () => Promise<Outcome<null>>;
}

const AWAITING_CARD = new Set([
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]);

/** `origin`: of our server, which speaks for the provider in test mode. */
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
        // Another page's policy keeps the provider out, and a request that hangs is not made twice in one page.
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
        return refusal(MESSAGES.payment.noForm);
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
      return stripe === null ? refusal(MESSAGES.payment.noForm) : success(null);
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
        : refusal(error.message ?? MESSAGES.payment.unavailable);
    },
    confirm: async () => {
      if (input === null) return refusal(MESSAGES.payment.noForm, { code: CARD_REFUSED });
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

/** The provider says that it took nothing: of the card, of what was typed, or of a refused 3-D Secure. */
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

/** Whether this document was sent for /payment: a page reached by Back may have begun elsewhere. */
function isOfPaymentPage({ performance, location }: Window): boolean {
  const [sent] = performance.getEntriesByType('navigation');
  return sent === undefined || new URL(sent.name, location.href).pathname === location.pathname;
}

/** Our colours, for the provider's frame, which knows none of our properties. */
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
