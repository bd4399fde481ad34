import type { Disturbance } from '../../protocol.ts';
import type { Gate } from './gate.ts';
import type { Timers } from './time.ts';

/** A connection to the server, as the app opens it. */
export interface Connection<Command> {
  readonly command: (command: Command) => void;
  readonly close: () => void;
}
export interface ConnectionPorts<Fact> {
  readonly emit: (fact: Fact) => void;
}
export type OpenConnection<Fact, Ports extends ConnectionPorts<Fact>, Command> = (
  ports: Ports,
) => Connection<Command>;

/** What the inspector needs to know about an app's connection. */
export interface ConnectionKind<Fact, Ports extends ConnectionPorts<Fact>, Command> {
  readonly open: OpenConnection<Fact, Ports, Command>;
  /**
   * Whether a fact is a message from the server. Only messages are disturbed, not facts about the connection itself.
   */
  readonly isMessage: (fact: Fact) => boolean;
  /** Whether a command starts another attempt to connect. */
  readonly isAttempt: (command: Command) => boolean;
  /** Creates the fact that reports a lost connection. */
  readonly lost: (reason: string) => Fact;
}
interface Surroundings {
  readonly timers: Timers;
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
  /** Returns the faults that apply at the time of a message. */
  readonly disturbance: () => Disturbance['line'];
  readonly gate: Gate;
}

/** Wraps an app's connections so that messages can be lost, doubled or delayed, and connections dropped. */
export function disturbConnection<Fact, Ports extends ConnectionPorts<Fact>, Command>(
  kind: ConnectionKind<Fact, Ports, Command>,
  { timers, random, disturbance, gate }: Surroundings,
) {
  const open = new Set<() => void>();

  const openConnection: OpenConnection<Fact, Ports, Command> = (ports) => {
    const late = new Set<number>();
    let real: Connection<Command>;

    const forget = (): void => {
      for (const timer of late) timers.clearTimeout(timer);
      late.clear();
    };
    const begin = (): void => {
      const own = kind.open({
        ...ports,
        emit: (fact: Fact) => {
          gate.pass(() => {
            if (own === real) disturb(fact);
          });
        },
      });
      real = own;
    };
    function disturb(fact: Fact): void {
      if (!kind.isMessage(fact)) {
        ports.emit(fact);
        return;
      }
      const { lost, doubled, delayMs } = disturbance();
      if (random() < lost) return;
      for (let time = random() < doubled ? 2 : 1; time > 0; time -= 1) {
        if (delayMs === 0) ports.emit(fact);
        else {
          const timer = timers.setTimeout(() => {
            late.delete(timer);
            ports.emit(fact);
          }, delayMs);
          late.add(timer);
        }
      }
    }
    const drop = (): void => {
      forget();
      real.close();
      begin();
      ports.emit(kind.lost('dropped by the inspector'));
    };
    begin();
    open.add(drop);
    return {
      command: (command) => {
        // Discard delayed messages of an earlier attempt to connect, as they are stale.
        if (kind.isAttempt(command)) forget();
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
    openConnection,
    /** Drops every connection, as a brief network failure would. Returns whether there was a connection. */
    drop: (): boolean => {
      for (const drop of open) drop();
      return open.size > 0;
    },
  };
}
