import type { MatchReason } from '#machines/contract/entities.ts';

/** Why a text is in its group, as producers read it; null for an identical text. */
export const MATCH_REASON_WORDS: Readonly<Record<MatchReason, string | null>> = {
  exact: null,
  spelling: 'spelling',
  'word-order': 'word order',
  'short-form': 'short form',
  number: 'same number',
  meaning: 'same meaning',
  'known-name': 'known name',
  model: 'AI',
  decision: 'by hand',
};
