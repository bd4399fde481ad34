import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { z } from 'zod';

/*
 * Texts that people read are in the catalogue (packages/messages): none stands in the code, none is left over, and every
 * language has all of them with the same parameters.
 */

const MESSAGES = 'packages/messages';
/** Folders whose code shows texts to people; what operators, developers and testers read is English. */
const FOLDERS = ['src', 'machines', 'server'];
const NOT_READ = new RegExp(
  `^(?:${[
    'src/(?:inspector|stand-in|polyfills)',
    'machines/(?:show/rules/(?:simulated|labels)|account/rules/common-passwords)',
    // What operators and developers read.
    'server/(?:backup|config|data-dir|development-mode|main|http/metrics)[.]ts',
    'server/(?:db|http/docs|admin/inspector|payment/stand-in)/',
    // Names of parts of files.
    'server/show/media/metadata[.]ts',
    // What a model reads.
    'server/(?:model/model|results/grouping/judge|show/questions/write)[.]ts',
  ].join('|')})`,
  'u',
);
/** Attributes with values for the machine. */
const TECHNICAL =
  /^(?:className|style|type|id|name|href|to|role|d|viewBox|key|[a-z]*[cC]omplete|inputMode|enterKeyHint|tone|kind|accept|rel|target|method|data-.*|aria-(?:live|current|haspopup|controls|labelledby|describedby|hidden|atomic|relevant|sort|orientation|keyshortcuts))$/u;
/** An attribute's value that people read: a capital or several words. */
const WORDS = /^\p{Lu}\p{L}|\p{L} \p{L}/u;
/** Reads as a sentence or a title: a capital, more words, no code. */
const SENTENCE = /^[A-Z][\p{L}'’]*[ ,:][^{}[\]<>=;]*\p{L}{2}/u;
/** A method of a log. */
const LOGS = /^(?:debug|info|warn|error|fatal)$/u;
/** Formats in the language of the machine unless one is named. */
const LOCAL_FORMAT = /^toLocale(?:Date|Time)?String$|^(?:Number|List)Format$/u;
/** Values and foreign texts that read like sentences. */
const VALUES = new Set([
  'On Air',
  'To Home',
  'Unable to preload CSS',
  'Invalid Date',
  'RCPT TO',
  'GET, POST, PUT, DELETE',
  // Parts of keys and queries.
  ' all all',
  ' as origin',
  '%"show id":',
  // Words of the audit, which is English.
  'released for ',
  'Studio timer (s)',
  'Home timer (s)',
]);

const settingsSchema = z.object({ baseLocale: z.string(), locales: z.array(z.string()) });
/** A text, or its forms by number. */
const catalogueSchema = z.record(
  z.string(),
  z.union([
    z.string(),
    z.array(
      z.looseObject({ declarations: z.array(z.string()), match: z.record(z.string(), z.string()) }),
    ),
  ]),
);
type Catalogue = z.infer<typeof catalogueSchema>;

const placeholders = (text: string): string[] =>
  [...text.matchAll(/(?<!\\)\{(\w+)\}/gu)].map(([, name = '']) => name);
const parametersOf = (text: Catalogue[string]): string =>
  [
    ...new Set(
      typeof text === 'string'
        ? placeholders(text)
        : text.flatMap(({ declarations }) =>
            declarations.flatMap((each) => (each.startsWith('input ') ? [each.slice(6)] : [])),
          ),
    ),
  ]
    .toSorted()
    .join(', ');

function literalsIn(path: string, source: string): string[] {
  const exempt: { readonly start: number; readonly end: number }[] = [];
  const found: { readonly start: number; readonly text: string }[] = [];
  const misformatted: { readonly start: number; readonly text: string }[] = [];
  const note = (node: { readonly start: number }, text: string) =>
    found.push({ start: node.start, text });
  new Visitor({
    ImportDeclaration: (node) => void exempt.push(node),
    TaggedTemplateExpression: (node) => void exempt.push(node),
    TSLiteralType: (node) => void exempt.push(node),
    NewExpression: (node) => {
      if (node.callee.type !== 'Identifier' || !node.callee.name.endsWith('Error')) return;
      const [, text] = node.arguments;
      // A refusal is shown to people, unlike other errors.
      if (node.callee.name !== 'ApiError') exempt.push(node);
      else if (text?.type === 'Literal' && typeof text.value === 'string') note(text, text.value);
      else if (text?.type === 'TemplateLiteral') note(text, source.slice(text.start, text.end));
    },
    CallExpression: (node) => {
      const { callee } = node;
      if (
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        LOGS.test(callee.property.name)
      )
        exempt.push(node);
    },
    MemberExpression: ({ property, start }) => {
      if (property.type === 'Identifier' && LOCAL_FORMAT.test(property.name))
        misformatted.push({ start, text: property.name });
    },
    Property: (node) => {
      // The summary of a call is for readers of the API.
      if (node.key.type === 'Identifier' && node.key.name === 'summary') exempt.push(node);
    },
    JSXAttribute: (node) => {
      const name = node.name.type === 'JSXIdentifier' ? node.name.name : '';
      if (TECHNICAL.test(name)) exempt.push(node);
      else if (node.value?.type === 'Literal' && WORDS.test(node.value.value))
        note(node, node.value.value);
    },
    JSXText: (node) => {
      if (/\p{L}{2}/u.test(node.value.replaceAll(/&\w+;/gu, ''))) note(node, node.value.trim());
    },
    Literal: (node) => {
      if (typeof node.value === 'string' && SENTENCE.test(node.value)) note(node, node.value);
    },
    TemplateElement: (node) => {
      const text = node.value.cooked ?? '';
      if (/\p{L}{2,} \p{L}{2,}/u.test(text) && !/[{}[\]<>=;]|^\/|-\w+\(/u.test(text))
        note(node, text);
    },
  }).visit(parseSync(path, source).program);
  const at = (start: number): string => `${path}:${source.slice(0, start).split('\n').length}`;
  return [
    ...found
      .filter(({ start }) => !exempt.some((part) => part.start <= start && start < part.end))
      .filter(({ text }) => !VALUES.has(text))
      .map(({ start, text }) => `${at(start)}: the text '${text}' belongs into ${MESSAGES}`),
    ...misformatted.map(
      ({ start, text }) =>
        `${at(start)}: 'messages/format' formats in the reader's language, not ${text}`,
    ),
  ];
}

/** Returns a message for each text that is in the code, left over, or missing in a language. */
export function texts(root: string): string[] {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const codeIn = (folder: string): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/u.test(name))
      .map((name) => `${folder}/${name}`);
  const { baseLocale, locales } = settingsSchema.parse(
    JSON.parse(read(`${MESSAGES}/project.inlang/settings.json`)),
  );
  const catalogueOf = (language: string) =>
    catalogueSchema.parse(JSON.parse(read(`${MESSAGES}/languages/${language}.json`)));
  const base = catalogueOf(baseLocale);
  const used = new Set(
    [...FOLDERS, 'tests']
      .flatMap(codeIn)
      .concat('index.html')
      .flatMap((path) => [...read(path).matchAll(/\bm\.(\w+)/gu)].map(([, key = '']) => key)),
  );
  return [
    ...FOLDERS.flatMap(codeIn)
      .filter((path) => !NOT_READ.test(path))
      .flatMap((path) => literalsIn(path, read(path))),
    ...Object.keys(base).flatMap((key) =>
      used.has(key) ? [] : [`${key}: nothing uses this text`],
    ),
    ...locales.flatMap((language) => {
      const own = catalogueOf(language);
      return [...new Set([...Object.keys(base), ...Object.keys(own)])].flatMap((key) => {
        const [wanted, there] = [base[key], own[key]];
        if (wanted === undefined || there === undefined)
          return [`${key}: ${language}.json and ${baseLocale}.json do not both have it`];
        return parametersOf(wanted) === parametersOf(there)
          ? []
          : [`${key}: ${language}.json has other parameters than ${baseLocale}.json`];
      });
    }),
  ];
}
