import { crc32, deflateSync } from 'node:zlib';
import type { StoredMedia } from '#machines/contract/entities.ts';
import type { Client } from './client.ts';

const bytesOf = (...parts: readonly (string | readonly number[] | Uint8Array)[]): Buffer =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  );

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** A PNG of one colour that browsers draw. */
export function png(width = 4, height = 3, rgb: readonly number[] = [220, 60, 40]): Buffer {
  const chunk = (type: string, data: Uint8Array) => {
    const named = bytesOf(type, data);
    return bytesOf(u32(data.length), named, u32(crc32(named)));
  };
  const row = [0, ...Array.from({ length: width }, () => rgb).flat()];
  const pixels = Buffer.from(Array.from({ length: height }, () => row).flat());
  return bytesOf(
    [0x89],
    'PNG\r\n\x1a\n',
    chunk('IHDR', bytesOf(u32(width), u32(height), [8, 2, 0, 0, 0])),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', new Uint8Array()),
  );
}

/** The headers and the end of a JPEG, 640 x 480. */
export const jpeg = (): Buffer =>
  bytesOf(
    [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0],
    [0xff, 0xc0, 0, 11, 8, 0x01, 0xe0, 0x02, 0x80, 1, 1, 0x11, 0],
    [0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9],
  );

/** The header of a WebP with this first chunk. */
export function webp(type: 'VP8 ' | 'VP8L' | 'VP8X', chunk: readonly number[]): Buffer {
  const file = bytesOf('RIFF', [0, 0, 0, 0], 'WEBP', type, [10, 0, 0, 0], chunk);
  const whole = Buffer.concat([file, Buffer.alloc(Math.max(0, 30 - file.length))]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** Frames of silence as MP3: MPEG 1, layer III, 32 kbit/s, 44.1 kHz, mono. */
export const mp3 = (frames = 8): Buffer =>
  Buffer.concat(
    Array.from({ length: frames }, () => bytesOf([0xff, 0xfb, 0x10, 0xc4], new Uint8Array(100))),
  );

export const svg = (inner = '<rect width="8" height="6"/>'): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 6">${inner}</svg>`);

/** Uploads a file as an admin. */
export const upload = async (
  client: Pick<Client, 'ok'>,
  token: string,
  bytes: Uint8Array = png(),
): Promise<StoredMedia> =>
  (await client.ok('uploadMedia', { token, body: new Uint8Array(bytes) })).media;
