import { type Agent, type AgentEffects } from 'chart-inspector/agent/agent';
import { bootAgent, type BootPorts } from 'chart-inspector/agent/boot';
import { SECRETS } from '#machines/admin/inspection.ts';
import type { SocketCommand, SocketEvent } from '#machines/connection/connection.ts';
import { calls } from '#machines/contract/calls.ts';
import type { OpenConnection } from '#src/effects/socket-connection.ts';
import type { SocketPorts } from '#src/effects/socket.ts';
import { callAt } from './calls.ts';
import { serverTransport } from './transport.ts';

export type ShowAgent = Agent<SocketEvent, SocketPorts, SocketCommand>;
export type ShowAgentEffects = AgentEffects<SocketEvent, SocketPorts, SocketCommand>;

/** Time limit for the server's reply whether its windows may be inspected, ms. */
const CONFIG_TIMEOUT_MS = 5_000;

/** Modules that the page passes in: importing them here would split them from the first bundle. */
export interface ShowAgentPorts extends Pick<
  BootPorts<SocketEvent, SocketPorts, SocketCommand>,
  'tab' | 'codeKey' | 'timers' | 'assign' | 'log'
> {
  /** The server's origin. */
  readonly origin: string;
  /** The bearer token; null while signed out. */
  readonly token: () => string | null;
  readonly openConnection: OpenConnection;
}

/** Creates the agent of an inspected window; null: the window cannot be inspected. */
export const bootShowAgent = ({
  origin,
  token,
  openConnection,
  ...ports
}: ShowAgentPorts): Promise<ShowAgent | null> =>
  bootAgent({
    ...ports,
    isInspector: (path) => /^\/inspect(?:\/|$)/u.test(path),
    mayInspect: () => mayInspect(origin, ports.log),
    transport: serverTransport(origin, token),
    secrets: SECRETS,
    callAt,
    line: {
      open: openConnection,
      isMessage: ({ type }: SocketEvent) => type.startsWith('realtime.'),
      isAttempt: ({ type }: SocketCommand) => type === 'socket.open',
      lost: (reason): SocketEvent => ({ type: 'socket.lost', reason }),
    },
  });

/** Whether the server lets its windows be inspected; false if it does not say. */
async function mayInspect(origin: string, log: ShowAgentPorts['log']): Promise<boolean> {
  try {
    const response = await fetch(new URL(calls.config.path, origin), {
      signal: AbortSignal.timeout(CONFIG_TIMEOUT_MS),
    });
    return calls.config.reply.parse(await response.json()).inspector !== 'nobody';
  } catch (error) {
    log('inspector.config', error);
    return false;
  }
}
