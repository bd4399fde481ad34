import { expect, it, onTestFinished } from 'vitest';
import { serverEvents } from '#machines/contract/events.ts';
import { type Person, startTestServer } from '#tests/support/server.ts';
import { connectProbe, type SocketProbe } from '#tests/support/sockets.ts';

const lastCount = ({ received }: SocketProbe) => {
  const last = received.findLast(({ name }) => name === 'players-counted');
  return last && serverEvents['players-counted'].parse(last.payload).connected;
};

it('admins see how many players are connected, even before a release [R4.players-counted]', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const join = async ({ token }: Pick<Person, 'token'>): Promise<SocketProbe> => {
    const probe = await connectProbe(server.url, { token });
    onTestFinished(() => probe.close());
    return probe;
  };
  const admin = await server.signInAs('admin');
  const [viewer, other, contestant] = [
    await server.signInAs('home'),
    await server.signInAs('home'),
    await server.signInAs('contestant'),
  ];
  const producer = await join(admin);
  await expect.poll(() => lastCount(producer)).toEqual({ studio: 0, home: 0 });
  const phone = await join(viewer);
  await join(other);
  await join(contestant);
  await expect.poll(() => lastCount(producer)).toEqual({ studio: 1, home: 2 });
  const second = await join(admin);
  await expect.poll(() => lastCount(second)).toEqual({ studio: 1, home: 2 });
  phone.close();
  await expect.poll(() => lastCount(producer)).toEqual({ studio: 1, home: 1 });
  expect(phone.received.filter(({ name }) => name === 'players-counted')).toEqual([]);
});
