import { m } from 'messages';
import type { MatchReason } from '#machines/contract/entities.ts';

/** Why a text is in its group, as producers read it; null for an identical text. */
export const MATCH_REASON_WORDS: Readonly<Record<MatchReason, string | null>> = {
  exact: null,
  spelling: m.wordsSpelling(),
  'word-order': m.wordsWordOrder(),
  'short-form': m.wordsShortForm(),
  number: m.wordsSameNumber(),
  meaning: m.wordsSameMeaning(),
  'known-name': m.wordsKnownName(),
  model: m.wordsAi(),
  decision: m.wordsHand(),
};
