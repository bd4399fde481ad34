/** The faults found; each kind is kept once, with its first case. */
export class Findings {
  readonly #found = new Map<string, { line: string; count: number }>();

  /** `where`: the place, which distinguishes equal faults of different calls. */
  add(faults: readonly string[], where: string, line: (fault: string) => string): void {
    for (const fault of new Set(faults)) {
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
