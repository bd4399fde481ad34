/** Charts never navigate or make noise: they emit these, and one binding performs them. */
export type Fact =
  | { readonly type: 'navigate'; readonly to: string }
  | { readonly type: 'chime'; readonly cue: 'release' | 'revoke' }
  | { readonly type: 'banner'; readonly text: string }
  /** For people who listen: said politely, or at once when `urgent`. */
  | { readonly type: 'announce'; readonly text: string; readonly urgent?: boolean };

/** One kind of fact, for a chart that emits only some. */
export type FactOf<K extends Fact['type']> = Extract<Fact, { type: K }>;
