import { crc32 } from 'node:zlib';

/*
 * Removes what a picture or sound says about its making: place, time, device, author, comments, previews, titles. What
 * decides how it looks stays: colour profile, transparency, animation, and of Exif data the orientation alone.
 */

type Part = Uint8Array;

const latin1 = (bytes: Buffer, from: number, to: number): string =>
  bytes.toString('latin1', from, to);

const EXIF = Buffer.from('Exif\0\0', 'latin1');
const ORIENTATION = 0x01_12;

/** Returns the orientation in Exif data, 1 to 8; 1, which is upright, if it says none. */
function orientationIn(tiff: Buffer): number {
  const order = latin1(tiff, 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return 1;
  const u16 = (at: number): number =>
    order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const start = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return 1;
  for (let entry = 0; entry < u16(start); entry += 1) {
    const at = start + 2 + entry * 12;
    if (at + 12 > tiff.length) return 1;
    if (u16(at) !== ORIENTATION) continue;
    const value = u16(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Exif data with nothing but an orientation. */
const exifOf = (orientation: number): Buffer =>
  // The header of a TIFF file, one entry, and no further directory.
  Buffer.from(`4d4d002a0000000800010112000300000001000${orientation}000000000000`, 'hex');

interface Jpeg {
  readonly bytes: Buffer;
  /** Whether the orientation turns the picture, so that its width is shown as its height. */
  readonly isTurned: boolean;
}

/** The segments that decide how a JPEG looks, of those that applications define. */
const JPEG_APPLICATION: Readonly<Record<number, string>> = {
  0xe0: 'JFIF\0',
  0xe2: 'ICC_PROFILE\0',
  0xee: 'Adobe',
};
const SOS = 0xda;
const EOI = 0xd9;

/** Returns a JPEG without metadata and without what follows its end; null: it is damaged. */
export function plainJpeg(bytes: Buffer): Jpeg | null {
  const parts: Part[] = [bytes.subarray(0, 2)];
  let orientation = 1;
  let at = 2;
  while (at + 1 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) {
      parts.push(bytes.subarray(at, at + 2));
      return { bytes: Buffer.concat(parts), isTurned: orientation > 4 };
    }
    if (at + 4 > bytes.length) return null;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return null;
    const content = bytes.subarray(at + 4, end);
    const next = marker === SOS ? endOfScan(bytes, end) : end;
    if (marker === 0xe1 && content.subarray(0, EXIF.length).equals(EXIF)) {
      orientation = orientationIn(content.subarray(EXIF.length));
      if (orientation !== 1) parts.push(exifSegment(orientation));
    } else if (isKeptSegment(marker, content)) parts.push(bytes.subarray(at, next));
    at = next;
  }
  return null;
}

function isKeptSegment(marker: number, content: Buffer): boolean {
  const isApplication = marker >= 0xe0 && marker <= 0xef;
  const isComment = marker === 0xfe;
  if (!isApplication) return !isComment;
  const name = JPEG_APPLICATION[marker];
  return name !== undefined && latin1(content, 0, name.length) === name;
}

function exifSegment(orientation: number): Buffer {
  const content = Buffer.concat([EXIF, exifOf(orientation)]);
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0, content.length + 2]), content]);
}

/** The position of the marker after the data of a scan, in which 0xff is followed by 0 or by a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

const PNG_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs sPLT hIST acTL fcTL fdAT'.split(
    ' ',
  ),
);

/** Returns a PNG without metadata and without what follows its end; null: it is damaged. */
export function plainPng(bytes: Buffer): Buffer | null {
  const parts: Part[] = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length;) {
    const type = latin1(bytes, at + 4, at + 8);
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    const orientation = type === 'eXIf' ? orientationIn(bytes.subarray(at + 8, end - 4)) : 1;
    if (orientation !== 1) parts.push(pngChunk('eXIf', exifOf(orientation)));
    else if (PNG_CHUNKS.has(type)) parts.push(bytes.subarray(at, end));
    if (type === 'IEND') return Buffer.concat(parts);
    at = end;
  }
  return null;
}

function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(content.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

const WEBP_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const WEBP_EXIF_FLAG = 0x08;
const WEBP_XMP_FLAG = 0x04;

/** Returns a WebP without metadata and without what follows its end; null: it is damaged. */
export function plainWebp(bytes: Buffer): Buffer | null {
  const whole = bytes.readUInt32LE(4) + 8;
  if (whole > bytes.length) return null;
  const parts: Buffer[] = [Buffer.from(bytes.subarray(0, 12))];
  let orientation = 1;
  for (let at = 12; at + 8 <= whole;) {
    const type = latin1(bytes, at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    // Chunks have an even length.
    const end = at + 8 + size + (size % 2);
    if (at + 8 + size > whole) return null;
    if (type === 'EXIF') orientation = orientationIn(bytes.subarray(at + 8, at + 8 + size));
    else if (WEBP_CHUNKS.has(type)) parts.push(Buffer.from(bytes.subarray(at, end)));
    at = end;
  }
  if (orientation !== 1) parts.push(webpChunk('EXIF', exifOf(orientation)));
  const plain = Buffer.concat(parts);
  plain.writeUInt32LE(plain.length - 8, 4);
  if (latin1(plain, 12, 16) === 'VP8X') {
    const flags = plain.readUInt8(20) & ~(WEBP_EXIF_FLAG | WEBP_XMP_FLAG);
    plain.writeUInt8(orientation === 1 ? flags : flags | WEBP_EXIF_FLAG, 20);
  }
  return plain;
}

function webpChunk(type: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(type, 'latin1'), size, content]);
}

const ID3_END_BYTES = 128;

/** Returns the frames of an MP3 from this position on, without the old kind of tag at its end. */
export function plainMp3(bytes: Buffer, from: number): Buffer {
  const end = bytes.length - ID3_END_BYTES;
  const isTagged = end > from && latin1(bytes, end, end + 3) === 'TAG';
  return bytes.subarray(from, isTagged ? end : bytes.length);
}
