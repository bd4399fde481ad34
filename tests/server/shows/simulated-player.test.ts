import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DEFAULT_BRAND } from '#machines/contract/brand.ts';
import { playAlone } from '#server/show/rehearsal/player.ts';
import { question, untimed } from '#tests/support/game.ts';

it('gives up an answer without a reply, and retries at the next event', async () => {
  // Makes the thinking time as short as possible.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const deadlines: AbortController[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const deadline = new AbortController();
    deadlines.push(deadline);
    return deadline.signal;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  let asked = 0;
  const http = createServer(() => {
    asked += 1;
  });
  const io = new Server(http);
  const told = question(1, { home: untimed });
  const release = () =>
    io.emit('question-released', { feed: 'house', version: 1, question: told, serverTime: 0 });
  io.on('connection', release);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  const port = typeof address === 'object' ? address?.port : '';
  const stop = playAlone({
    url: `http://127.0.0.1:${port}`,
    brand: DEFAULT_BRAND,
    token: 'a token',
    name: 'Ada A.',
    audience: 'home',
    accepts: () => true,
  });
  onTestFinished(async () => {
    stop();
    http.closeAllConnections();
    await io.close();
  });
  await expect.poll(() => asked).toBe(1);
  for (const deadline of deadlines) deadline.abort();
  await expect
    .poll(() => {
      release();
      return asked;
    })
    .toBe(2);
});
