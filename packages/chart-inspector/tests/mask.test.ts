import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { createMask, SHOWN } from '../src/recorder/mask.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl';

/** A list nested to this depth. */
const nested = (levels: number) =>
  Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1);

describe('a mask', () => {
  it('hides secrets by the names of their fields, at any depth', () => {
    const shown = createMask()({
      email: 'ann@example.org',
      password: 'hunter22',
      body: { newPassword: 'hunter33', confirmation: 'hunter33', auth: [{ token: 'abc' }] },
      direction: { key: 'of-the-show', paused: false },
      clientSecret: 'pi_1_x',
      card: { cardNumber: 4_242, cvc: '123', expiryMonth: 12, brand: 'visa' },
    });
    expect(shown).toEqual({
      email: 'ann@example.org',
      password: '(secret 1)',
      body: {
        newPassword: '(secret 2)',
        confirmation: '(secret 2)',
        auth: [{ token: '(secret 3)' }],
      },
      direction: { key: '(secret 4)', paused: false },
      clientSecret: '(secret 5)',
      card: {
        cardNumber: '(secret 6)',
        cvc: '(secret 7)',
        expiryMonth: '(secret 8)',
        brand: 'visa',
      },
    });
  });

  it('hides everything within a secret field', () => {
    expect(createMask()({ credentials: { user: 'ann', tries: [1, 'two'], isNew: true } })).toEqual({
      credentials: { user: '(secret 1)', tries: ['(secret 2)', '(secret 3)'], isNew: true },
    });
  });

  it.each([
    'key',
    'PIN',
    'oldPassword',
    'apiKey',
    'api_key',
    'cardCode',
    'card_code',
    'expiryYear',
    'expiry_month',
    'Authorization',
  ])('hides the value of a field called %s', (name) => {
    expect(createMask()({ [name]: 'abc' })).toEqual({ [name]: '(secret 1)' });
  });

  it.each(['monkey', 'keyboard', 'spin', 'pinned', 'pane', 'companion', 'brand'])(
    'shows the value of a field called %s',
    (name) => {
      expect(createMask()({ [name]: 'abc' })).toEqual({ [name]: 'abc' });
    },
  );

  it('hides a secret even if it looks like a placeholder', () => {
    const mask = createMask();
    expect(mask({ password: ['(secret 12)', 'my (secret 12)', '(secret 12)!'] })).toEqual({
      password: ['(secret 12)', '(secret 1)', '(secret 2)'],
    });
  });

  it('shows a value that is a secret in one place only, elsewhere', () => {
    const user = { name: 'ann' };
    const hidden = { credentials: { name: '(secret 1)' } };
    const mask = createMask();
    expect(mask({ credentials: user })).toEqual(hidden);
    expect(mask({ user })).toEqual({ user });
    expect(mask({ credentials: user })).toEqual(hidden);
  });

  it('masks an unchanged value once', () => {
    const mask = createMask();
    const list = [{ name: 'ann' }];
    expect(mask({ list })).toEqual({ list });
    expect(mask(list)).toBe(mask(list));
  });

  it('hides secrets within texts', () => {
    expect(
      createMask()([
        `refused: ${TOKEN}`,
        'https://show.example.org/gameshow#key=abc-DEF_1',
        '/reset-password?token=t0&lang=en',
        'Authorization: Bearer abc.def',
      ]),
    ).toEqual([
      'refused: (secret 1)',
      'https://show.example.org/gameshow#key=(secret 2)',
      '/reset-password?token=(secret 3)&lang=en',
      'Authorization: Bearer (secret 4)',
    ]);
  });

  it("hides the app's private fields", () => {
    const mask = createMask({ fields: /recipe/u, texts: /\bxy-\d+|(\bid=)(\w+)/gu });
    expect(mask({ recipe: 'tea', password: 'plain', text: 'xy-12 and id=34' })).toEqual({
      recipe: '(secret 1)',
      password: 'plain',
      text: '(secret 2) and id=(secret 3)',
    });
  });

  it('keeps values that cannot be secret: null, empty text, booleans', () => {
    const value = { password: '', token: null, hasToken: true };
    expect(createMask()(value)).toEqual(value);
  });

  it('gives a secret the same number everywhere, even if it is masked already', () => {
    const mask = createMask();
    expect(mask({ password: 'one' })).toEqual({ password: '(secret 1)' });
    expect(mask({ password: 'two' })).toEqual({ password: '(secret 2)' });
    expect(mask({ token: 'one' })).toEqual({ token: '(secret 1)' });
    expect(createMask()({ password: '(secret 7)' })).toEqual({ password: '(secret 7)' });
  });

  it('names values that JSON lacks', () => {
    const round: Record<string, unknown> = { name: 'round' };
    round['self'] = round;
    const actor = createActor(fromCallback(() => {}));
    expect(
      createMask()({
        now: () => 1,
        list: [undefined, Math.random],
        none: undefined,
        actor,
        error: new TypeError(`no ${TOKEN}`),
        round,
        endless: Infinity,
        day: new Date(0),
        big: 10n,
        map: new Map([['a', 1]]),
        set: new Set(['b']),
      }),
    ).toEqual({
      now: { function: 'now' },
      list: [null, { function: 'random' }],
      actor: { actor: actor.sessionId },
      error: { error: 'TypeError', message: 'no (secret 1)' },
      round: { name: 'round', self: '(itself)' },
      endless: '(Infinity)',
      day: '1970-01-01T00:00:00.000Z',
      big: '(10)',
      map: { entries: [['a', 1]] },
      set: { items: ['b'] },
    });
  });

  it('recognises an actor by its ability to receive events', () => {
    const told = [{ sessionId: 'x:1' }, { sessionId: 7, send: 'letter' }, { send: 'letter' }];
    expect(createMask()(told)).toEqual(told);
  });

  it('has words for unnamed values, and no -0', () => {
    const nameless = (
      () => () =>
        1
    )();
    expect(createMask()([nameless, Symbol('a'), -0])).toEqual([
      { function: 'unnamed' },
      '(Symbol(a))',
      0,
    ]);
  });

  it('omits undefined fields', () => {
    expect(Object.keys(createMask()({ a: 1, b: undefined }) ?? {})).toEqual(['a']);
  });

  it('omits nothing within the limits', () => {
    const whole = [
      'x'.repeat(SHOWN.characters),
      Array.from({ length: SHOWN.items }, (_, index) => index),
      nested(SHOWN.depth - 1),
    ];
    expect(createMask()(whole)).toEqual(whole);
    expect(createMask()(nested(SHOWN.depth))).toEqual(nested(SHOWN.depth));
    expect(JSON.stringify(createMask()(nested(SHOWN.depth + 1)))).toBe(
      `${'['.repeat(SHOWN.depth)}"(and what is within)"${']'.repeat(SHOWN.depth)}`,
    );
  });

  it('truncates very long values, and says by how much', () => {
    const text = 'x'.repeat(SHOWN.characters + 3);
    const list = Array.from({ length: SHOWN.items + 2 }, (_, index) => index);
    const deep = nested(SHOWN.depth + 5);
    expect(createMask()(text)).toBe(`${'x'.repeat(SHOWN.characters)} (and 3 more characters)`);
    expect(createMask()(list)).toEqual([...list.slice(0, SHOWN.items), '(and 2 more)']);
    expect(JSON.stringify(createMask()(deep))).toContain('(and what is within)');
  });

  it('returns any JSON value unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'small' }), (value) => {
        const shown = createMask()({ value });
        expect(JSON.parse(JSON.stringify(shown))).toEqual(shown);
      }),
    );
  });

  it('never lets a secret through, at any position', () => {
    const secret = 'S3CRET-of-somebody';
    const within = fc.letrec((tie) => ({
      place: fc.oneof(
        { depthSize: 'small' },
        fc.constant<unknown>({ password: secret }),
        fc.record({ a: tie('place'), b: fc.string() }),
        fc.array(tie('place'), { minLength: 1, maxLength: 3 }),
        fc.record({ token: tie('place') }),
      ),
    })).place;
    fc.assert(
      fc.property(within, (value) => {
        expect(JSON.stringify(createMask()(value))).not.toContain(secret);
      }),
    );
  });
});
