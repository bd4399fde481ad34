import { inspectionCodeSchema } from '../protocol.ts';
import { newId } from '../random.ts';
import { openWindowLink, type Transport, type WindowLink } from '../link.ts';
import { type Agent, type AgentPorts, createAgent } from './agent.ts';
import { createConsent } from './consent.ts';
import { deviceOf } from './device.ts';
import type { ConnectionPorts } from './disturb/connection.ts';
import { showStrip } from './strip.ts';

type OwnPorts = 'id' | 'device' | 'path' | 'random' | 'wall' | 'running' | 'fetch';
export interface BootPorts<Fact, Ports extends ConnectionPorts<Fact>, Command> extends Omit<
  AgentPorts<Fact, Ports, Command>,
  OwnPorts
> {
  readonly tab: Window & typeof globalThis;
  /** The session storage key under which the browser window keeps its pairing code. */
  readonly codeKey: string;
  /** Whether a path is a page of the inspector itself. */
  readonly isInspector: (path: string) => boolean;
  /**
   * Whether this app allows inspection. Called once, and only in windows with a pairing code or of the inspector
   * itself.
   */
  readonly mayInspect: () => Promise<boolean>;
  readonly transport: Transport | null;
  readonly log: (where: string, error: unknown) => void;
}
/** The ports for the browser window and its pairing code. */
type TabPorts = Pick<
  BootPorts<never, ConnectionPorts<never>, never>,
  'tab' | 'codeKey' | 'transport' | 'log'
>;

/**
 * Creates the agent of a browser window that may be inspected: a window with a pairing code in its URL, which it keeps
 * while it is open, or a window of the inspector itself. Returns null for any other window.
 */
export async function bootAgent<Fact, Ports extends ConnectionPorts<Fact>, Command>(
  ports: BootPorts<Fact, Ports, Command>,
): Promise<Agent<Fact, Ports, Command> | null> {
  const { tab } = ports;
  const isInspectors = ports.isInspector(tab.location.pathname);
  const code = isInspectors ? null : codeOf(ports);
  if (!isInspectors && code === null) return null;
  if (!(await ports.mayInspect())) return null;

  const agent = createAgent({
    ...ports,
    id: newId(),
    device: deviceOf(tab.navigator, tab),
    path: () => tab.location.pathname,
    random: Math.random,
    wall: () => Date.now(),
    running: () => performance.now(),
    fetch: (input, init) => tab.fetch(input, init),
  });
  if (code !== null) join(agent, code, ports);
  return agent;
}

type Joined = Pick<
  Agent<never, ConnectionPorts<never>, never>,
  'receive' | 'connect' | 'present' | 'leave'
>;

function join(agent: Joined, code: string, ports: TabPorts): void {
  const { tab, transport } = ports;
  const consent = createConsent(storedConsent(ports) === code, (state) => show(state));
  const show = showStrip(tab.document, code, {
    stop: () => stop(ports),
    answer: (answer) => {
      consent.answer(answer);
      storeConsent(ports, code, answer);
      if (answer === 'allowed') agent.receive({ type: 'windows.call' }, 'server');
    },
  });
  show(consent.state());
  const isAllowed = (): boolean => consent.state().consent === 'allowed';
  const open = (): void => {
    const link = openWindowLink({
      code,
      transport,
      receive: (request, way) => {
        if (way === 'local' || isAllowed()) agent.receive(request, way);
      },
      receiveInspectors: consent.receiveInspectors,
      receiveInspectorHere: consent.receiveInspectorHere,
      whenUp: agent.present,
    });
    agent.connect(onlyAllowed(link, isAllowed));
    agent.present();
    const leave = (): void => {
      agent.leave();
      link.close();
    };
    tab.addEventListener('pagehide', leave, { once: true });
  };
  open();
  // The page was restored from the browser's back/forward cache, so connect it again.
  tab.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) open();
  });
  // Report changes of the path. In browsers without the Navigation API, inspectors see the path only when they request
  // it.
  if ('navigation' in tab)
    tab.navigation.addEventListener('currententrychange', () => agent.present());
}

/** Withholds reports from other devices until the user allows inspection. */
const onlyAllowed =
  ({ send }: WindowLink, isAllowed: () => boolean): WindowLink['send'] =>
  (report, way) => {
    if (isAllowed()) send(report, way);
    else if (way !== 'server') send(report, 'local');
  };

const consentKeyOf = (codeKey: string): string => `${codeKey}-allowed`;
/** The pairing code for which the user allowed inspection from other devices in this tab. */
function storedConsent({ tab, codeKey }: TabPorts): string | null {
  try {
    return tab.sessionStorage.getItem(consentKeyOf(codeKey));
  } catch {
    return null;
  }
}
/** Stores the user's consent, which survives a reload. A refusal deletes the pairing code. */
function storeConsent(ports: TabPorts, code: string, answer: 'allowed' | 'refused'): void {
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

/** Returns the pairing code of the URL, otherwise the window's stored code; null if it is not valid. */
function codeOf({ tab, codeKey, log }: TabPorts): string | null {
  const asked = new URLSearchParams(tab.location.search).get('inspect')?.toUpperCase();
  let code: string | null | undefined = asked;
  try {
    code ??= tab.sessionStorage.getItem(codeKey);
    if (!inspectionCodeSchema.safeParse(code).success || code === null) return null;
    tab.sessionStorage.setItem(codeKey, code);
  } catch (error) {
    log('inspector.code', error);
  }
  return inspectionCodeSchema.safeParse(code).data ?? null;
}

/** Deletes the pairing code and returns the URL without it. */
function forget({ tab, codeKey, log }: TabPorts): URL {
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

/** Reloads the page without the pairing code. */
function stop(ports: TabPorts): void {
  const { tab } = ports;
  const url = forget(ports);
  if (url.href === tab.location.href) tab.location.reload();
  else tab.location.replace(url);
}
