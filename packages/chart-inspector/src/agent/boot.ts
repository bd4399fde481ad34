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
  /** Key of the session storage in which the window keeps its code. */
  readonly codeKey: string;
  /** Whether a path is a page of the inspector itself. */
  readonly isInspector: (path: string) => boolean;
  /** Read once, only for windows that could be inspected. */
  readonly mayInspect: () => Promise<boolean>;
  readonly transport: Transport | null;
  readonly log: (where: string, error: unknown) => void;
}
/** The part of the ports that is about the window and its code. */
type TabPorts = Pick<
  BootPorts<never, ConnectionPorts<never>, never>,
  'tab' | 'codeKey' | 'transport' | 'log'
>;

/**
 * Creates the agent of a window that is inspected: by the code of its address, which it keeps while it is
 * open, or because it is the inspector's own. Returns null for any other window.
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
  // The page came back from the browser's cache.
  tab.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) open();
  });
  // Browsers without it report the path on request.
  if ('navigation' in tab)
    tab.navigation.addEventListener('currententrychange', () => agent.present());
}

/** Keeps reports from other devices until the user allows them. */
const onlyAllowed =
  ({ send }: WindowLink, isAllowed: () => boolean): WindowLink['send'] =>
  (report, way) => {
    if (isAllowed()) send(report, way);
    else if (way !== 'server') send(report, 'local');
  };

const consentKeyOf = (codeKey: string): string => `${codeKey}-allowed`;
/** The code for which the user allowed other devices in this tab. */
function storedConsent({ tab, codeKey }: TabPorts): string | null {
  try {
    return tab.sessionStorage.getItem(consentKeyOf(codeKey));
  } catch {
    return null;
  }
}
/** Consent survives a reload; a refusal deletes the code. */
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

/** The valid code of the URL, else the window's stored code. */
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

/** Deletes the code and returns the URL without it. */
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

/** Reloads the page without the code. */
function stop(ports: TabPorts): void {
  const { tab } = ports;
  const url = forget(ports);
  if (url.href === tab.location.href) tab.location.reload();
  else tab.location.replace(url);
}
