import { m } from 'messages';
import type { MediaType } from '#machines/contract/entities.ts';
import { harmlessSvg } from '#server/logo.ts';
import { plainJpeg, plainMp3, plainPng, plainWebp } from './metadata.ts';

/** Longest side of a picture in pixels; a small file may unpack to gigabytes. */
const MOST_PIXELS = 8_192;

interface Size {
  readonly width: number;
  readonly height: number;
}
/** A picture or sound as it is stored. `size` null: a sound, or an SVG that does not say. */
export interface MediaFile {
  readonly type: MediaType;
  readonly bytes: Uint8Array;
  readonly size: Size | null;
}

/** What to store, or why the file cannot be used, as the producer reads it (`problem`). */
type Read = MediaFile | { readonly problem: string };

/** Reads an uploaded file by its content, as its name and header may be wrong. An SVG is sanitised, and metadata removed. */
export function readMediaFile(uploaded: Uint8Array): Read {
  const bytes = Buffer.from(uploaded.buffer, uploaded.byteOffset, uploaded.byteLength);
  if (startsWith(bytes, PNG)) return picture('image/png', plainPng(bytes), pngSize);
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) {
    const plain = plainJpeg(bytes);
    return picture('image/jpeg', plain && plain.bytes, (of) => turned(jpegSize(of), plain));
  }
  if (bytes.length > 12 && text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP')
    return picture('image/webp', plainWebp(bytes), webpSize);
  const start = text(bytes, 0, 3) === 'ID3' ? afterTag(bytes) : 0;
  if (isMp3Frame(bytes, start))
    return { type: 'audio/mpeg', bytes: plainMp3(bytes, start), size: null };
  return start > 0 ? { problem: m.mediaDamaged() } : svg(bytes);
}

/** The size as it is shown. */
const turned = (size: Size | null, plain: ReturnType<typeof plainJpeg>): Size | null =>
  size !== null && plain?.isTurned === true ? { width: size.height, height: size.width } : size;

/** `bytes` null: the file is damaged. */
function picture(type: MediaType, bytes: Buffer | null, sizeIn: (of: Buffer) => Size | null): Read {
  const size = bytes && sizeIn(bytes);
  if (bytes === null || size === null || size.width === 0 || size.height === 0)
    return { problem: m.mediaDamaged() };
  if (Math.max(size.width, size.height) > MOST_PIXELS) return { problem: m.mediaTooManyPixels() };
  return { type, bytes, size };
}

function svg(bytes: Buffer): Read {
  const source = bytes.toString('utf8').replace(/^\uFEFF/u, '');
  if (!/^\s*<(?:\?xml|!--|!DOCTYPE svg|svg[\s>])/.test(source))
    return { problem: m.mediaUnknownType() };
  const harmless = harmlessSvg(source);
  if (harmless === null) return { problem: m.mediaNotPlainSvg() };
  return { type: 'image/svg+xml', bytes: Buffer.from(harmless), size: svgSize(harmless) };
}

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

const startsWith = (bytes: Buffer, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte);
const text = (bytes: Buffer, from: number, to: number): string =>
  bytes.toString('latin1', from, to);

/** Null: the file does not begin with its header. */
const pngSize = (bytes: Buffer): Size | null =>
  text(bytes, 12, 16) === 'IHDR' && bytes.length >= 24
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null;

/** Returns the size in the frame header of a JPEG; null: there is none. */
function jpegSize(bytes: Buffer): Size | null {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // Frame headers: SOF0 to SOF15, without the tables DHT, JPG and DAC.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** Returns the size in the first chunk of a WebP; null: the chunk is unknown. */
function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30) return null;
  switch (text(bytes, 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

/** Returns the size from the attributes of the root, in pixels or else of its view box; null: neither is given. */
function svgSize(source: string): Size | null {
  const root = /^<svg\s([^>]*)>/.exec(source)?.[1] ?? '';
  const pixels = (name: string): number =>
    Number(new RegExp(`(?:^|\\s)${name}="([\\d.]+)(?:px)?"`).exec(root)?.[1] ?? Number.NaN);
  const [, , wide = Number.NaN, high = Number.NaN] = (
    /(?:^|\s)viewBox="([^"]*)"/.exec(root)?.[1] ?? ''
  )
    .trim()
    .split(/[\s,]+/u)
    .map(Number);
  const [width, height] = [pixels('width'), pixels('height')];
  const size = width > 0 && height > 0 ? { width, height } : { width: wide, height: high };
  if (!(size.width > 0 && size.height > 0)) return null;
  // Only the ratio counts, so that tiny and fractional units are scaled up to whole pixels.
  const scale = 1_000 / Math.max(size.width, size.height);
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  };
}

/** Position after the ID3v2 tag at the start and its padding. */
function afterTag(bytes: Buffer): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, 10);
  let at = 10 + ((a << 21) | (b << 14) | (c << 7) | d);
  while (bytes[at] === 0) at += 1;
  return at;
}

/** Whether a frame header of MPEG audio, layer III, is at this position. */
function isMp3Frame(bytes: Buffer, at: number): boolean {
  const [sync = 0, version = 0, rates = 0] = bytes.subarray(at, at + 3);
  const isLayer3 = sync === 0xff && (version & 0xe6) === 0xe2 && (version & 0x18) !== 0x08;
  const [bitRate, sampleRate] = [rates >> 4, (rates >> 2) & 3];
  return isLayer3 && bitRate !== 0 && bitRate !== 15 && sampleRate !== 3;
}
