/** Charts never navigate or show messages: they emit these events, and one binding performs them. */
export type EmittedEvent =
  /** `email` is prefilled on the page at `to`. */
  | { readonly type: 'navigate'; readonly to: string; readonly email?: string }
  | { readonly type: 'chime'; readonly cue: 'release' | 'revoke' }
  | {
      readonly type: 'banner';
      readonly text: string;
      readonly tone?: 'released' | 'revoked' | 'plain';
    }
  /** Announced to screen readers politely, or at once if `urgent`. An empty text clears the previous announcement. */
  | { readonly type: 'announce'; readonly text: string; readonly urgent?: boolean }
  /** The person has signed out: banner and announcement are removed. */
  | { readonly type: 'hush' }
  /** An unexpected error; it is logged. */
  | { readonly type: 'fault'; readonly where: string; readonly error: unknown };

/** One kind of emitted event, for a chart that emits only some. */
export type EmittedEventOf<K extends EmittedEvent['type']> = Extract<EmittedEvent, { type: K }>;
