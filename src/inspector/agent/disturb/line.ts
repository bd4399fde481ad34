import type { SocketEvent } from '#machines/connection/connection.ts';
import type { Disturbance } from 'chart-inspector/protocol';
import type { OpenLine, ShowSocket, Timers } from '../../product.ts';
import type { Gate } from './gate.ts';

interface Ports {
  readonly openLine: OpenLine;
  readonly timers: Timers;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  /** As it is when an event comes. */
  readonly disturbance: () => Disturbance['line'];
  readonly gate: Gate;
}
export interface DisturbedLine {
  readonly openLine: OpenLine;
  /** As if the network had gone for a moment; answers whether there was a line. */
  readonly drop: () => boolean;
}

/** Real lines, whose events can be lost, doubled and late, and which can be dropped. */
export function disturbLine(ports: Ports): DisturbedLine {
  const { timers, random, disturbance, gate } = ports;
  const open = new Set<() => void>();

  const openLine: OpenLine = (socket) => {
    const late = new Set<number>();
    let real: ShowSocket;

    const forget = (): void => {
      for (const timer of late) timers.clearTimeout(timer);
      late.clear();
    };
    const begin = (): void => {
      const own = ports.openLine({
        ...socket,
        emit: (fact) => {
          gate.pass(() => {
            if (own === real) disturbed(fact);
          });
        },
      });
      real = own;
    };
    function disturbed(fact: SocketEvent): void {
      // What the show says; that the line itself is up or lost is no event on it.
      if (!fact.type.startsWith('realtime.')) {
        socket.emit(fact);
        return;
      }
      const { lost, doubled, delayMs } = disturbance();
      if (random() < lost) return;
      for (let time = random() < doubled ? 2 : 1; time > 0; time -= 1) {
        if (delayMs === 0) socket.emit(fact);
        else {
          const timer = timers.setTimeout(() => {
            late.delete(timer);
            socket.emit(fact);
          }, delayMs);
          late.add(timer);
        }
      }
    }
    const drop = (): void => {
      forget();
      real.close();
      begin();
      socket.emit({ type: 'socket.lost', reason: 'dropped by the inspector' });
    };
    begin();
    open.add(drop);
    return {
      command: (command) => {
        // What an earlier attempt still had to say is old.
        if (command.type === 'socket.open') forget();
        real.command(command);
      },
      close: () => {
        open.delete(drop);
        forget();
        real.close();
      },
    };
  };
  return {
    openLine,
    drop: () => {
      for (const drop of open) drop();
      return open.size > 0;
    },
  };
}
