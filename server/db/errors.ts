/** The store cannot be reached or cannot take more just now: answer 503 with `Retry-After`. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The store must not be used as it is: the start stops with the message, one line. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}
