import type { Disturbance } from '../../protocol.ts';
import type { Gate } from './gate.ts';
import type { Timers } from './time.ts';

/** A connection to the server, as the app opens it. */
export interface Line<Command> {
  readonly command: (command: Command) => void;
  readonly close: () => void;
}
export interface LinePorts<Fact> {
  readonly emit: (fact: Fact) => void;
}
export type OpenLine<Fact, Ports extends LinePorts<Fact>, Command> = (
  ports: Ports,
) => Line<Command>;

/** What the inspector must know of an app's line. */
export interface LineKind<Fact, Ports extends LinePorts<Fact>, Command> {
  readonly open: OpenLine<Fact, Ports, Command>;
  /** Whether a fact is a message of the server; facts about the line itself are never disturbed. */
  readonly isMessage: (fact: Fact) => boolean;
  /** Whether a command starts another attempt to connect. */
  readonly isAttempt: (command: Command) => boolean;
  /** The fact by which the line says that it was lost. */
  readonly lost: (reason: string) => Fact;
}
interface Surroundings {
  readonly timers: Timers;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
  /** The faults at the time of a message. */
  readonly disturbance: () => Disturbance['line'];
  readonly gate: Gate;
}

/** Wraps an app's lines: messages can be lost, doubled and late, and lines can be dropped. */
export function disturbLine<Fact, Ports extends LinePorts<Fact>, Command>(
  kind: LineKind<Fact, Ports, Command>,
  { timers, random, disturbance, gate }: Surroundings,
) {
  const open = new Set<() => void>();

  const openLine: OpenLine<Fact, Ports, Command> = (ports) => {
    const late = new Set<number>();
    let real: Line<Command>;

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
        // Late messages of an earlier attempt are stale.
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
    openLine,
    /** Drops every line as if the network had gone for a moment; returns whether there was one. */
    drop: (): boolean => {
      for (const drop of open) drop();
      return open.size > 0;
    },
  };
}
