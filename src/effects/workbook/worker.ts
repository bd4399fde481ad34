import { parseWorkbook } from './parse.ts';

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data instanceof Blob) void parseWorkbook(data).then((result) => postMessage(result));
});
