import type { Readable } from 'node:stream';
import type { $ZodType, output } from 'zod/v4/core';
import type { CallName, Calls, ReplyOf } from '#machines/contract/calls.ts';
import type { ErrorReply } from '#machines/contract/call.ts';
import type { RoleId } from '#machines/contract/entities.ts';
import type { CALL_RIGHTS } from '#machines/contract/call-rights.ts';
import type { Database } from '#server/db/client.ts';

interface ApiErrorOptions {
  readonly code?: string;
  readonly details?: ErrorReply['details'];
  /** Value of the `Retry-After` header, whole seconds. */
  readonly retryAfterS?: number;
  /** Further fields of the reply, such as the fields of `needsVerificationSchema`. */
  readonly also?: Readonly<Record<string, unknown>>;
  /** The cause, which is logged for the operator. */
  readonly cause?: unknown;
}

/** An error that is replied as `{error, code?, details?}`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly more: ApiErrorOptions;
  constructor(status: number, message: string, more: ApiErrorOptions = {}) {
    super(message, 'cause' in more ? { cause: more.cause } : {});
    this.status = status;
    this.more = more;
  }
}

/** A file that a call sends as its reply. */
export class Download {
  readonly type: string;
  readonly filename: string;
  readonly body: Readable;
  constructor(type: string, filename: string, body: Readable) {
    this.type = type;
    this.filename = filename;
    this.body = body;
  }
}

/** The account that makes a call, as stored in the database and not as the token claims. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roleId: RoleId;
  /** The account's token version; tokens of other versions are invalid. */
  readonly version: number;
  /** Set for a simulated player, who exists only in rehearsals. */
  readonly isSimulated?: true;
  /** The rehearsal that the player takes part in, simulated or invited, identified by its start (epoch ms). */
  readonly rehearsal?: number;
  /** The show that a guest has joined; absent for a full account. */
  readonly guestOf?: string;
  /** The ids of shows not open to everybody that the account is a member of. */
  readonly shows?: readonly string[];
  /** The ids of the shows that the account may run without being an admin; absent: none. */
  readonly produces?: readonly string[];
}

/** Writes an admin's act to the audit trail, in the transaction that performs it. */
export type RecordAudit = NonNullable<Database['record']>;

/** Returns the services with a database that calls `record` in its transactions. */
export const recording = <S extends { readonly db: Database }>(
  services: S,
  record: RecordAudit,
): S => ({ ...services, db: { ...services.db, record } });

type PartOf<N extends CallName, Part extends 'params' | 'query' | 'body'> = Calls[N] extends {
  readonly [P in Part]: infer S extends $ZodType;
}
  ? output<S>
  : undefined;

/** A request as its handler receives it: parsed by the contract's schemas and authorised. */
export interface RequestOf<N extends CallName> {
  readonly params: PartOf<N, 'params'>;
  readonly query: PartOf<N, 'query'>;
  readonly body: PartOf<N, 'body'>;
  /** Null only on public calls without a valid bearer token. */
  readonly caller: (typeof CALL_RIGHTS)[N] extends 'everybody' ? Caller | null : Caller;
  /** When the whole request had arrived, epoch ms on the server's clock. */
  readonly receivedAt: number;
  /** Sends the total number of items in a header, for a reply with only a part of a list. */
  readonly announceTotal: (total: number) => void;
  /** The `Cookie` header; empty if there is none. */
  readonly cookies: string;
  /** Sends a `Set-Cookie` header with the reply. */
  readonly setCookie: (cookie: string) => void;
  /** The peer's network address. */
  readonly address: string;
  /** Only for admins, producers and control tokens; calls that change something pass it to `recording`. */
  readonly record: (typeof CALL_RIGHTS)[N] extends 'admins' | 'producers' | 'controllers'
    ? RecordAudit
    : null;
  /** The id of the control token that was used; `caller` is then the admin who created it. */
  readonly tokenId: (typeof CALL_RIGHTS)[N] extends 'controllers' ? string : null;
}

/** The handlers that a module provides for some calls of the contract. */
export type Handlers = {
  readonly [N in CallName]?: (request: RequestOf<N>) => Promise<ReplyOf<N>>;
};
