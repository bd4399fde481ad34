/** What is open and known: not counted, until it is mended and its line here removed. */
const KNOWN: readonly (readonly [fault: RegExp, where: RegExp])[] = [
  [
    /^404, which is not documented for (?:confirmPayment|createPaymentIntent|directShow|myLastAnswer|submitAnswer)$/u,
    /./u,
  ],
  [/^answered 500$/u, /path: \/v1\/payment_intents\//u],
  [/is missing|an error of the type none|no \{error\}/u, /bytes: no host\b/u],
  [/is missing|an error of the type none|no \{error\}/u, /header: an unknown expectation\b/u],
  [
    /^the log has an error: the stand-in of the payment provider failed: FastifyError: Unsupp/u,
    /^process$/u,
  ],
];

/** What was found, each kind of it once, with its first case. */
export class Findings {
  readonly #found = new Map<string, { line: string; count: number }>();

  /** `where`: what tells one kind of place from another. */
  add(faults: readonly string[], where: string, line: (fault: string) => string): void {
    for (const fault of new Set(faults)) {
      if (KNOWN.some(([what, place]) => what.test(fault) && place.test(where))) continue;
      const key = `${fault} ${where}`;
      const known = this.#found.get(key);
      if (known === undefined) this.#found.set(key, { line: line(fault), count: 1 });
      else known.count += 1;
    }
  }

  lines(): string[] {
    return [...this.#found.values()].map(({ line, count }) =>
      count === 1 ? line : `${line} (${count} times)`,
    );
  }
}
