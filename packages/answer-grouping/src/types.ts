/** Why a text is in its group: how it relates to the representative. */
export type MatchReason =
  | 'exact'
  | 'spelling'
  | 'word-order'
  | 'short-form'
  | 'number'
  | 'meaning'
  | 'known-name'
  /** Joined by a model's judgement. */
  | 'model'
  /** Joined by hand. */
  | 'decision';
