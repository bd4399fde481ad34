import { getLocale } from 'messages/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#server/db/client.ts';
import { createLog } from '#server/log.ts';
import { createOutbox, type Outbox, type Transport } from '#server/mail/outbox.ts';
import { openSqliteStore } from '#tests/support/databases.ts';

const START = 1_700_000_000_000;
const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const letter = { subject: 'Hello', text: 'Come at once.' };
const to = (email: string) => ({ email, userId: null, language: null });

let db: Database;
let now: number;
let outboxes: Outbox[];
beforeEach(async () => {
  db = await openSqliteStore();
  now = START;
  outboxes = [];
});
afterEach(async () => {
  for (const outbox of outboxes) await outbox.stop();
});

/** An outbox whose mail server accepts these mails. */
function open(accepts: () => boolean): { outbox: Outbox; taken: string[]; tries: number[] } {
  const taken: string[] = [];
  const tries: number[] = [];
  const transport: Transport = {
    send: (mail) => {
      tries.push(now - START);
      if (!accepts()) return Promise.reject(new Error('not now'));
      taken.push(mail.to);
      return Promise.resolve();
    },
    close: () => {},
  };
  const outbox = createOutbox({ db, now: () => now, transport, log: createLog('silent') });
  outboxes.push(outbox);
  return { outbox, taken, tries };
}

it('retries at growing intervals, for more than a day', async () => {
  const { outbox, taken, tries } = open(() => now >= START + 24 * HOUR_MS);
  await outbox.add(db.write, to('ann@show.example'), () => letter);
  for (; taken.length === 0; now += 5 * SECOND_MS) await outbox.sendDue();
  const delays = tries.slice(1).map((at, index) => (at - (tries[index] ?? 0)) / SECOND_MS);
  expect(tries[0]).toBe(0);
  expect(delays.slice(0, 9)).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 1_800]);
  expect(new Set(delays.slice(9))).toEqual(new Set([1_800]));
  expect(taken).toEqual(['ann@show.example']);
  await outbox.sendDue();
  expect(taken).toHaveLength(1);
}, 60_000);

it('continues where another process stopped', async () => {
  const first = open(() => false);
  await first.outbox.add(db.write, to('ann@show.example'), () => letter);
  await first.outbox.sendDue();
  await first.outbox.stop();
  now += 10 * SECOND_MS;
  const second = open(() => true);
  await second.outbox.sendDue();
  expect(second.taken).toEqual(['ann@show.example']);
});

it('sends once, however many processes check', async () => {
  const boxes = [open(() => true), open(() => true), open(() => true)];
  for (let index = 0; index < 30; index += 1) {
    await boxes[0]?.outbox.add(db.write, to(`person${index}@show.example`), () => letter);
  }
  await Promise.all(boxes.map(({ outbox }) => outbox.sendDue()));
  const taken = boxes.flatMap((box) => box.taken);
  expect(taken).toHaveLength(30);
  expect(new Set(taken).size).toBe(30);
});

it('is part of the transaction that causes it', async () => {
  const { outbox, taken } = open(() => true);
  const failed = db.write.transaction().execute(async (tx) => {
    await outbox.add(tx, to('ann@show.example'), () => letter);
    await outbox.pretend(tx);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  await db.write.transaction().execute((tx) => outbox.pretend(tx));
  await outbox.sendDue();
  expect(taken).toEqual([]);
  expect(await db.read.selectFrom('mail').selectAll().execute()).toEqual([]);
});

const write = () => ({ subject: `Hello in ${getLocale()}`, text: letter.text });
const subjects = async () => {
  const mails = await db.read.selectFrom('mail').select('subject').execute();
  return mails.map(({ subject }) => subject);
};
const german = () => ({ ...to('ann@show.example'), language: 'de' as const });

describe('the reader', () => {
  it("gets a mail in their language, or in the request's", async () => {
    const { outbox } = open(() => true);
    await outbox.add(db.write, german(), write);
    await outbox.add(db.write, to('ben@show.example'), write);
    expect(await subjects()).toEqual(['Hello in de', 'Hello in en']);
  });
  it('gets only the newest of several delayed mails in different languages', async () => {
    const { outbox } = open(() => true);
    await outbox.add(db.write, german(), write, { delayMs: HOUR_MS });
    await outbox.add(db.write, to('ann@show.example'), write, { delayMs: HOUR_MS });
    expect(await subjects()).toEqual(['Hello in en']);
  });
});

it('sends a delayed mail at its time, and only the newest of several with one subject', async () => {
  const { outbox, taken } = open(() => true);
  const delay = { delayMs: HOUR_MS };
  const ann = to('ann@show.example');
  await outbox.add(db.write, ann, () => letter, delay);
  await outbox.add(db.write, ann, () => ({ ...letter, subject: 'Another matter' }), delay);
  await outbox.add(db.write, to('ben@show.example'), () => letter, delay);
  await outbox.add(db.write, ann, () => ({ ...letter, text: 'The newest.' }), delay);
  await outbox.sendDue();
  expect(taken).toEqual([]);
  const waiting = await db.read.selectFrom('mail').select(['recipient', 'body']).execute();
  expect(waiting.map(({ recipient, body }) => `${recipient}: ${body}`).toSorted()).toEqual([
    `${ann.email}: ${letter.text}`,
    `${ann.email}: The newest.`,
    `ben@show.example: ${letter.text}`,
  ]);
  now += HOUR_MS;
  await outbox.sendDue();
  expect(taken.toSorted()).toEqual([ann.email, ann.email, 'ben@show.example']);
});

it('deletes mails after three days', async () => {
  const { outbox } = open(() => false);
  await outbox.add(db.write, to('old@show.example'), () => letter);
  now += 72 * HOUR_MS + 1;
  await outbox.add(db.write, to('new@show.example'), () => letter);
  await outbox.cleanUp();
  const left = await db.read.selectFrom('mail').select('recipient').execute();
  expect(left).toEqual([{ recipient: 'new@show.example' }]);
});
