/**
 * Why a text is in its group: how it relates to the group's representative text. `model`: merged by a model's
 * judgement. `decision`: merged by a person.
 */
export const MATCH_REASONS = [
  'exact',
  'spelling',
  'word-order',
  'short-form',
  'number',
  'meaning',
  'known-name',
  'model',
  'decision',
] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];

/** Why two texts may be the same answer: the texts themselves, a model, or a player's appeal. */
export const SUGGESTION_SOURCES = ['spelling', 'words', 'meaning', 'model', 'appeal'] as const;
export type SuggestionSource = (typeof SUGGESTION_SOURCES)[number];
