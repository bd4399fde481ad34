import { element } from './elements.ts';
import styles from './stand-in.module.css';

/** Test card numbers and their effects, which our server implements as the stand-in's API. */
export const TEST_CARDS = [
  { number: '4242424242424242', does: 'is accepted' },
  { number: '4000000000000002', does: 'is declined' },
  { number: '4000000000009995', does: 'has insufficient funds' },
  { number: '4000002500003155', does: 'asks for 3-D Secure' },
  { number: '4000000000000119', does: 'is accepted, and the reply is lost' },
] as const;

const FIELDS = {
  number: {
    label: 'Card number',
    autocomplete: 'cc-number',
    placeholder: '1234 1234 1234 1234',
    code: 'incomplete_number',
    message: 'Your card number is incomplete.',
    isWhole: /^\d{14,19}$/,
    most: 19,
  },
  expiry: {
    label: 'Expiry',
    autocomplete: 'cc-exp',
    placeholder: 'MM / YY',
    code: 'incomplete_expiry',
    message: "Your card's expiration date is incomplete.",
    isWhole: /^(?:0[1-9]|1[0-2])\d{2}$/,
    most: 4,
  },
  cvc: {
    label: 'CVC',
    autocomplete: 'cc-csc',
    placeholder: '123',
    code: 'incomplete_cvc',
    message: "Your card's security code is incomplete.",
    isWhole: /^\d{3,4}$/,
    most: 4,
  },
} as const;
type FieldName = keyof typeof FIELDS;
const NAMES = ['number', 'expiry', 'cvc'] as const satisfies readonly FieldName[];

const inGroups = (digits: string): string => digits.replaceAll(/\d{4}(?=\d)/g, '$& ');
const shown: Readonly<Record<FieldName, (digits: string) => string>> = {
  number: inGroups,
  expiry: (digits) => digits.replace(/^(\d{2})(?=\d)/, '$1 / '),
  cvc: (digits) => digits,
};

type Reading =
  | {
      readonly error: { readonly code: string; readonly message: string };
      readonly fields?: undefined;
    }
  | { readonly error?: undefined; readonly fields: Readonly<Record<string, string>> };

/**
 * A card input of plain fields. It behaves like the provider's input in everything that the provider's React wrapper
 * relies on.
 */
export class CardInput {
  readonly #inputs: Readonly<Record<FieldName, HTMLInputElement>> = {
    number: inputOf('number'),
    expiry: inputOf('expiry'),
    cvc: inputOf('cvc'),
  };
  readonly #cards = TEST_CARDS.map(({ number, does }) => {
    const card = element(
      'button',
      { type: 'button', class: styles['button'] ?? '' },
      element('code', {}, inGroups(number)),
      ` ${does}`,
    );
    card.addEventListener('click', () => this.#fill(number));
    return card;
  });
  readonly #ready = new Set<() => void>();
  #container: HTMLElement | null = null;

  mount(container: HTMLElement): void {
    this.#container = container;
    container.replaceChildren(
      element('div', { class: styles['fields'] ?? '' }, ...NAMES.map((name) => this.#field(name))),
      element(
        'ul',
        { class: styles['cards'] ?? '', 'aria-label': 'Test cards' },
        ...this.#cards.map((card) => element('li', {}, card)),
      ),
    );
    for (const tell of this.#ready) tell();
  }

  /** Also calls listeners that are added after the event, as the provider's own input is ready late. */
  on(event: string, tell: () => void): void {
    if (event !== 'ready') return;
    this.#ready.add(tell);
    if (this.#container !== null) tell();
  }

  off(_event: string, tell: () => void): void {
    this.#ready.delete(tell);
  }

  update({ disabled }: { readonly disabled?: boolean }): void {
    if (disabled === undefined) return;
    for (const control of [...Object.values(this.#inputs), ...this.#cards])
      control.disabled = disabled;
  }

  destroy(): void {
    this.#container?.replaceChildren();
    this.#container = null;
  }

  /** Returns the form fields of the API, or what is missing. @throws if it is not mounted */
  read(): Reading {
    if (this.#container === null)
      throw new Error(
        'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
      );
    const wrong = NAMES.find((name) => !FIELDS[name].isWhole.test(this.#digits(name)));
    for (const name of NAMES)
      this.#inputs[name].setAttribute('aria-invalid', String(name === wrong));
    if (wrong !== undefined) {
      const { code, message } = FIELDS[wrong];
      return { error: { code, message } };
    }
    const expiry = this.#digits('expiry');
    return {
      fields: {
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': this.#digits('number'),
        'payment_method_data[card][exp_month]': expiry.slice(0, 2),
        'payment_method_data[card][exp_year]': expiry.slice(2),
        'payment_method_data[card][cvc]': this.#digits('cvc'),
      },
    };
  }

  #digits(name: FieldName): string {
    return this.#inputs[name].value.replaceAll(/\D/g, '');
  }

  #fill(number: string): void {
    const inAYear = String((new Date().getFullYear() + 1) % 100).padStart(2, '0');
    const values = { number, expiry: `12${inAYear}`, cvc: '123' };
    for (const name of NAMES) {
      this.#inputs[name].value = shown[name](values[name]);
      this.#inputs[name].removeAttribute('aria-invalid');
    }
  }

  #field(name: FieldName): HTMLElement {
    return element('label', { class: styles[name] ?? '' }, FIELDS[name].label, this.#inputs[name]);
  }
}

function inputOf(name: FieldName): HTMLInputElement {
  const { autocomplete, placeholder, most } = FIELDS[name];
  const input = element('input', { autocomplete, placeholder, inputmode: 'numeric' });
  input.addEventListener('input', () => {
    input.removeAttribute('aria-invalid');
    // Not reformatted while the person edits in the middle, as that would move the caret.
    if (input.selectionStart !== input.value.length) return;
    input.value = shown[name](input.value.replaceAll(/\D/g, '').slice(0, most));
  });
  return input;
}
