import type { Kysely, Transaction } from 'kysely';
import { getLocale, type Locale, locales } from 'messages/runtime';
import type { Database } from '#server/db/client.ts';
import type { Schema } from '#server/db/schema.ts';
import { textIn } from '#server/http/language.ts';
import { newId } from '#server/id.ts';
import type { Log } from '#server/log.ts';
import {
  claimDue,
  deleteBefore,
  deleteDelayed,
  deleteMail,
  insertMail,
  markFailed,
  markRefused,
  markSent,
  nextDueAt,
  type StoredMail,
} from './store.ts';
import type { MailText } from './texts.ts';

/** Why the mail server rejected a mail, without its message, which quotes the recipient. */
export class NotAccepted extends Error {
  override readonly name = 'NotAccepted';
  /** Codes such as `EENVELOPE 550`. */
  readonly reason: string;
  /** Whether the rejection is permanent. */
  readonly isFinal: boolean;
  constructor(reason: string, isFinal: boolean) {
    super(reason);
    this.reason = reason;
    this.isFinal = isFinal;
  }
}

/** Sends one mail. Rejects if it was not accepted, ideally with `NotAccepted`. */
export interface Transport {
  send(mail: { to: string; subject: string; text: string }): Promise<void>;
  close(): void;
}

/** Who a mail goes to. `userId`: the account with which the mail is deleted; null for none. */
export interface Recipient {
  readonly email: string;
  readonly userId: string | null;
  /** The reader's language; null: the reader has made the request and has the same language. */
  readonly language: Locale | null;
}

export interface Outbox {
  /**
   * Stores the mail, in a transaction with the change that it reports. After the commit, `kick` sends it; otherwise it
   * waits for the next poll. `write` runs in the reader's language. `delayMs`: sends the mail later, in place of an older
   * delayed mail with the same subject in any language.
   */
  add(
    db: Kysely<Schema>,
    to: Recipient,
    write: () => MailText,
    options?: { readonly delayMs?: number },
  ): Promise<void>;
  kick(): void;
  /** Takes as long as `add` but stores nothing, so that the time of a reply does not reveal whether a mail was sent. */
  pretend(tx: Transaction<Schema>): Promise<void>;
  /** Sends all due mails. */
  sendDue(): Promise<void>;
  /** Deletes old mails. */
  cleanUp(): Promise<void>;
  /** Stops once the mails that are being sent are done. */
  stop(): Promise<void>;
}

export interface OutboxOptions {
  readonly db: Database;
  readonly now: () => number;
  /** How mails are sent; null leaves them in the development mailbox. */
  readonly transport: Transport | null;
  readonly log: Log;
}

const AT_ONCE = 5;
const TYPICAL_LENGTH = 400;
const LEASE_MS = 5 * 60_000;
const FIRST_RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 30 * 60_000;
/** Age at which an undelivered mail is given up and a delivered mail is deleted, ms. */
const KEPT_MS = 3 * 24 * 60 * 60_000;
/** How often mails that other processes stored are looked for, ms. */
const POLL_MS = 30_000;

/** Returns the wait before the next retry, ms: 10 s, 20 s, 40 s … at most 30 min. */
const retryDelayMs = (attempts: number): number =>
  Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/**
 * Sends mails after the reply of the call that caused them. Retries until the mail server accepts a mail or rejects it
 * permanently.
 */
export function createOutbox({ db, now, transport, log }: OutboxOptions): Outbox {
  let running: Promise<void> | null = null;
  const state = { isKicked: false, isStopped: false };
  let timer: NodeJS.Timeout | undefined;

  const deliver = async (mail: StoredMail, to: Transport): Promise<void> => {
    try {
      await to.send({ to: mail.recipient, subject: mail.subject, text: mail.body });
    } catch (error) {
      const { reason, isFinal } =
        error instanceof NotAccepted ? error : new NotAccepted(nameOf(error), false);
      const details = { mail: mail.id, attempts: mail.attempts, reason };
      if (isFinal) {
        log.warn(details, 'a mail was refused for good');
        await markRefused(db.write, mail.id, { error: reason, at: now() });
      } else {
        log.warn(details, 'a mail was not taken');
        const nextAttemptAt = now() + retryDelayMs(mail.attempts);
        await markFailed(db.write, mail.id, { error: reason, nextAttemptAt });
      }
      return;
    }
    await markSent(db.write, mail.id, now());
  };

  const sendDue = async (): Promise<void> => {
    if (transport === null) return;
    for (;;) {
      const due = await claimDue(db.write, { now: now(), leaseMs: LEASE_MS, limit: AT_ONCE });
      await Promise.all(due.map((mail) => deliver(mail, transport)));
      if (due.length < AT_ONCE || state.isStopped) return;
    }
  };

  const poll = async (): Promise<number> => {
    await sendDue();
    const dueAt = transport === null ? null : await nextDueAt(db.read);
    return Math.min(POLL_MS, Math.max(0, (dueAt ?? Infinity) - now()));
  };

  const run = async (): Promise<void> => {
    let waitMs = POLL_MS;
    do {
      state.isKicked = false;
      try {
        waitMs = await poll();
      } catch (error) {
        log.warn({ err: error }, 'the outbox could not be read');
      }
    } while (state.isKicked && !state.isStopped);
    running = null;
    if (!state.isStopped) timer = setTimeout(kick, waitMs).unref();
  };

  function kick(): void {
    clearTimeout(timer);
    state.isKicked = true;
    if (!state.isStopped) running ??= run();
  }

  const add = async (
    tx: Kysely<Schema>,
    { email: recipient, userId, language }: Recipient,
    write: () => MailText,
    delayMs = 0,
  ): Promise<string> => {
    const at = now();
    const id = newId(at);
    const { subject, text } = textIn(language ?? getLocale(), write);
    if (delayMs > 0) {
      const subjects = locales.map((each) => textIn(each, write).subject);
      await deleteDelayed(tx, { recipient, subjects, now: at });
    }
    await insertMail(tx, {
      id,
      user_id: userId,
      recipient,
      subject,
      body: text,
      created_at: at,
      next_attempt_at: at + delayMs,
      // Without a mail server a mail counts as sent, and stays in the development mailbox.
      sent_at: transport === null ? at : null,
    });
    return id;
  };

  kick();
  return {
    add: async (tx, to, write, { delayMs } = {}) => {
      await add(tx, to, write, delayMs);
    },
    pretend: async (tx) => {
      const to = { email: '-', userId: null, language: null };
      const id = await add(tx, to, () => ({ subject: '-', text: '-'.repeat(TYPICAL_LENGTH) }));
      await deleteMail(tx, id);
    },
    kick,
    sendDue,
    cleanUp: async () => {
      await deleteBefore(db.write, now() - KEPT_MS);
    },
    stop: async () => {
      state.isStopped = true;
      clearTimeout(timer);
      await running;
      transport?.close();
    },
  };
}
