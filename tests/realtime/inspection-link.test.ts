import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type InspectionRequest,
  type Inspectors,
  type Report,
  UNDISTURBED,
} from 'chart-inspector/protocol';
import { openInspectorLink, openWindowLink, type Way } from 'chart-inspector/link';
import { serverTransport } from '#src/inspector/transport.ts';
import { startTestServer } from '#tests/support/server.ts';
import { openConnection } from '#tests/support/proxy.ts';
import { eventually } from '#tests/support/eventually.ts';

const CODE = 'ABCD2345';
const present: Report = {
  type: 'window.present',
  window: {
    id: 'w1',
    kind: 'page',
    path: '/my-answer',
    device: 'A phone',
    openedAt: 1,
    disturbance: UNDISTURBED,
  },
};
const records: Report = { type: 'window.records', window: 'w1', dropped: 0, records: [] };
const watch: InspectionRequest = { type: 'window.watch', window: 'w1' };

/** Separate browsers: no BroadcastChannel between them. */
function onDifferentDevices(): void {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      readonly addEventListener = (): void => {};
      readonly postMessage = (): void => {};
      readonly close = (): void => {};
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}
async function server() {
  const started = await startTestServer();
  onTestFinished(() => started.close());
  return started.url;
}
/** A window that answers calls, with what it received and by which transport. */
function openWindow(origin: string, token: () => string | null = () => null) {
  const received: [string, Way][] = [];
  const announced: Inspectors['inspectors'][] = [];
  const here: string[] = [];
  let ups = 0;
  const link = openWindowLink({
    code: CODE,
    transport: serverTransport(origin, token),
    receive: (request, way) => {
      received.push([request.type, way]);
      if (request.type === 'windows.call') link.send(present, way);
      if (request.type === 'window.watch') link.send(records, way);
    },
    receiveInspectors: (inspectors) => announced.push(inspectors),
    receiveInspectorHere: (id) => here.push(id),
    whenUp: () => {
      ups += 1;
    },
  });
  onTestFinished(link.close);
  return { link, received, announced, here, isUp: () => ups > 0 };
}
function openInspector(origin: string, code = CODE, token: () => string | null = () => null) {
  const received: string[] = [];
  const problems: (string | null)[] = [];
  const link = openInspectorLink({
    code,
    transport: serverTransport(origin, token),
    receive: ({ type }) => received.push(type),
    whenUp: (problem) => problems.push(problem),
  });
  onTestFinished(link.close);
  return { link, received, problems };
}

describe('a window and an inspector of one browser', () => {
  it('talk directly without a server, and prefer the direct transport when both work', async () => {
    const away = openWindow('http://127.0.0.1:1');
    const alone = openInspector('http://127.0.0.1:1');
    await eventually(() => expect(alone.received).toEqual(['window.present']));
    away.link.close();
    alone.link.close();

    const url = await server();
    const phone = openWindow(url);
    const laptop = openInspector(url);
    await eventually(() => expect(phone.isUp() && laptop.problems.includes(null)).toBe(true));
    // The window hears the call on both transports; its reply over the server was already received
    // directly.
    await eventually(() =>
      expect(phone.received).toEqual(
        expect.arrayContaining([
          ['windows.call', 'local'],
          ['windows.call', 'server'],
        ]),
      ),
    );
    laptop.link.send(watch);
    await eventually(() => expect(laptop.received).toContain('window.records'));
    expect(phone.received.at(-1)).toEqual(['window.watch', 'local']);
    expect(laptop.received.filter((type) => type === 'window.records')).toHaveLength(1);
    // The inspector knows that the window announced by the server is in its own browser.
    const [id = ''] = phone.here;
    expect(new Set(phone.here).size).toBe(1);
    await eventually(() => expect(phone.announced.at(-1)).toEqual([{ id, name: null }]));
  });
});

describe('a window and an inspector on different devices', () => {
  it('talk over the server, and go on after a reconnect', async () => {
    onDifferentDevices();
    const url = await server();
    const line = await openConnection(url);
    onTestFinished(line.close);
    const phone = openWindow(url);
    await eventually(() => expect(phone.isUp()).toBe(true));
    const laptop = openInspector(line.url);
    await eventually(() => expect(laptop.received).toEqual(['window.present']));
    laptop.link.send(watch);
    await eventually(() => expect(laptop.received).toContain('window.records'));
    expect(phone.received).toEqual([
      ['windows.call', 'server'],
      ['window.watch', 'server'],
    ]);
    expect([phone.here, phone.announced.at(-1)?.length]).toEqual([[], 1]);
    line.cut();
    await eventually(() => expect(laptop.problems.at(-1)).not.toBe(null));
    line.restore();
    // The inspector calls again and watches what it watched before.
    await eventually(() => expect(phone.received).toHaveLength(4));
    expect(phone.received.slice(2)).toEqual([
      ['windows.call', 'server'],
      ['window.watch', 'server'],
    ]);
    phone.link.send({ type: 'window.gone', window: 'w1' }, null);
    await eventually(() => expect(laptop.received.at(-1)).toBe('window.gone'));
    // The window is gone from both transports.
    laptop.link.send(watch);
    expect(phone.received).toHaveLength(4);
  });

  it('learn why the server refuses them, also on a retry', async () => {
    onDifferentDevices();
    const laptop = openInspector(await server(), 'x');
    await eventually(() =>
      expect(laptop.problems).toEqual(["That's not an inspection code. Check it and try again."]),
    );
    laptop.link.retry();
    await eventually(() => expect(laptop.problems).toHaveLength(2));
  });
});

it('a window sends its signed-in user, also when that changes', async () => {
  onDifferentDevices();
  const started = await startTestServer();
  onTestFinished(() => started.close());
  const [admin, viewer] = [await started.signInAs('admin'), await started.signInAs('home')];
  let token: string | null = viewer.token;
  const phone = openWindow(started.url, () => token);
  const laptop = openInspector(started.url, CODE, () => admin.token);
  await eventually(() => expect(laptop.received).toContain('window.present'));
  const act = async () => {
    laptop.link.send({ type: 'line.drop', window: 'w1' });
    const auditEntries = await started.db.read
      .selectFrom('audit')
      .select('target')
      .where('action', '=', 'inspect')
      .execute();
    return auditEntries.map(({ target }) => target);
  };
  await expect.poll(act).toContain(`${viewer.id} line.drop`);
  token = null;
  phone.link.send(present, null);
  await expect.poll(act).toContain('nobody line.drop');
});
