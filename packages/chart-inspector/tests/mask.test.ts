import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import { createMask, SHOWN } from '../src/recorder/mask.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl';

/** A list in a list, so many deep. */
const nested = (levels: number) =>
  Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 1);

describe('a mask', () => {
  it('hides secrets by the names of their fields, however deep', () => {
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

  it('hides everything within a field of secrets', () => {
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
  ])('hides what a field says that is called %s', (name) => {
    expect(createMask()({ [name]: 'abc' })).toEqual({ [name]: '(secret 1)' });
  });

  it.each(['monkey', 'keyboard', 'spin', 'pinned', 'pane', 'companion', 'brand'])(
    'shows what a field says that is called %s',
    (name) => {
      expect(createMask()({ [name]: 'abc' })).toEqual({ [name]: 'abc' });
    },
  );

  it('hides a secret also where it looks like the words for one', () => {
    const mask = createMask();
    expect(mask({ password: ['(secret 12)', 'my (secret 12)', '(secret 12)!'] })).toEqual({
      password: ['(secret 12)', '(secret 1)', '(secret 2)'],
    });
  });

  it('shows what is a secret in one place and none in another', () => {
    const user = { name: 'ann' };
    const hidden = { credentials: { name: '(secret 1)' } };
    const mask = createMask();
    expect(mask({ credentials: user })).toEqual(hidden);
    expect(mask({ user })).toEqual({ user });
    expect(mask({ credentials: user })).toEqual(hidden);
  });

  it('masks once what stays the same', () => {
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

  it('hides what the app keeps to itself', () => {
    const mask = createMask({ fields: /recipe/u, texts: /\bxy-\d+|(\bid=)(\w+)/gu });
    expect(mask({ recipe: 'tea', password: 'plain', text: 'xy-12 and id=34' })).toEqual({
      recipe: '(secret 1)',
      password: 'plain',
      text: '(secret 2) and id=(secret 3)',
    });
  });

  it('leaves what is no secret: nothing, an empty text, yes and no', () => {
    const value = { password: '', token: null, hasToken: true };
    expect(createMask()(value)).toEqual(value);
  });

  it('says one secret by one number, also when it is masked already', () => {
    const mask = createMask();
    expect(mask({ password: 'one' })).toEqual({ password: '(secret 1)' });
    expect(mask({ password: 'two' })).toEqual({ password: '(secret 2)' });
    expect(mask({ token: 'one' })).toEqual({ token: '(secret 1)' });
    expect(createMask()({ password: '(secret 7)' })).toEqual({ password: '(secret 7)' });
  });

  it('names what JSON does not know', () => {
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

  it('takes for an actor what events can be sent to', () => {
    const told = [{ sessionId: 'x:1' }, { sessionId: 7, send: 'letter' }, { send: 'letter' }];
    expect(createMask()(told)).toEqual(told);
  });

  it('has words for what has no name, and no -0', () => {
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

  it('leaves out a field that has no value', () => {
    expect(Object.keys(createMask()({ a: 1, b: undefined }) ?? {})).toEqual(['a']);
  });

  it('leaves out nothing of what is not too long nor too deep', () => {
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

  it('leaves out the rest of what is very long, and says how much', () => {
    const text = 'x'.repeat(SHOWN.characters + 3);
    const list = Array.from({ length: SHOWN.items + 2 }, (_, index) => index);
    const deep = nested(SHOWN.depth + 5);
    expect(createMask()(text)).toBe(`${'x'.repeat(SHOWN.characters)} (and 3 more characters)`);
    expect(createMask()(list)).toEqual([...list.slice(0, SHOWN.items), '(and 2 more)']);
    expect(JSON.stringify(createMask()(deep))).toContain('(and what is within)');
  });

  it('answers JSON as it is, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'small' }), (value) => {
        const shown = createMask()({ value });
        expect(JSON.parse(JSON.stringify(shown))).toEqual(shown);
      }),
    );
  });

  it('never lets a secret through, wherever it stands', () => {
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
