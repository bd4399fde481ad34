import { unzipSync } from 'fflate';

/** The files of an archive as text, by name. */
export const unzip = (archive: Uint8Array): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(archive))).map(([name, file]) => [
      name,
      Buffer.from(file).toString(),
    ]),
  );
