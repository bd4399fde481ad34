/*
 * Converts values of charts to JSON that may leave the browser window: without secrets, of limited size, with names for
 * functions, actors and other values that JSON cannot express.
 */

/** A masked value. */
export type Masked =
  | string
  | number
  | boolean
  | null
  | readonly Masked[]
  | { readonly [key: string]: Masked };

/** Returns a value as JSON without secrets. */
export type Mask = (value: unknown) => Masked;

/** Limits: longer texts and lists are cut, and more deeply nested values are left out. */
export const SHOWN = { characters: 10_000, items: 500, depth: 24 };

/** How to find the secrets of an app. */
export interface Secrets {
  /** Names of the fields whose texts and numbers are hidden. */
  readonly fields: RegExp;
  /**
   * A global pattern of secrets within a text. Each alternative has either two groups (the text before the secret,
   * which is shown, and the secret) or no group, if the whole match is secret.
   */
  readonly texts: RegExp;
}
/** The default secrets: passwords, tokens, keys and card data; signed tokens, also after `Bearer`; keys in URLs. */
export const SECRETS: Secrets = {
  fields:
    /^(?:key|pin|otp|pan|iban|cvc|cvv|confirmation|cookie|authorization)$|password|passwd|token|secret|credential|api_?key|card_?number|card_?code|expiry_?(?:month|year)/iu,
  texts:
    /\beyJ[\w-]+\.[\w-]+\.[\w-]*|([?&#](?:key|token|secret|client_secret)=)(eyJ[\w-]+\.[\w-]+\.[\w-]*|[^&#\s"']+)|(\bBearer )(eyJ[\w-]+\.[\w-]+\.[\w-]*|\S+)/gu,
};
const HIDDEN = /^\(secret \d+\)$/u;

/**
 * Creates a mask. Equal secrets get equal numbers, so that masked values can be compared. An empty text is not masked.
 */
export function createMask({ fields, texts }: Secrets = SECRETS): Mask {
  const numbers = new Map<string, number>();
  // Cached, because contexts are immutable and most of their parts stay the same from event to event.
  const known = new WeakMap<object, Masked>();

  const hidden = (secret: string): string => {
    // Keep a secret that is already masked: a replay masks the values of a trace again.
    if (HIDDEN.test(secret)) return secret;
    const number = numbers.get(secret) ?? numbers.size + 1;
    numbers.set(secret, number);
    return `(secret ${number})`;
  };
  const textOf = (text: string): string => {
    const shown =
      text.length > SHOWN.characters
        ? `${text.slice(0, SHOWN.characters)} (and ${text.length - SHOWN.characters} more characters)`
        : text;
    return shown.replace(texts, (match: string, ...more: readonly unknown[]) => {
      const groups = more.slice(
        0,
        more.findIndex((each) => typeof each === 'number'),
      );
      const [before = '', secret = match] = groups.filter((group) => typeof group === 'string');
      return `${before}${hidden(secret)}`;
    });
  };

  function listOf(list: readonly unknown[], within: readonly object[], isSecret: boolean): Masked {
    const shown = list
      .slice(0, SHOWN.items)
      .map((item) => masked(item, { within, isSecret }) ?? null);
    return list.length > SHOWN.items
      ? [...shown, `(and ${list.length - SHOWN.items} more)`]
      : shown;
  }
  const fieldsOf = (value: object, within: readonly object[], isSecret: boolean): Masked =>
    Object.fromEntries(
      Object.entries(value).flatMap(([key, field]: [string, unknown]) => {
        const shown = masked(field, { key, within, isSecret: isSecret || fields.test(key) });
        return shown === undefined ? [] : [[key, shown]];
      }),
    );

  interface Place {
    /** The key of the field that holds the value. */
    readonly key?: string;
    /** The objects that contain the value, outermost first. */
    readonly within: readonly object[];
    readonly isSecret: boolean;
  }
  /** Masks a value; undefined if the field is to be left out of the JSON. */
  function masked(value: unknown, place: Place): Masked | undefined {
    const { isSecret } = place;
    if (value === undefined || value === null || typeof value === 'boolean') return value;
    if (typeof value === 'string') return isSecret && value !== '' ? hidden(value) : textOf(value);
    if (typeof value === 'number') {
      if (isSecret) return hidden(String(value));
      // Adding 0 turns -0, which JSON cannot express, into 0.
      return Number.isFinite(value) ? value + 0 : `(${value})`;
    }
    // Prefer the key as name, because minification renames functions but not keys.
    if (typeof value === 'function') return { function: place.key ?? (value.name || 'unnamed') };
    if (typeof value === 'object') return objectOf(value, place);
    return typeof value === 'bigint' || typeof value === 'symbol' ? `(${String(value)})` : null;
  }

  function objectOf(value: object, { within, isSecret }: Place): Masked {
    if (isActor(value)) return { actor: value.sessionId };
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
    if (value instanceof Error)
      return {
        error: value.name,
        message: isSecret ? hidden(value.message) : textOf(value.message),
      };
    if (within.includes(value)) return '(itself)';
    if (within.length >= SHOWN.depth) return '(and what is within)';
    const inside = [...within, value];
    if (value instanceof Map) return { entries: listOf([...value], inside, isSecret) };
    if (value instanceof Set) return { items: listOf([...value], inside, isSecret) };
    const before = isSecret ? undefined : known.get(value);
    if (before !== undefined) return before;
    const shown: Masked = Array.isArray(value)
      ? listOf(value, inside, isSecret)
      : fieldsOf(value, inside, isSecret);
    if (!isSecret) known.set(value, shown);
    return shown;
  }

  return (value) => masked(value, { within: [], isSecret: false }) ?? null;
}

const isActor = (value: object): value is { readonly sessionId: string } =>
  'sessionId' in value && typeof value.sessionId === 'string' && 'send' in value;
