import { describe, expect, it } from 'vitest';
import { linkSecret } from '#machines/contract/address.ts';
import { emailSchema } from '#machines/contract/entities.ts';

const PLAIN = 'Please use plain letters (a to z) before the @.';
const WRONG = 'Please enter a valid email address';

describe('a mail address', () => {
  it.each([
    [' Ann@Example.ORG ', 'ann@example.org'],
    ['ann＠example.org', 'ann@example.org'],
    ['ＡＮＮ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'ann@example.org'],
    ['ann@例え。テスト', 'ann@xn--r8jz45g.xn--zckzah'],
    ['info@Bücher.example', 'info@xn--bcher-kva.example'],
    ['info@bu\u0308cher.example', 'info@xn--bcher-kva.example'],
    ['info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
    ['info@xn--e1afmkfd.xn--p1ai', 'info@xn--e1afmkfd.xn--p1ai'],
    ['\u202Aann@example.org\u202C', 'ann@example.org'],
    ['an\u200Bn@example.org\uFEFF', 'ann@example.org'],
    ["o'neil+quiz_1.x@sub.example.org", "o'neil+quiz_1.x@sub.example.org"],
  ])('%j is %j', (typed, email) => {
    expect(emailSchema.parse(typed)).toBe(email);
    expect(emailSchema.parse(email)).toBe(email);
  });
  it.each([
    ['jörg@example.org', PLAIN],
    ['用户@example.org', PLAIN],
    ['ann', WRONG],
    ['ann@example', WRONG],
    ['ann@example.org.', WRONG],
    ['ann@bücher.example/x', WRONG],
    ['ann@bücher.example:25', WRONG],
    ['ann@bü%63her.example', WRONG],
    ['ann@@example.org', WRONG],
    ['.ann@example.org', WRONG],
    ['a..nn@example.org', WRONG],
    ['ann@-example.org', WRONG],
    ['ann@example.org\r\nBcc: bob@example.org', WRONG],
    ['', 'Email is required.'],
  ])('%j is refused: %s', (typed, message) => {
    expect(emailSchema.safeParse(typed).error?.issues[0]?.message).toBe(message);
  });
});

it.each(['.', '>', ')', '&amp;', '&gt;', '".', '%3E', '…', ' '])(
  'the secret of a link has no %j at its end',
  (behind) => {
    expect(linkSecret(`aB3-_x9${behind}`)).toBe('aB3-_x9');
  },
);
