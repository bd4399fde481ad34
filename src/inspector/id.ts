/** An id that nobody guesses; also where the connection is not secure and there is no `randomUUID`. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
