import { readFileSync } from 'node:fs';
import { type Knowledge, type Meaning, MEANING_KINDS } from './knowledge.ts';

/** The content of a phrase's entry. */
export interface Entry {
  readonly phrase: string;
  readonly flags: number;
  readonly forms: readonly { readonly kind: keyof typeof FORM; readonly word: string }[];
  readonly meanings: readonly Meaning[];
}

/** Bits of `Entry.flags`. */
export const FLAG = { word: 1, givenName: 2, surname: 4 } as const;

/** The prefixes that mark the kind of another form of a phrase. */
export const FORM = { plain: '=', fullName: '@', long: '+' } as const;

export interface Table {
  readonly entries: Iterable<Entry>;
  /**
   * Maps the id of a place to the id of the place that contains it, and the id of a concept to the next wider concept.
   */
  readonly placeOf: ReadonlyMap<number, number>;
}

/*
 * The layout, in 32-bit words of the machine's byte order:
 * - mark, number of slots, number of ids with a place, number of bytes
 * - slots: where an entry begins in the bytes, plus one; 0 if the slot is free. An open hash table.
 * - places, by id: the id of the containing place or the next wider concept, plus one; 0 if unknown.
 * - bytes: entry after entry: length and bytes of the phrase, flags, length and bytes of the other forms (one per line,
 *   with their prefix), number of meanings, four bytes for each meaning.
 */
const MARK = 0x4b4e_5732;
const HEADER = 4;
const MAX_LENGTH = 255;
/** At most four fifths of the slots are used, which keeps lookups short. */
const SLOTS_PER_ENTRY = 1.25;

const RANK_BITS = 3;
const KIND_BITS = 4;
const MAX_RANK = 2 ** RANK_BITS - 1;
const CODE_BITS = 1;
const LOW_BITS = RANK_BITS + KIND_BITS + CODE_BITS;
const MAX_ID = 2 ** (32 - LOW_BITS) - 1;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** UTF-8 takes at most three bytes per UTF-16 unit. */
const scratch = new Uint8Array(3 * MAX_LENGTH);

/** Writes a table; entries whose phrase or forms take more than 255 bytes are left out. */
export function writeTable({ entries, placeOf }: Table): Uint8Array {
  const records: { hash: number; at: number }[] = [];
  const bytes: number[] = [];
  for (const { phrase, flags, forms, meanings } of entries) {
    const key = encoder.encode(phrase);
    const others = encoder.encode(forms.map(({ kind, word }) => FORM[kind] + word).join('\n'));
    if (key.length > MAX_LENGTH || others.length > MAX_LENGTH) continue;
    records.push({ hash: hashOf(key, key.length), at: bytes.length });
    bytes.push(key.length, ...key, flags, others.length, ...others, meanings.length);
    for (const meaning of meanings) {
      const packed = pack(meaning);
      for (const shift of [0, 8, 16, 24]) bytes.push((packed >>> shift) & 0xff);
    }
  }
  const slotCount = 2 ** Math.ceil(Math.log2(Math.max(1, records.length) * SLOTS_PER_ENTRY));
  const slots = new Uint32Array(slotCount);
  for (const { hash, at } of records) {
    let slot = hash & (slotCount - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slotCount - 1);
    slots[slot] = at + 1;
  }
  const places = new Uint32Array(
    Array.from(placeOf.keys()).reduce((most, id) => Math.max(most, id), 0) + 1,
  );
  for (const [id, place] of placeOf) places[id] = place + 1;
  const header = Uint32Array.of(MARK, slotCount, places.length, bytes.length);
  return Buffer.concat([
    ...[header, slots, places].map(({ buffer }) => new Uint8Array(buffer)),
    Uint8Array.from(bytes),
  ]);
}

/**
 * Reads knowledge from a table without copying it.
 * @throws Error if the bytes are not a table of this version
 */
export function readTable(file: Uint8Array): Knowledge {
  // Typed arrays of 32-bit words must start at a multiple of four.
  const aligned = file.byteOffset % 4 === 0 ? file : file.slice();
  const header = aligned.length < 4 * HEADER ? [] : wordsOf(aligned, 0, HEADER);
  const [mark, slotCount = 0, placeCount = 0, byteCount = 0] = header;
  const wholeLength = 4 * (HEADER + slotCount + placeCount) + byteCount;
  if (mark !== MARK || aligned.length !== wholeLength)
    throw new Error('it is not a whole table of this version');
  const slots = wordsOf(aligned, HEADER, slotCount);
  const places = wordsOf(aligned, HEADER + slotCount, placeCount);
  const bytes = aligned.subarray(4 * (HEADER + slotCount + placeCount));

  /** The position of a phrase's flags in the bytes, or -1. */
  const find = (phrase: string): number => {
    if (phrase.length > MAX_LENGTH) return -1;
    const { written } = encoder.encodeInto(phrase, scratch);
    let slot = hashOf(scratch, written) & (slotCount - 1);
    for (;;) {
      const at = (slots[slot] ?? 0) - 1;
      if (at === -1) return -1;
      if (isAt(bytes, at, written)) return at + 1 + written;
      slot = (slot + 1) & (slotCount - 1);
    }
  };
  const has = (flag: number) => (phrase: string) => {
    const at = find(phrase);
    return at !== -1 && ((bytes[at] ?? 0) & flag) !== 0;
  };
  const formsOf = (phrase: string, kind: keyof typeof FORM): string[] => {
    const at = find(phrase);
    const length = at === -1 ? 0 : (bytes[at + 1] ?? 0);
    if (length === 0) return [];
    const lines = decoder.decode(bytes.subarray(at + 2, at + 2 + length)).split('\n');
    return lines.flatMap((line) =>
      line.startsWith(FORM[kind]) ? [line.slice(FORM[kind].length)] : [],
    );
  };
  const above = (id: number): number | null => {
    const place = places[id] ?? 0;
    return place === 0 ? null : place - 1;
  };
  return {
    isWord: has(FLAG.word),
    isGivenName: has(FLAG.givenName),
    isSurname: has(FLAG.surname),
    fullNamesOf: (word) => formsOf(word, 'fullName'),
    longFormsOf: (word) => formsOf(word, 'long'),
    plainForm: (phrase) => formsOf(phrase, 'plain')[0] ?? null,
    meaningsOf: (phrase) => {
      const at = find(phrase);
      if (at === -1) return [];
      const countAt = at + 2 + (bytes[at + 1] ?? 0);
      return Array.from({ length: bytes[countAt] ?? 0 }, (_, index) =>
        unpack(wordAt(bytes, countAt + 1 + 4 * index)),
      );
    },
    placeOf: above,
    widerOf: above,
  };
}

function pack({ id, kind, rank, isCode }: Meaning): number {
  if (id > MAX_ID) throw new Error(`a table of knowledge has no room for id ${id}`);
  const low = (Math.min(rank, MAX_RANK) << KIND_BITS) | MEANING_KINDS.indexOf(kind);
  return (id << LOW_BITS) | (low << CODE_BITS) | (isCode ? 1 : 0);
}

function unpack(packed: number): Meaning {
  const low = packed >>> CODE_BITS;
  return {
    id: packed >>> LOW_BITS,
    kind: MEANING_KINDS[low & (2 ** KIND_BITS - 1)] ?? 'thing',
    rank: (low >>> KIND_BITS) & MAX_RANK,
    isCode: (packed & 1) === 1,
  };
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, length: number): number {
  let hash = 0x811c_9dc5;
  for (let at = 0; at < length; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x0100_0193);
  return hash ^ (hash >>> 15);
}

/** Whether the entry's phrase equals the one in `scratch`. */
function isAt(bytes: Uint8Array, at: number, length: number): boolean {
  if (bytes[at] !== length) return false;
  for (let index = 0; index < length; index += 1) {
    if (bytes[at + 1 + index] !== scratch[index]) return false;
  }
  return true;
}

const wordsOf = (file: Uint8Array, from: number, count: number): Uint32Array =>
  new Uint32Array(file.buffer, file.byteOffset + 4 * from, count);

function wordAt(bytes: Uint8Array, at: number): number {
  const byte = (offset: number) => (bytes[at + offset] ?? 0) << (8 * offset);
  return byte(0) | byte(1) | byte(2) | byte(3);
}

/**
 * Reads knowledge from a table file of the build.
 * @throws Error with a one-line message if the file is missing or of another build
 */
export function readKnowledge(path: string | URL): Knowledge {
  try {
    return readTable(readFileSync(path));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The words and names that grouping knows cannot be read: ${why}. Build again.`,
      {
        cause: error,
      },
    );
  }
}
