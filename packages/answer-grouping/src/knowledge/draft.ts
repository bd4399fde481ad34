import { textKey } from '../text.ts';
import type { Meaning, MeaningKind } from './knowledge.ts';
import { type Entry, FLAG, type FORM, type Table } from './table.ts';

export interface Sense {
  readonly id: number;
  readonly rank?: number;
  readonly isCode?: boolean;
}

interface Draft {
  flags: number;
  readonly forms: Map<string, keyof typeof FORM>;
  readonly meanings: Map<number, Meaning>;
}

/** Collects the entries of a table. Phrases are passed as written and stored as keys. */
export class KnowledgeDraft {
  readonly #entries = new Map<string, Draft>();
  readonly #keys = new Map<string, string>();
  readonly #kinds: MeaningKind[] = [];
  readonly #placeOf = new Map<number, number>();

  keyOf(phrase: string): string {
    let key = this.#keys.get(phrase);
    if (key === undefined) {
      key = textKey(phrase);
      this.#keys.set(phrase, key);
    }
    return key;
  }

  /** Returns a new id for a meaning of this kind. */
  newId(kind: MeaningKind): number {
    return this.#kinds.push(kind) - 1;
  }

  kindOf(id: number): MeaningKind {
    const kind = this.#kinds[id];
    if (kind === undefined) throw new Error(`nothing has the id ${id}`);
    return kind;
  }

  /** Adds a possible meaning of the phrase. If the phrase already has it, the more common sense wins. */
  means(phrase: string, { id, rank = 0, isCode = false }: Sense): void {
    const { meanings } = this.#entry(this.keyOf(phrase));
    const known = meanings.get(id);
    meanings.set(id, {
      id,
      kind: this.kindOf(id),
      rank: Math.min(rank, known?.rank ?? rank),
      isCode: isCode && (known?.isCode ?? true),
    });
  }

  /** Makes this the phrase's most common concept; its other concepts move down one rank. */
  meansAbove(phrase: string, id: number): void {
    const { meanings } = this.#entry(this.keyOf(phrase));
    for (const other of meanings.values()) {
      if (other.kind === 'concept') meanings.set(other.id, { ...other, rank: other.rank + 1 });
    }
    meanings.set(id, { id, kind: this.kindOf(id), rank: 0, isCode: false });
  }

  meaningsOf(phrase: string): readonly Meaning[] {
    return Array.from(this.#entries.get(this.keyOf(phrase))?.meanings.values() ?? []);
  }

  /** The most common concept of the phrase. */
  conceptOf(phrase: string): number | null {
    const first = this.meaningsOf(phrase).find(
      ({ kind, rank }) => kind === 'concept' && rank === 0,
    );
    return first?.id ?? null;
  }

  flag(word: string, flag: keyof typeof FLAG): void {
    this.#entry(this.keyOf(word)).flags |= FLAG[flag];
  }

  has(word: string, flag: keyof typeof FLAG): boolean {
    return ((this.#entries.get(this.keyOf(word))?.flags ?? 0) & FLAG[flag]) !== 0;
  }

  /** Records `phrase` as another form of `word`: its plural, its abbreviation, a pet form of the name. */
  standsFor(phrase: string, word: string, kind: keyof typeof FORM): void {
    const key = this.keyOf(phrase);
    const wordKey = this.keyOf(word);
    if (key !== wordKey) this.#entry(key).forms.set(wordKey, kind);
  }

  liesIn(id: number, place: number): void {
    if (!this.#placeOf.has(id)) this.#placeOf.set(id, place);
  }

  placeOf(id: number): number | null {
    return this.#placeOf.get(id) ?? null;
  }

  /** Returns the table. Leaves out rarer senses that no other phrase shares. */
  table(): Table {
    const uses = new Map<number, number>();
    for (const { meanings } of this.#entries.values()) {
      for (const id of meanings.keys()) uses.set(id, (uses.get(id) ?? 0) + 1);
    }
    const entries = Array.from(this.#entries, ([phrase, { flags, forms, meanings }]): Entry => ({
      phrase,
      flags,
      forms: Array.from(forms, ([word, kind]) => ({ word, kind })),
      meanings: [...meanings.values()]
        .filter(({ id, kind, rank }) => kind !== 'concept' || rank === 0 || (uses.get(id) ?? 0) > 1)
        .toSorted((a, b) => Number(a.isCode) - Number(b.isCode) || a.rank - b.rank),
    }));
    return {
      entries: entries.filter(
        ({ flags, forms, meanings }) => flags > 0 || forms.length > 0 || meanings.length > 0,
      ),
      placeOf: this.#placeOf,
    };
  }

  #entry(key: string): Draft {
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      entry = { flags: 0, forms: new Map(), meanings: new Map() };
      this.#entries.set(key, entry);
    }
    return entry;
  }
}
