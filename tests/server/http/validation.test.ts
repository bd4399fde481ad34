import { expect, it } from 'vitest';
import { z } from 'zod';
import { array, object, string } from 'zod/mini';
import { inLanguage } from '#server/http/language.ts';
import { serializerCompiler, validatorCompiler } from '#server/http/validation.ts';

const schema = z.strictObject({
  name: z.string().max(1_500),
  at: z.int(),
  side: z.enum(['home', 'studio']),
  texts: z.array(z.string()).min(2),
  answer: z.string().refine(() => false, { error: () => 'A text of its own.' }),
  either: z.union([z.string(), z.null()]),
});

it('names each field that is wrong, in the language of the request', () => {
  const validate = validatorCompiler({ schema, method: 'POST', url: '/', httpPart: 'body' });
  const input = {
    name: 'x'.repeat(1_501),
    at: 1.5,
    side: 'left',
    texts: ['one'],
    answer: 'a',
    either: 1,
    more: 1,
  };
  const refused: unknown = inLanguage('de', () => validate(input));
  expect(refused).toMatchObject({
    error: {
      status: 400,
      message: 'name ist zu lang oder zu groß: höchstens 1.500.',
      more: {
        details: [
          { field: 'name', message: 'name ist zu lang oder zu groß: höchstens 1.500.' },
          { field: 'at', message: 'at muss eine ganze Zahl sein.' },
          { field: 'side', message: 'side muss eins davon sein: home und studio.' },
          { field: 'texts', message: 'texts ist zu kurz oder zu klein: mindestens 2.' },
          { field: 'answer', message: 'A text of its own.' },
          { field: 'either', message: 'either ist ungültig.' },
          { field: 'more', message: 'more ist kein Feld dieses Aufrufs.' },
        ],
      },
    },
  });
});

it('writes a row once that the replies to several readers share', () => {
  const write = serializerCompiler({
    schema: array(object({ name: string() })),
    method: 'GET',
    url: '/',
    httpStatus: '200',
  });
  let reads = 0;
  const shared = {
    secret: 1,
    get name() {
      reads += 1;
      return 'Ann';
    },
  };
  expect(write([shared, { name: 'Bo' }])).toBe('[{"name":"Ann"},{"name":"Bo"}]');
  const readOnce = reads;
  expect(write([shared, { name: 'Cy' }])).toBe('[{"name":"Ann"},{"name":"Cy"}]');
  expect(reads).toBe(readOnce);
  expect(() => write([{ name: 1 }])).toThrow(/expected string/);
});
