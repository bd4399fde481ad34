/** Charts never navigate or make noise: they emit these, and one binding performs them. */
export type EmittedEvent =
  /** `email`: filled in there. */
  | { readonly type: 'navigate'; readonly to: string; readonly email?: string }
  | { readonly type: 'chime'; readonly cue: 'release' | 'revoke' }
  | {
      readonly type: 'banner';
      readonly text: string;
      readonly tone?: 'released' | 'revoked' | 'plain';
    }
  /** For people who listen: said politely, or at once when `urgent`. An empty text takes back what stands there. */
  | { readonly type: 'announce'; readonly text: string; readonly urgent?: boolean }
  /** The person they were for has signed out: banner and announcement are removed. */
  | { readonly type: 'hush' }
  /** Something that should not happen has; it is logged. */
  | { readonly type: 'fault'; readonly where: string; readonly error: unknown };

/** One kind of emitted event, for a chart that emits only some. */
export type EmittedEventOf<K extends EmittedEvent['type']> = Extract<EmittedEvent, { type: K }>;
