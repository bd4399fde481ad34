import { m } from 'messages';
import { afterEach, expect, it, vi } from 'vitest';
import { refusal, success } from '#machines/contract/outcome.ts';
import { CARD_REFUSED, type PaymentTerms } from '#machines/payment/payment.ts';
import { type CardForm, cardStyle, createCardForm } from '#src/effects/card.ts';
import { eventually } from '#tests/support/eventually.ts';

const terms: PaymentTerms = {
  entryFee: { amount: 50, currency: 'usd', label: '$0.50' },
  payments: 'test',
  stripePublishableKey: 'pk_test_standin',
};
const ORIGIN = 'http://show.example';
const SECRET = 'pi_1_secret_2';
const signal = new AbortController().signal;
const intent = (status: string, more: object = {}) => ({
  id: 'pi_1',
  object: 'payment_intent',
  status,
  client_secret: SECRET,
  amount: 50,
  currency: 'usd',
  ...more,
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  for (const script of document.querySelectorAll('script')) script.remove();
});

/** The provider's API, call by call, with the requests it received. */
function provider(...answers: readonly unknown[]) {
  const asked: (readonly [string, Record<string, string>])[] = [];
  const left = [...answers];
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    asked.push([
      address,
      Object.fromEntries(body instanceof URLSearchParams ? body.entries() : []),
    ]);
    const answer = left.shift();
    if (answer === undefined) throw new TypeError('fetch failed');
    return Response.json(answer);
  });
  return asked;
}

/** The card form of test mode, with its input on the page. */
async function form(): Promise<CardForm> {
  const card = createCardForm(window, ORIGIN);
  expect(card.stripe()).toBeNull();
  expect(await card.load(terms, signal)).toEqual(success(null));
  expect(card.open(SECRET)).toBe('pi_1');
  const place = document.body.appendChild(document.createElement('div'));
  const input = card.stripe()?.elements().create('card');
  input?.on('ready', () => card.attach(input));
  input?.mount(place);
  return card;
}
const button = (name: RegExp): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find(({ textContent }) => name.test(textContent));
const values = () => [...document.querySelectorAll('input')].map(({ value }) => value);

it('fills in a test card with a click, and sends it to the provider', async () => {
  const asked = provider(intent('succeeded'));
  const card = await form();
  button(/^4242/)?.click();
  const year = String((new Date().getFullYear() + 1) % 100);
  expect(values()).toEqual(['4242 4242 4242 4242', `12 / ${year}`, '123']);
  expect(await card.confirm()).toEqual(success(null));
  expect(asked).toEqual([
    [
      `${ORIGIN}/v1/payment_intents/pi_1/confirm`,
      {
        key: 'pk_test_standin',
        client_secret: SECRET,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': '4242424242424242',
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': year,
        'payment_method_data[card][cvc]': '123',
      },
    ],
  ]);
});

it('sends no incomplete card, and marks what is missing', async () => {
  const asked = provider();
  const card = await form();
  expect(await card.confirm()).toEqual(
    refusal('Your card number is incomplete.', { code: CARD_REFUSED }),
  );
  const [number] = document.querySelectorAll('input');
  expect(number?.getAttribute('aria-invalid')).toBe('true');
  button(/^4242/)?.click();
  const [, expiry, cvc] = document.querySelectorAll('input');
  if (expiry !== undefined) expiry.value = '13 / 30';
  expect(await card.confirm()).toMatchObject({
    message: "Your card's expiration date is incomplete.",
  });
  if (expiry !== undefined) expiry.value = '12 / 30';
  if (cvc !== undefined) cvc.value = '1';
  expect(await card.confirm()).toMatchObject({
    message: "Your card's security code is incomplete.",
  });
  expect(asked).toEqual([]);
});

it('distinguishes a refused card from an unreadable reply [R4.payment-confirming-declined R4.payment-lost-reply]', async () => {
  const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };
  provider(
    { error },
    { error: { type: 'invalid_request_error', payment_intent: intent('succeeded') } },
    '?',
  );
  const card = await form();
  button(/^4242/)?.click();
  expect(await card.confirm()).toEqual(refusal('Your card was declined.', { code: CARD_REFUSED }));
  for (const message of ['', 'No reply from the provider.', 'No reply from the provider.'])
    expect(await card.confirm()).toEqual(refusal(message, { code: 'unclear' }));
});

it.each([
  ['Approve', 'approved', 'succeeded', success(null)],
  [
    'Refuse',
    'refused',
    'requires_payment_method',
    refusal('We are unable to authenticate your payment method.', { code: CARD_REFUSED }),
  ],
])('leads through 3-D Secure: %s', async (name, outcome, status, result) => {
  const last_payment_error = { message: 'We are unable to authenticate your payment method.' };
  const asked = provider(intent('requires_action'), intent(status, { last_payment_error }));
  const card = await form();
  button(/^4000 0025/)?.click();
  const confirmed = card.confirm();
  await eventually(() => expect(document.querySelector('dialog')?.open).toBe(true));
  button(new RegExp(`^${name}$`))?.click();
  expect(await confirmed).toEqual(result);
  expect(document.querySelector('dialog')).toBeNull();
  expect(asked[1]).toEqual([
    `${ORIGIN}/v1/payment_intents/pi_1/stand_in_authenticate`,
    { key: 'pk_test_standin', client_secret: SECRET, outcome },
  ]);
});

it('refuses an input that is no longer on the page, as the provider does', async () => {
  provider();
  const card = await form();
  const input = card.stripe()?.elements().create('card');
  input?.on('ready', () => card.attach(input));
  input?.mount(document.body);
  input?.destroy();
  await expect(card.confirm()).rejects.toThrow('still mounted');
});

it('sends nothing before the input is ready', async () => {
  const card = createCardForm(window, ORIGIN);
  await card.load(terms, signal);
  expect(await card.confirm()).toEqual(refusal(m.paymentNoForm(), { code: CARD_REFUSED }));
});

it.each([
  ['requires_payment_method', true],
  ['requires_action', true],
  ['processing', false],
  ['succeeded', false],
  ['canceled', false],
])(
  'knows whether an intent that %s awaits a card: %s [R4.payment-reload]',
  async (status, expected) => {
    const asked = provider(intent(status));
    const card = await form();
    expect(await card.isAwaitingCard()).toEqual(success(expected));
    expect(asked[0]?.[0]).toBe(
      `${ORIGIN}/v1/payment_intents/pi_1?key=pk_test_standin&client_secret=${SECRET}`,
    );
  },
);

it('has a reason if it is unknown', async () => {
  provider();
  const card = await form();
  expect(await card.isAwaitingCard()).toEqual(refusal('No reply from the provider.'));
});

const typeIn = (field: HTMLInputElement | undefined, text: string, caret = text.length) => {
  if (field === undefined) return;
  field.value = text;
  field.setSelectionRange(caret, caret);
  field.dispatchEvent(new Event('input'));
};

it('groups the typed digits, and keeps the cursor in place', async () => {
  await form();
  const [number, expiry] = document.querySelectorAll('input');
  typeIn(number, '42424x24242424242');
  typeIn(expiry, '1230');
  expect(values()).toEqual(['4242 4242 4242 4242', '12 / 30', '']);
  typeIn(number, '4242 424 4242 4242', 8);
  expect(values()[0]).toBe('4242 424 4242 4242');
});

it('gives the provider our colours', () => {
  expect(cardStyle(document)).toMatchObject({
    base: { color: expect.any(String), fontSize: '16px' },
    invalid: { color: expect.any(String) },
  });
  expect(document.body.children).toHaveLength(0);
});
