import { analyse } from 'chardet';
import { headingsIn } from '#machines/show/rules/question-table.ts';
import { rowsOfFile } from './cells.ts';

/** The Windows code page for an ISO encoding: a superset that Windows spreadsheets write. */
const WINDOWS: Readonly<Record<string, string>> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-2': 'windows-1250',
  'ISO-8859-5': 'windows-1251',
  'ISO-8859-6': 'windows-1256',
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
};

function decode(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    // The platform does not support this encoding, or the bytes are invalid in it.
    return null;
  }
}

export interface DecodedText {
  readonly text: string;
  /** The guessed encoding; null: the bytes leave no doubt. */
  readonly guessedEncoding: string | null;
}

/** Decodes a file. `encoding`: the producer's choice; null: guess it from the bytes. */
export function decodeText(bytes: Uint8Array, encoding: string | null): DecodedText {
  if (encoding !== null)
    return { text: new TextDecoder(encoding).decode(bytes), guessedEncoding: encoding };
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const certain = decode(bytes, isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8');
  if (certain !== null) return { text: certain, guessedEncoding: null };
  const guesses = analyse(bytes).flatMap(({ name }) => {
    const label = (WINDOWS[name] ?? name).toLowerCase();
    const text = decode(bytes, label);
    return text === null ? [] : [{ text, guessedEncoding: label }];
  });
  // A short file is valid in many encodings: prefer the encoding in which known headings appear.
  const headed = guesses.find(({ text }) =>
    rowsOfFile(text.slice(0, 2_000)).some((row) => headingsIn(row) > 0),
  );
  return (
    headed ??
    guesses[0] ?? {
      text: new TextDecoder('windows-1252').decode(bytes),
      guessedEncoding: 'windows-1252',
    }
  );
}
