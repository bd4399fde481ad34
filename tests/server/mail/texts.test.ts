import { describe, expect, it } from 'vitest';
import { mailTexts, plainName } from '#server/mail/texts.ts';

const APP = 'https://show.example';
const texts = mailTexts({ name: 'The Quiz', slug: 'quiz' }, APP);
const ann = { name: 'Ann', email: 'ann+1@show.example', secret: 'a-secret' };
const link = `${APP}/verify-email?email=ann%2B1%40show.example&hash=a-secret`;

it('reads well', () => {
  expect(texts.verify(ann)).toEqual({
    subject: 'Verify your email address for The Quiz',
    text: `Hello Ann,

Welcome to The Quiz. Please verify your email address with this link:

${link}

The link works for 24 hours. If you did not register, you need not do anything.

The Quiz
${APP}`,
  });
});

describe.each([
  ['verify', texts.verify(ann), link],
  ['verifyAgain', texts.verifyAgain(ann), link],
  ['alreadyRegistered', texts.alreadyRegistered(ann), `${APP}/login`],
  ['reset', texts.reset(ann), `${APP}/reset-password/a-secret`],
  ['passwordChanged', texts.passwordChanged(ann), `${APP}/forgot-password`],
  ['confirmAddress', texts.confirmAddress(ann), link],
  ['addressInUse', texts.addressInUse(), APP],
  ['addressChanging', texts.addressChanging(ann), `${APP}/forgot-password`],
])('%s', (_, { subject, text }, first) => {
  it('begins with the link that matters, and has none but ours', () => {
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
  ['<a href="x">Ann</a>', 'a href=xAnna'],
  ['пример.рф', ''],
])('names %j as %j', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});
