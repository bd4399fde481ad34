import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { configReplySchema } from '#machines/admin/site-calls.ts';
import { hostsOf, joinOrigin } from '#server/admin/hosts.ts';
import { startTestServer } from '#tests/support/server.ts';

const address = (more: { family: 'IPv4'; address: string; internal: boolean }) => ({
  netmask: '255.255.255.0',
  mac: '00:00:00:00:00:00',
  cidr: null,
  ...more,
});
const INTERFACES: Record<string, NetworkInterfaceInfo[]> = {
  lo: [address({ family: 'IPv4', address: '127.0.0.1', internal: true })],
  wlan: [
    address({ family: 'IPv4', address: '192.168.7.20', internal: false }),
    {
      ...address({ family: 'IPv4', address: '', internal: false }),
      family: 'IPv6',
      address: 'fe80::1',
      scopeid: 2,
    },
  ],
};

describe('the addresses at which phones reach the server', () => {
  it.each([
    ['127.0.0.1', []],
    ['localhost', []],
    ['::1', []],
    ['0.0.0.0', ['192.168.7.20']],
    ['::', ['192.168.7.20']],
    ['10.0.0.7', ['10.0.0.7']],
  ])('are, where it listens at %s, %j', (host, expected) => {
    expect(hostsOf(host, () => INTERFACES)).toEqual(expected);
  });
  it('are not looked up for each request if the server listens on one address', () => {
    const lookUp = vi.fn<() => typeof INTERFACES>(() => INTERFACES);
    expect(['127.0.0.1', '10.0.0.7'].map((host) => hostsOf(host, lookUp))).toEqual([
      [],
      ['10.0.0.7'],
    ]);
    expect(lookUp).not.toHaveBeenCalled();
  });

  it.each([
    ['told in development', {}, []],
    ['nobody is told elsewhere', { NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(64) }, undefined],
  ])('%s', async (_, env, expected) => {
    const server = await startTestServer({ env });
    const reply = await fetch(`${server.url}/api/config`);
    const { hosts } = configReplySchema.parse(await reply.json());
    await server.close();
    expect(hosts).toEqual(expected);
  });
});

it.each([
  ['http://localhost:3000', '0.0.0.0', 'http://192.168.7.20:3000'],
  ['http://localhost:3000', '127.0.0.1', 'http://localhost:3000'],
  ['https://show.example', '0.0.0.0', 'https://show.example'],
])('people join a server at %s that listens on %s at %s', (appUrl, host, expected) => {
  expect(joinOrigin({ appUrl, host, port: 3000 }, () => INTERFACES)).toBe(expected);
});
