import { screen } from '@testing-library/react';
import axe from 'axe-core';
import { vi } from 'vitest';
import { assign } from 'xstate';
import type { BootPorts } from '../src/agent/boot.ts';
import type { ConnectionKind, ConnectionPorts } from '../src/agent/disturb/connection.ts';
import { SECRETS } from '../src/recorder/mask.ts';
import { createFakeClock } from './fake-clock.ts';

export { typesOf } from '../example/types-of.ts';

/** Lets every promise that can settle do so. */
export const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Waits until a check passes. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 15_000 });

/** The text of every alert on the page. */
export const alertText = (): string =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('');

/** What axe finds on the page; colours and sizes need a layout. */
export async function axeFindings(): Promise<unknown[]> {
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
  });
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

/** An app without a connection. */
export const NO_LINE: ConnectionKind<never, ConnectionPorts<never>, never> = {
  open: () => ({ command: () => {}, close: () => {} }),
  isMessage: () => false,
  isAttempt: () => false,
  lost: (reason) => {
    throw new Error(reason);
  },
};
/** Options with which an app without a server boots an agent. */
export const bootPorts = (): BootPorts<never, ConnectionPorts<never>, never> => ({
  tab: window,
  codeKey: 'inspect',
  isInspector: (path) => path.startsWith('/inspect'),
  mayInspect: async () => true,
  transport: null,
  secrets: SECRETS,
  callAt: () => null,
  line: NO_LINE,
  timers: createFakeClock(0).timers,
  assign,
  log: () => {},
});
