import { m } from 'messages';
import { describe, expect, it } from 'vitest';
import { readMediaFile } from '#server/show/media/file-type.ts';
import { mp3, png } from '#tests/support/media.ts';

/** What only the producer may read in a file. */
const PLACE = 'Golden Gate 37.8N 122.5W';

type Part = string | readonly number[] | Uint8Array;
const bytesOf = (...parts: readonly Part[]): Buffer =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  );
const stored = (bytes: Uint8Array) => {
  const read = readMediaFile(bytes);
  return 'bytes' in read ? Buffer.from(read.bytes) : read;
};
const sizeOf = (bytes: Uint8Array) => {
  const read = readMediaFile(bytes);
  return 'size' in read && read.size;
};

/** Exif data of a camera in this byte order: its name, the place, and the orientation. */
function exif(order: 'II' | 'MM', orientation: number): Buffer {
  const bytes = Buffer.alloc(38);
  const [u16, u32] =
    order === 'II'
      ? [
          (value: number, at: number) => bytes.writeUInt16LE(value, at),
          (value: number, at: number) => bytes.writeUInt32LE(value, at),
        ]
      : [
          (value: number, at: number) => bytes.writeUInt16BE(value, at),
          (value: number, at: number) => bytes.writeUInt32BE(value, at),
        ];
  bytes.write(order, 'latin1');
  u16(42, 2);
  u32(8, 4);
  u16(2, 8);
  for (const [entry, [tag, type, count, value]] of [
    [0x010f, 2, PLACE.length, 38],
    [0x0112, 3, 1, null],
  ].entries()) {
    const at = 10 + entry * 12;
    u16(tag ?? 0, at);
    u16(type ?? 0, at + 2);
    u32(count ?? 0, at + 4);
    if (value === null) u16(orientation, at + 8);
    else u32(value ?? 0, at + 8);
  }
  return bytesOf(bytes, PLACE);
}
/** The same with nothing but the orientation, as it is stored. */
const bare = (orientation: number) =>
  bytesOf(
    'MM',
    [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation],
    Array.from({ length: 6 }, () => 0),
  );

describe('a JPEG', () => {
  const segment = (marker: number, ...content: readonly Part[]) => {
    const bytes = bytesOf(...content);
    return bytesOf([0xff, marker, 0, bytes.length + 2], bytes);
  };
  const start = [0xff, 0xd8] as const;
  const jfif = segment(0xe0, 'JFIF\0', [1, 2, 0, 0, 1, 0, 1, 0, 0]);
  const profile = segment(0xe2, 'ICC_PROFILE\0', [1, 1, 7, 7]);
  const adobe = segment(0xee, 'Adobe', [0, 100, 0, 0, 0, 0, 1]);
  const frame = segment(0xc2, [8, 0x01, 0xe0, 0x02, 0x80, 1, 1, 0x11, 0]);
  const scans = bytesOf(
    segment(0xda, [1]),
    [1, 0xff, 0, 2, 0xff, 0xd0, 3],
    segment(0xc4, [0]),
    segment(0xda, [2]),
    [4, 5],
  );
  const end = [0xff, 0xd9] as const;
  const taken = (camera: Uint8Array) =>
    bytesOf(
      start,
      jfif,
      segment(0xe1, 'Exif\0\0', camera),
      segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', PLACE),
      profile,
      segment(0xe2, 'MPF\0', PLACE),
      segment(0xed, 'Photoshop 3.0\0', PLACE),
      segment(0xfe, PLACE),
      adobe,
      frame,
      scans,
      end,
      PLACE,
      end,
    );

  it('is stored without place, camera, comments and what follows its end [R2.media-metadata]', () => {
    expect(stored(taken(exif('II', 1)))).toEqual(
      bytesOf(start, jfif, profile, adobe, frame, scans, end),
    );
  });

  it.each([
    ['II', 6, { width: 480, height: 640 }],
    ['MM', 3, { width: 640, height: 480 }],
  ] as const)(
    'keeps its orientation alone (%s, %i), and has the size that is seen [R2.media-metadata]',
    (order, orientation, size) => {
      const bytes = taken(exif(order, orientation));
      const only = segment(0xe1, 'Exif\0\0', bare(orientation));
      expect(stored(bytes)).toEqual(bytesOf(start, jfif, only, profile, adobe, frame, scans, end));
      expect(sizeOf(bytes)).toEqual(size);
    },
  );

  it('is refused if it ends in a scan [R2.media-metadata]', () => {
    expect(stored(bytesOf(start, frame, scans))).toEqual({
      problem: m.mediaDamaged(),
    });
  });
});

function pngChunk(type: string, content: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return bytesOf(length, type, content, [0, 0, 0, 0]);
}

describe('a PNG', () => {
  const whole = png(40, 30);
  const [head, rest] = [whole.subarray(0, 33), whole.subarray(33)];
  const texts = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'prVt'].map((type) =>
    pngChunk(type, Buffer.from(PLACE)),
  );
  const profile = pngChunk('iCCP', Buffer.from('sRGB'));

  it('is stored without texts, times, place and what follows its end [R2.media-metadata]', () => {
    const bytes = bytesOf(head, ...texts, profile, pngChunk('eXIf', exif('MM', 1)), rest, PLACE);
    expect(stored(bytes)).toEqual(bytesOf(head, profile, rest));
  });

  it('keeps its orientation alone [R2.media-metadata]', () => {
    const plain = stored(bytesOf(head, pngChunk('eXIf', exif('II', 8)), rest));
    expect(plain).toEqual(bytesOf(head, [0, 0, 0, 26], 'eXIf', bare(8), [134, 88, 48, 52], rest));
  });
});

function webpChunk(type: string, content: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return bytesOf(type, length, content, content.length % 2 === 1 ? [0] : []);
}

describe('a WebP', () => {
  const webp = (flags: number, ...chunks: readonly Uint8Array[]) => {
    const bytes = bytesOf(
      'RIFF',
      [0, 0, 0, 0],
      'WEBP',
      webpChunk('VP8X', Buffer.of(flags, 0, 0, 0, 0x3f, 1, 0, 0xef, 0, 0)),
      ...chunks,
    );
    bytes.writeUInt32LE(bytes.length - 8, 4);
    return bytes;
  };
  const profile = webpChunk('ICCP', Buffer.of(1, 2, 3));
  const pixels = webpChunk('VP8 ', Buffer.of(1, 2, 3, 4));
  const xmp = webpChunk('XMP ', Buffer.from(`${PLACE}!`));

  it('is stored without metadata, and does not announce any [R2.media-metadata]', () => {
    const bytes = webp(0x3c, profile, pixels, webpChunk('EXIF', exif('II', 1)), xmp);
    expect(stored(bytesOf(bytes, PLACE))).toEqual(webp(0x30, profile, pixels));
  });

  it('keeps its orientation alone [R2.media-metadata]', () => {
    const bytes = webp(0x0c, pixels, webpChunk('EXIF', exif('MM', 6)), xmp);
    expect(stored(bytes)).toEqual(webp(0x08, pixels, webpChunk('EXIF', bare(6))));
  });
});

it('a sound is stored without its tags, which may have the title [R2.media-metadata]', () => {
  const tag = bytesOf('ID3\x04\0\0\0\0\0', [PLACE.length], PLACE);
  const old = bytesOf('TAG', PLACE, Buffer.alloc(125 - PLACE.length));
  expect(stored(bytesOf(tag, mp3(), old))).toEqual(mp3());
});
