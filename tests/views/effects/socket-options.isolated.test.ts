import { beforeEach, expect, it, vi } from 'vitest';
import { createClock } from '#src/effects/clock.ts';
import { createSocket } from '#src/effects/socket.ts';

const asked = vi.hoisted(() => ({ options: new Array<unknown>(), connects: 0 }));
vi.mock('socket.io-client', () => ({
  io: (_origin: string, options: unknown) => {
    asked.options.push(options);
    return {
      on: () => {},
      onAny: () => {},
      connect: () => {
        asked.connects += 1;
      },
      removeAllListeners: () => {},
      disconnect: () => {},
    };
  },
}));
beforeEach(() => {
  asked.options.length = 0;
  asked.connects = 0;
});

it('is tried over websocket, then polling, for 20 s at most, once it is told to [R7.socket-manual R7.socket-transports R9.socket-timeout]', () => {
  const socket = createSocket({
    origin: 'http://show.example',
    userId: 'u1',
    handshake: () => ({}),
    clock: createClock(),
    say: () => {},
    log: () => {},
  });
  expect(asked).toEqual({ options: [], connects: 0 });
  socket.command({ type: 'socket.open' });
  expect(asked).toMatchObject({
    options: [
      {
        autoConnect: false,
        transports: ['websocket', 'polling'],
        tryAllTransports: true,
        timeout: 20_000,
      },
    ],
    connects: 1,
  });
});
