/* Tables of cases: a row ends with ' ; ' or its line, its fields are separated by ' = ', the
   texts of a list by ' / '. */

const split = (table: string): string[] =>
  table
    .split(/ ; |\n/)
    .map((row) => row.trim())
    .filter((row) => row !== '');

/** 'a = b = c' as its fields. */
export const rows = (table: string): string[][] =>
  split(table).map((row) => row.split(/(?:^| )=(?: |$)/).map((field) => field.trim()));

/** 'a / b / c' as one list. */
export const lists = (table: string): [string[]][] => split(table).map((row) => [row.split(' / ')]);

/** 'name = a / b' as a name and a list; '= a / b' without a name. */
export const named = (table: string): [string, string[]][] =>
  split(table).map((row) => {
    const [, name = '', list = ''] = /^(.*?) ?= (.*)$/.exec(row) ?? [];
    return [name, list.split(' / ')];
  });

/** 'a / b' as a list; nothing as an empty one. */
export const listOf = (field: string): string[] => (field === '' ? [] : field.split(' / '));

export const orNull = (field: string): string | null => (field === 'null' ? null : field);
