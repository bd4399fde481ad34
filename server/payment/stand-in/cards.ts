/** What happens to a payment with a card, by the provider's own test card numbers. */
export type CardOutcome = 'accepted' | 'authenticate' | 'lost' | CardError;

/** The error of a declined card, in the provider's format. */
export interface CardError {
  readonly type: 'card_error';
  readonly code: string;
  readonly decline_code?: string;
  readonly message: string;
}

const declined = (decline_code: string, message: string): CardError => ({
  type: 'card_error',
  code: 'card_declined',
  decline_code,
  message,
});

const CARDS: ReadonlyMap<string, CardOutcome> = new Map<string, CardOutcome>([
  ['4242424242424242', 'accepted'],
  ['4000000000000002', declined('generic_decline', 'Your card was declined.')],
  ['4000000000009995', declined('insufficient_funds', 'Your card has insufficient funds.')],
  ['4000002500003155', 'authenticate'],
  ['4000000000000119', 'lost'],
]);

export const NOT_AUTHENTICATED: CardError = {
  type: 'card_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

const wrong = (code: string, message: string): CardError => ({ type: 'card_error', code, message });

export interface Card {
  readonly number: string;
  readonly expMonth: string;
  readonly expYear: string;
  readonly cvc: string;
}

/** Returns the outcome of charging a card. `nowMs`: epoch milliseconds. */
export function chargeCard(card: Card, nowMs: number): CardOutcome {
  const outcome = CARDS.get(card.number.replaceAll(/[\s-]/g, ''));
  if (outcome === undefined) {
    return declined(
      'test_mode_live_card',
      'Your card was declined. This is a test: only the test cards are taken.',
    );
  }
  const month = Number(card.expMonth);
  const year = Number(card.expYear.length === 2 ? `20${card.expYear}` : card.expYear);
  if (!Number.isInteger(month) || month < 1 || month > 12)
    return wrong('invalid_expiry_month', "Your card's expiration month is invalid.");
  // A card is valid until the end of its month.
  if (!Number.isInteger(year) || Date.UTC(year, month, 1) <= nowMs)
    return wrong('invalid_expiry_year', "Your card's expiration year is invalid.");
  if (!/^\d{3,4}$/.test(card.cvc))
    return wrong('incorrect_cvc', "Your card's security code is incorrect.");
  return outcome;
}
