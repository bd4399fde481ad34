// @vitest-environment node
import { Manager } from 'socket.io-client';
import { expect, it, vi } from 'vitest';
import { createClock } from '#src/effects/clock.ts';
import { createSocket } from '#src/effects/socket.ts';
import { TIMERS } from '#src/effects/timers.ts';

it('tries websocket, then polling, for 20 s at most, once opened [R7.socket-manual R7.socket-transports R9.socket-timeout]', () => {
  const open = vi.spyOn(Manager.prototype, 'open').mockReturnThis();
  const socket = createSocket({
    origin: 'http://show.example',
    userId: 'u1',
    handshake: () => ({}),
    clock: createClock(),
    actors: { clock: TIMERS, inspect: () => {} },
    emit: () => {},
    log: () => {},
  });
  expect(open).not.toHaveBeenCalled();
  socket.command({ type: 'socket.open' });
  expect(open.mock.contexts).toMatchObject([
    { opts: { transports: ['websocket', 'polling'], tryAllTransports: true, timeout: 20_000 } },
  ]);
  socket.close();
  open.mockRestore();
});
