import { inflateRawSync } from 'node:zlib';

/** The files of an archive as text, by name. */
export function unzip(archive: Buffer): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  let at = archive.readUInt32LE(archive.length - 6);
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [packed, name] = [archive.readUInt32LE(at + 20), archive.readUInt16LE(at + 28)];
    const start = archive.readUInt32LE(at + 42);
    const data = start + 30 + archive.readUInt16LE(start + 26);
    files[archive.toString('utf8', at + 46, at + 46 + name)] = inflateRawSync(
      archive.subarray(data, data + packed),
    ).toString();
    at += 46 + name;
  }
  return files;
}
