/** The store is unavailable or overloaded; the reply is 503 with `Retry-After`. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The store's file is damaged; the message says what the operator must do. */
export class StoreDamaged extends StoreUnavailable {
  /** SQLite's own error message. */
  readonly what: string;
  constructor(what: string) {
    super(`The store is damaged (${what}): stop the server and restore a backup.`);
    this.what = what;
  }
}

/** The store must not be used in its present state; the server stops at start with this one-line message. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}
