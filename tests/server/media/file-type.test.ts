import { m } from 'messages';
import { expect, it } from 'vitest';
import { readMediaFile } from '#server/show/media/file-type.ts';
import { jpeg, mp3, png, svg, webp } from '#tests/support/media.ts';

const tagged = (rest: Uint8Array) =>
  Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x01\x02', 'latin1'), Buffer.alloc(130 + 7), rest]);

it.each([
  ['PNG', png(40, 30), 'image/png', { width: 40, height: 30 }],
  ['JPEG', jpeg(), 'image/jpeg', { width: 640, height: 480 }],
  [
    'lossy WebP',
    webp('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xf0, 0x00]),
    'image/webp',
    { width: 320, height: 240 },
  ],
  [
    'lossless WebP',
    webp('VP8L', [0x2f, 0x3f, 0xc1, 0x3b, 0]),
    'image/webp',
    { width: 320, height: 240 },
  ],
  [
    'extended WebP',
    webp('VP8X', [0, 0, 0, 0, 0x3f, 0x01, 0, 0xef, 0, 0]),
    'image/webp',
    { width: 320, height: 240 },
  ],
  ['SVG', svg(), 'image/svg+xml', { width: 1_000, height: 750 }],
  ['MP3', mp3(), 'audio/mpeg', null],
  ['MP3 with tags', tagged(mp3()), 'audio/mpeg', null],
])('%s is recognised by its content, with its size', (_, bytes, type, size) => {
  expect(readMediaFile(bytes)).toMatchObject({ type, size });
});

it.each([
  ['width and height', '<svg width="60px" height="30" viewBox="0 0 1 1"></svg>', [1_000, 500]],
  ['the view box', '<svg width="100%" viewBox="0,0 0.5 1"></svg>', [500, 1_000]],
  ['nothing', '<svg></svg>', null],
])('an SVG has the size of %s', (_, source, size) => {
  expect(readMediaFile(Buffer.from(source))).toMatchObject({
    size: size && { width: size[0], height: size[1] },
  });
});

it('an SVG keeps only what draws', () => {
  const read = readMediaFile(svg('<script>x()</script><path onclick="x()" d="M0 0"/>'));
  expect('bytes' in read && Buffer.from(read.bytes).toString()).toBe(
    svg('<path d="M0 0"/>').toString(),
  );
});

it.each([
  ['text', Buffer.from('hello'), m.mediaUnknownType()],
  ['nothing', Buffer.alloc(0), m.mediaUnknownType()],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0', 'latin1'), m.mediaUnknownType()],
  ['a web page', Buffer.from('<html><script>x()</script></html>'), m.mediaUnknownType()],
  [
    'an SVG with entities',
    Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg></svg>'),
    m.mediaNotPlainSvg(),
  ],
  ['half a PNG', png().subarray(0, 40), m.mediaDamaged()],
  ['the start of a PNG', png().subarray(0, 10), m.mediaDamaged()],
  ['half a JPEG', jpeg().subarray(0, 24), m.mediaDamaged()],
  ['a JPEG without a frame', Buffer.of(0xff, 0xd8, 0xff, 0xe0, 0, 2, 0xff, 0xd9), m.mediaDamaged()],
  ['half a WebP', webp('VP8X', [0, 0, 0, 0, 9, 0, 0, 9, 0, 0]).subarray(0, 29), m.mediaDamaged()],
  ['tags without a sound', tagged(Buffer.alloc(20)), m.mediaDamaged()],
  ['a picture that unpacks to gigabytes', bigPng(), m.mediaTooManyPixels()],
])('%s is refused with the reason', (_, bytes, problem) => {
  expect(readMediaFile(bytes)).toEqual({ problem });
});

function bigPng(): Buffer {
  const bytes = png();
  bytes.writeUInt32BE(8_193, 16);
  return bytes;
}
