/** Differences between answers that do not keep them out of one group. */
export const NO_DIFFERENCE =
  'Capitals, accents, articles, plurals, misspellings, numbers in words or digits, well-known synonyms and short forms make no difference.';
