import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of a zip archive, piece by piece. */
export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<string>;
}

const VERSION = 20;
/** UTF-8 names; sizes and checksum follow the data. */
const FLAGS = 0x08_08;
const DEFLATED = 8;
/** 1980-01-01, the first day of the format: the same content gives the same bytes. */
const DATE = 0x21;
/** Larger archives would need another form of the format. */
const MOST_BYTES = 0xff_ff_ff_ff;

/** A zip archive as a stream: one entry after the other, so that nothing is held but the piece under way. */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const path = Buffer.from(name);
    const start = offset;
    const header = localHeader(path);
    yield header;
    offset += header.length;
    const sums = { crc: 0, size: 0, packed: 0 };
    for await (const piece of deflated(content, sums)) {
      sums.packed += piece.length;
      yield piece;
    }
    const descriptor = descriptorOf(sums);
    yield descriptor;
    offset += sums.packed + descriptor.length;
    if (offset > MOST_BYTES || sums.size > MOST_BYTES) throw new Error('The archive is too large.');
    directory.push(Buffer.concat([centralHeader(path, sums, start), path]));
  }
  const central = Buffer.concat(directory);
  yield central;
  yield endOf(directory.length, central.length, offset);
}

interface Sums {
  crc: number;
  /** Bytes before and after packing. */
  size: number;
  packed: number;
}

function deflated(content: AsyncIterable<string>, sums: Sums): AsyncIterable<Buffer> {
  const counted = async function* () {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      sums.crc = crc32(bytes, sums.crc);
      sums.size += bytes.length;
      yield bytes;
    }
  };
  // What goes wrong ends the stream, and whoever reads it is told.
  return pipeline(Readable.from(counted()), createDeflateRaw(), () => {});
}

function localHeader(path: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04_03_4b_50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(path.length, 26);
  return Buffer.concat([header, path]);
}

function descriptorOf({ crc, packed, size }: Sums): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08_07_4b_50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(packed, 8);
  descriptor.writeUInt32LE(size, 12);
  return descriptor;
}

function centralHeader(path: Buffer, { crc, packed, size }: Sums, start: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02_01_4b_50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(DEFLATED, 10);
  header.writeUInt16LE(DATE, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(path.length, 28);
  header.writeUInt32LE(start, 42);
  return header;
}

function endOf(entries: number, length: number, start: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(start, 16);
  return end;
}
