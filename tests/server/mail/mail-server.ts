import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A received mail, as sent over the network. */
interface Delivered {
  readonly from: string;
  readonly to: readonly string[];
  readonly data: string;
}

export interface MailServer {
  readonly url: string;
  readonly port: number;
  readonly delivered: readonly Delivered[];
  /** Sets how the server behaves from now on. */
  behave(
    how:
      | 'well'
      | 'refusing'
      | 'hanging up'
      | 'rejecting'
      | 'knowing nobody'
      | 'disliking the text'
      | 'asking for a password'
      | 'refusing the sender',
  ): void;
  close(): Promise<void>;
}

/** A mail server that speaks as much SMTP as a client needs, and misbehaves on demand. */
export async function startMailServer(): Promise<MailServer> {
  let how: Parameters<MailServer['behave']>[0] = 'well';
  const delivered: Delivered[] = [];
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    if (how === 'hanging up') {
      socket.destroy();
      return;
    }
    if (how === 'refusing') {
      say('421 too busy');
      socket.end();
      return;
    }
    let from = '';
    let to: string[] = [];
    let data: string[] | null = null;
    let rest = '';

    const hear = (line: string): void => {
      if (data !== null) {
        if (line !== '.') {
          data.push(line);
          return;
        }
        const taken = { from, to, data: data.join('\n') };
        data = null;
        to = [];
        if (how === 'disliking the text') say(`554 5.7.1 <${taken.to.join()}>: not this text`);
        else {
          delivered.push(taken);
          say('250 taken');
        }
        return;
      }
      const command = line.slice(0, 4).toUpperCase();
      if (command === 'MAIL') from = /<(.*?)>/.exec(line)?.[1] ?? '';
      if (command === 'RCPT') to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
      const recipient = to.at(-1) ?? '';
      if (command === 'MAIL' && how === 'refusing the sender') say('550 5.7.1 not from you');
      else if (command === 'RCPT' && how === 'rejecting') say(`451 <${recipient}>: not now`);
      else if (command === 'RCPT' && how === 'knowing nobody')
        say(`550 5.1.1 <${recipient}>: no such user`);
      else if (command === 'RCPT' && how === 'asking for a password')
        say('530 5.7.0 authentication required');
      else if (command === 'STAR') say('502 no TLS here');
      else if (command === 'DATA') {
        data = [];
        say('354 go on');
      } else if (command === 'QUIT') {
        say('221 bye');
        socket.end();
      } else say('250 fine');
    };

    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) hear(line);
    });
    say('220 mail.example');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    delivered,
    behave: (next) => {
      how = next;
      // Close open connections, which would keep their old behaviour.
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
