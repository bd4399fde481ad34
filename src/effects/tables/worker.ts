// Polyfills for this worker; the page's polyfills do not apply here.
import 'core-js/actual/array/at';
import 'core-js/actual/string/at';
import { parseFile } from './parse.ts';
import { readOptionsSchema } from './result.ts';

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const { file, encoding } = readOptionsSchema.parse(data);
  void parseFile(file, encoding, navigator.language).then((result) => postMessage(result));
});
