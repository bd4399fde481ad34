import { calls } from '#machines/contract/calls.ts';
import type { InspectorAccess } from '#machines/contract/entities.ts';
import { inspectionCodeSchema } from 'chart-inspector/protocol';
import { newId } from '#src/effects/random.ts';
import type { OpenLine, Timers } from '../product.ts';
import { openWindowLink, type WindowLink } from '../link.ts';
import { type Agent, createAgent } from './agent.ts';
import { createConsent } from './consent.ts';
import { deviceOf } from './device.ts';
import type { Assign } from './restore.ts';
import { showStrip } from './strip.ts';

/** How long the server may take to say whether its windows may be inspected. */
const CONFIG_TIMEOUT_MS = 5_000;

/** What the page brings along: imported here, it would be cut out of what every page loads first. */
export interface BootPorts {
  readonly tab: Window & typeof globalThis;
  /** Of the server. */
  readonly origin: string;
  /** Where the window keeps its code. */
  readonly codeKey: string;
  /** The bearer token of who is signed in; null: nobody is. */
  readonly token: () => string | null;
  readonly timers: Timers;
  readonly openLine: OpenLine;
  readonly assign: Assign;
  readonly log: (where: string, error: unknown) => void;
}

/**
 * The agent of a window that is inspected: under the code of its address, which is kept while the window is
 * open, or as the inspector's own, which only it sees. Null: it is like all others.
 */
export async function bootAgent(ports: BootPorts): Promise<Agent | null> {
  const { tab, timers, openLine, assign } = ports;
  const isInspectors = /^\/inspect(?:\/|$)/u.test(tab.location.pathname);
  const code = isInspectors ? null : codeOf(ports);
  if (!isInspectors && code === null) return null;
  if ((await accessTo(ports)) === 'nobody') return null;

  const agent = createAgent({
    id: newId(),
    device: deviceOf(tab.navigator, tab),
    path: () => tab.location.pathname,
    random: Math.random,
    wall: () => Date.now(),
    running: () => performance.now(),
    timers,
    fetch: (input, init) => tab.fetch(input, init),
    openLine,
    assign,
  });
  if (code !== null) join(agent, code, ports);
  return agent;
}

function join(agent: Agent, code: string, ports: BootPorts): void {
  const { tab, origin } = ports;
  const consent = createConsent(consentOf(ports) === code, (state) => show(state));
  const show = showStrip(tab.document, code, {
    stop: () => stop(ports),
    answer: (answer) => {
      consent.answer(answer);
      storeConsent(ports, code, answer);
      if (answer === 'allowed') agent.subscribe({ type: 'windows.call' }, 'server');
    },
  });
  show(consent.state());
  const mayServer = (): boolean => consent.state().consent === 'allowed';
  const open = (): void => {
    const link = openWindowLink({
      code,
      origin,
      token: ports.token,
      receive: (request, way) => {
        if (way === 'local' || mayServer()) agent.subscribe(request, way);
      },
      receiveInspectors: consent.receiveInspectors,
      receiveInspectorHere: consent.receiveInspectorHere,
      whenUp: agent.present,
    });
    agent.connect(onlyAllowed(link, mayServer));
    agent.present();
    const leave = (): void => {
      agent.leave();
      link.close();
    };
    tab.addEventListener('pagehide', leave, { once: true });
  };
  open();
  // Back from the browser's memory, as if it had never been left.
  tab.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) open();
  });
  // Browsers without it say where they are when they are asked.
  if ('navigation' in tab)
    tab.navigation.addEventListener('currententrychange', () => agent.present());
}

/** Other devices hear nothing without the user's consent. */
const onlyAllowed =
  ({ send }: WindowLink, mayServer: () => boolean): WindowLink['send'] =>
  (report, way) => {
    const isAllowed = mayServer();
    if (way === 'local' || (way === null && !isAllowed)) send(report, 'local');
    else if (isAllowed) send(report, way);
  };

/** The code for which the user has allowed it, which the window keeps; null: for none. */
function consentOf({ tab, codeKey }: BootPorts): string | null {
  try {
    return tab.sessionStorage.getItem(consentKeyOf(codeKey));
  } catch {
    return null;
  }
}
/** A reload asks neither who has allowed it nor who has refused. */
function storeConsent(ports: BootPorts, code: string, answer: 'allowed' | 'refused'): void {
  const { tab, codeKey, log } = ports;
  if (answer === 'refused') {
    tab.history.replaceState(tab.history.state, '', forget(ports));
    return;
  }
  try {
    tab.sessionStorage.setItem(consentKeyOf(codeKey), code);
  } catch (error) {
    log('inspector.consent', error);
  }
}
const consentKeyOf = (codeKey: string): string => `${codeKey}-allowed`;

/** The code of the address, else the one that the window keeps; null: none that is one. */
function codeOf({ tab, codeKey, log }: BootPorts): string | null {
  const asked = new URLSearchParams(tab.location.search).get('inspect')?.toUpperCase();
  try {
    const code = asked ?? tab.sessionStorage.getItem(codeKey);
    if (!inspectionCodeSchema.safeParse(code).success || code === null) return null;
    tab.sessionStorage.setItem(codeKey, code);
    return code;
  } catch (error) {
    log('inspector.code', error);
    return asked !== undefined && inspectionCodeSchema.safeParse(asked).success ? asked : null;
  }
}

/** Forgets the code; answers the address without it. */
function forget({ tab, codeKey, log }: BootPorts): URL {
  const url = new URL(tab.location.href);
  url.searchParams.delete('inspect');
  try {
    tab.sessionStorage.removeItem(codeKey);
    tab.sessionStorage.removeItem(consentKeyOf(codeKey));
  } catch (error) {
    log('inspector.code', error);
  }
  return url;
}

/** Begins anew without the code. */
function stop(ports: BootPorts): void {
  const { tab } = ports;
  const url = forget(ports);
  if (url.href === tab.location.href) tab.location.reload();
  else tab.location.replace(url);
}

/** Whether the server lets its windows be inspected; where it cannot say so, they are not. */
async function accessTo({ origin, log }: BootPorts): Promise<InspectorAccess> {
  try {
    const response = await fetch(new URL(calls.config.path, origin), {
      signal: AbortSignal.timeout(CONFIG_TIMEOUT_MS),
    });
    return calls.config.reply.parse(await response.json()).inspector;
  } catch (error) {
    log('inspector.config', error);
    return 'nobody';
  }
}
