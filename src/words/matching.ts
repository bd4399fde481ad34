import { m } from 'messages';
/** Differences between answers that do not keep them out of one group. */
export const NO_DIFFERENCE = m.wordsCapitalsAccentsArticlesPlurals();
