import { assert, constantFrom, property, string, array, oneof } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailTexts, plainName } from '#server/mail/texts.ts';

const APP = 'https://show.example';
const texts = mailTexts({ name: 'The Quiz', slug: 'quiz' }, APP);
const ann = { name: 'Ann', isVerified: true, email: 'ann+1@show.example', secret: 'a-secret' };
const link = `${APP}/verify-email?email=ann%2B1%40show.example&hash=a-secret`;

it('has readable texts', () => {
  expect(texts.verify(ann)).toEqual({
    subject: 'Verify your email address for The Quiz',
    text: `Hello,

Welcome to The Quiz. Please verify your email address with this link:

${link}

The link works for 24 hours. If you didn't register, please don't open it: someone else may have used your address.

The Quiz
${APP}`,
  });
});

describe.each([
  ['verify', texts.verify(ann), link],
  ['verifyAgain', texts.verifyAgain(ann), link],
  ['registerAgain', texts.registerAgain(), `${APP}/register`],
  ['alreadyRegistered', texts.alreadyRegistered(ann), `${APP}/login`],
  ['reset', texts.reset(ann), `${APP}/reset-password/a-secret`],
  ['passwordChanged', texts.passwordChanged(ann), `${APP}/forgot-password`],
  ['confirmAddress', texts.confirmAddress(ann), link],
  ['addressInUse', texts.addressInUse(), APP],
  ['addressChanging', texts.addressChanging(ann), `${APP}/cancel-email-change/a-secret`],
  ['takenBack', texts.takenBack(ann), `${APP}/reset-password/a-secret`],
])('%s', (_, { subject, text }, first) => {
  it('begins with its main link, and has only our links', () => {
    const links = text.match(/https?:\/\/\S+/g) ?? [];
    expect(links[0]).toBe(first);
    expect(links.filter((each) => !each.startsWith(APP))).toEqual([]);
  });

  it('is one line of subject and text without markup', () => {
    expect(subject).toMatch(/^[^\r\n<>]{10,80}$/);
    expect(text).not.toMatch(/[<>]/);
  });
});

it.each([
  ['Ann', 'Ann'],
  ['Dr. J. R. Ewing-O’Hara', 'Dr. J. R. Ewing-O’Hara'],
  ['司馬遷', '司馬遷'],
  ['visit https://evil.example/x now', 'visit now'],
  ['evil.example', ''],
  ['go to evil.example/path?x=1 now', 'go to now'],
  ['javascript://x', ''],
  ['www.evil', ''],
  ['mail me@evil.example', 'mail'],
  ['<a href="x">Ann</a>', ''],
  ['пример.рф', ''],
  ['You won! evil.(com', 'You'],
  ['evil.<b>com', ''],
  ['evil.\u200bcom', ''],
  ['evil\u3002com evil\uff0ecom evil\uff61com evil\u2024com', ''],
  ['evil\u202ecom', ''],
  ['\uff45vil.com', ''],
  ['evil. com', 'evil. com'],
  ['http: //evil', ''],
  ['Ann 🎉', 'Ann'],
  ['علی‌رضا', 'علی‌رضا'],
])('writes %j as %j', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

/** Everything that any mail program might turn into a link. */
const linkLike = (text: string): string | undefined =>
  /[\p{L}\p{N}\p{M}_-][.\u3002\uff0e\uff61\u2024\u00b7\u2027][\p{L}\p{N}_-]|@|\/\/|www\.\S/iu.exec(
    text.replaceAll(/[\p{Cf}<>()[\]{}"“”]/gu, '').normalize('NFKC'),
  )?.[0];

const EVERY_PLACE: readonly ((name: string) => string)[] = [
  (name) => texts.alreadyRegistered({ name, isVerified: true }).text,
  (name) => texts.reset({ ...ann, name }).text,
  (name) => texts.takenBack({ ...ann, name }).text,
  (name) => texts.passwordChanged({ name, isVerified: true }).text,
  (name) => texts.addressChanging({ ...ann, name }).text,
];
const withoutOurs = (text: string): string => text.replaceAll(/https:\/\/show\.example\S*/g, '');

it.each(['evil.(com', 'evil.com', 'a@b', 'www.x', 'x://y', 'evil\u3002com', 'e\u200b.com'])(
  'finds the link in %j',
  (text) => {
    expect(linkLike(`Hello ${text},`)).toBeDefined();
  },
);

it('has no link from a name, whatever the name', () => {
  const piece = oneof(
    constantFrom('.', '(', ')', '[', ']', '<', '>', '"', '\\', '/', ':', '//', '@', ' ', ',', '-'),
    constantFrom('evil', 'com', 'www', 'http', 'a', 'é', 'é', '司', '1', '\u0323', '\u0344'),
    constantFrom('\u200b', '\u200c', '\u200d', '\u00ad', '\u2060', '\ufeff', '\u202e', '\u3000'),
    constantFrom('\u3002', '\uff0e', '\uff61', '\u2024', '\uff20', '\uff0f', '\u2488', '\u33c2'),
    string({ unit: 'binary', maxLength: 3 }),
  );
  assert(
    property(array(piece, { maxLength: 40 }), (pieces) => {
      const name = pieces.join('');
      const all = EVERY_PLACE.map((write) => withoutOurs(write(name))).join('\n');
      expect(linkLike(all)).toBeUndefined();
    }),
    { numRuns: 1_000 },
  );
});

it('uses no name if the address is not verified', () => {
  const stranger = { ...ann, isVerified: false };
  expect(texts.reset(stranger).text).toMatch(/^Hello,\n/);
  expect(texts.passwordChanged(stranger).text).toMatch(/^Hello,\n/);
});

it.each(['\u0f77', '\u0344', '\ufdfa', 'a\u0315\u0323', '.', '(', 'a.', '-', ' .', "'"])(
  'handles a name of many %j in linear time',
  (unit) => {
    // In quadratic time this takes many minutes.
    expect(plainName(unit.repeat(500_000))).toEqual(expect.any(String));
  },
);
