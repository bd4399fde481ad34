import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { ZipInputFile } from 'fflate';

/** A file of a ZIP archive; its content comes in pieces. */
export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<string | Uint8Array>;
}

const DEFLATED = 8;
/**
 * The file date, which is the earliest that the format allows; fixed, so that the same content gives the same bytes.
 */
const DATE = new Date(1980, 0, 1);
/** Maximum size of an archive, bytes; larger archives need ZIP64, which fflate does not write. */
const MOST_BYTES = 0xff_ff_ff_ff;
const NO_BYTES = new Uint8Array();

/**
 * Streams a ZIP archive, one entry after the other, so that only the current piece is in memory. fflate writes the
 * format; Node's zlib compresses off the event loop.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  // Loaded at the first export, because loading takes 20 ms.
  const { Zip } = await import('fflate');
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  const archive = new Zip((error, piece) => {
    if (error !== null) throw error;
    pieces.push(piece);
    bytes += piece.length;
  });
  for await (const { name, content } of entries) {
    const file: ZipInputFile = {
      filename: name,
      compression: DEFLATED,
      mtime: DATE,
      crc: 0,
      size: 0,
    };
    archive.add(file);
    for await (const piece of deflated(content, file)) {
      file.ondata?.(null, piece, false);
      yield* pieces.splice(0);
    }
    file.ondata?.(null, NO_BYTES, true);
    if (Math.max(bytes, file.size) > MOST_BYTES) throw new Error('The archive is too large.');
  }
  archive.end();
  yield* pieces;
}

/** Compresses the content, and adds its size and checksum to `file`. */
function deflated(
  content: AsyncIterable<string | Uint8Array>,
  file: ZipInputFile,
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  const counted = async function* () {
    for await (const piece of content) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      file.crc = crc32(bytes, file.crc);
      file.size += bytes.length;
      yield bytes;
    }
  };
  // If the content fails, the pipeline destroys this stream and so passes the error to its reader.
  return pipeline(Readable.from(counted()), createDeflateRaw(), () => {});
}
