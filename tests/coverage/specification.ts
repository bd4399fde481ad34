/*
 * Reads docs/specification.md, the specification word for word. After each statement an HTML comment names its
 * requirements.
 */
import { createHash } from 'node:crypto';

/** The hash of the text without the comments. A change of the text needs a change here. */
const SHA_256 = '5ff56e13f31084383f756abb33a20a4785583c319e399e68b6b80d7a2f7bcaf7';
/** Begins a comment that says why a statement needs no requirement. */
const NONE = 'none: ';

export interface Statement {
  readonly quote: string;
  /** The requirements of the statement; empty if there is a reason for none. */
  readonly ids: readonly string[];
}

const COMMENT = /<!-- (?<said>.*?) -->/u;

/** The statements of a line with their comments; null: no comment follows. */
const markedIn = (line: string): { quote: string; said: string | null }[] => {
  const parts = line.split(COMMENT);
  const marked = Array.from({ length: Math.ceil(parts.length / 2) }, (_, index) => ({
    quote: parts[index * 2] ?? '',
    said: parts[index * 2 + 1] ?? null,
  }));
  return marked.filter(({ quote }) => quote !== '');
};
const linesIn = (page: string): string[] =>
  page.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

export const statementsIn = (page: string): Statement[] =>
  linesIn(page)
    .flatMap(markedIn)
    .map(({ quote, said }) => ({
      quote: quote.replace(/^- /u, '').trim(),
      ids: said === null || said.startsWith(NONE) ? [] : said.split(' '),
    }));

/** Whether the page without its comments is exactly the specification. */
export const isVerbatim = (page: string): boolean => {
  const text = page.replaceAll(new RegExp(COMMENT.source, 'gu'), '');
  return createHash('sha256').update(text).digest('hex') === SHA_256;
};

/**
 * Splits a line into statements: at ends of sentences, at semicolons and between quoted texts, but never inside quotes
 * or brackets.
 */
export function cut(line: string): string[] {
  const statements: string[] = [];
  let start = 0;
  let depth = 0;
  let isQuoted = false;
  const end = (after: number): void => {
    statements.push(line.slice(start, after));
    start = after;
  };
  for (let at = 0; at < line.length; at += 1) {
    const [before = ' ', character = ' ', after = ' '] = [line[at - 1], line[at], line[at + 1]];
    if (character === "'") {
      if (!isQuoted) isQuoted = !/\w/u.test(before);
      else if (!/\w/u.test(after)) {
        isQuoted = false;
        if (depth === 0 && line.startsWith("', '", at)) end(at + 2);
      }
    } else if (!isQuoted && '([{'.includes(character)) depth += 1;
    else if (!isQuoted && ')]}'.includes(character)) depth -= 1;
    if (isQuoted || depth > 0 || after !== ' ' || line[at + 2] === undefined) continue;
    const isEnd = '.!?'.includes(character) && line.slice(at - 2, at + 1) !== '...';
    const isQuoteEnd = /^[.!?]' [A-Z'/]/u.test(line.slice(at - 1, at + 3));
    if (character === ';' || isEnd || isQuoteEnd) end(at + 1);
  }
  end(line.length);
  return statements;
}

/** Statements without requirements, and requirements that have no statement and are not in `ours`. */
export function uncovered(
  page: string,
  rows: readonly string[],
  ours: readonly string[],
): string[] {
  const marked = linesIn(page).flatMap(markedIn);
  const bare = marked.filter(({ said }) => said === null);
  const wanted = linesIn(page).flatMap((line) =>
    cut(
      markedIn(line)
        .map(({ quote }) => quote)
        .join(''),
    ),
  );
  const quotes = new Set(marked.map(({ quote }) => quote));
  const quoted = new Set(statementsIn(page).flatMap(({ ids }) => ids));
  const known = new Set(rows);
  const own = new Set(ours);
  return [
    ...bare.map(({ quote }) => `${quote}: no row covers this statement`),
    ...wanted
      .filter((quote) => !quotes.has(quote))
      .map((quote) => `${quote}: this statement has no rows of its own`),
    ...[...quoted]
      .filter((id) => !known.has(id))
      .map((id) => `${id}: the specification names no such row`),
    ...rows
      .filter((id) => !quoted.has(id) && !own.has(id))
      .map((id) => `${id}: no statement of the specification has this row, and it is not ours`),
    ...ours
      .filter((id) => quoted.has(id) || !known.has(id))
      .map((id) => `${id}: it is listed as ours, and is a statement's or no row at all`),
  ];
}
