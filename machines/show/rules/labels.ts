/** Abbreviations that stay in capitals. Without those that are also words, such as 'IT' and 'US'. */
const ACRONYMS = new Set(
  (
    'AC ABBA AI ATM ATV BBC BBQ BLT BMW CCTV CD CEO CIA CNN DHL DIY DJ DNA DVD EU FBI FIFA GMT GP GPS HBO HDMI HIV IBM ' +
    'ID IKEA IQ ITV JFK KFC LCD LED LSD MLB MOT MP MRI MTV NASA NATO NBA NBC NFL NHL NHS NYC OJ PC PM RAF REM RSPCA RV ' +
    'SPF SUV TV UEFA UFO UK UN UNESCO UNICEF UPS USA USB UV VIP VR VW WC WIFI WWE XL YMCA'
  ).split(' '),
);
/** Roman numerals, and abbreviations without a vowel. */
const CAPITALS = /^(?:[IVX]{2,5}|[BCDFGHJKLMNPQRSTVWXZ]{2,5})$/u;
const WORD = /\p{L}[\p{L}\p{M}\p{N}'’&]*/gu;
const LAST_PUNCTUATION = /[\s.,;:!?…]+$/u;

const isCapital = (text: string): boolean =>
  text === text.toUpperCase() && text !== text.toLowerCase();

/** Lowers a word in capitals, unless it is an abbreviation, contains a digit, or is a single letter other than 'A'. */
function lowered(word: string): string {
  if (!isCapital(word) || /\p{N}/u.test(word)) return word;
  if (word.length === 1) return word === 'A' ? 'a' : word;
  return ACRONYMS.has(word) || CAPITALS.test(word) ? word : word.toLowerCase();
}

/**
 * Formats the label of a group for the stage: without punctuation at the end, capitals only where they belong, the
 * first letter in upper case unless the word has a capital of its own ('iPod').
 */
export function airLabel(text: string): string {
  const bare = text.trim().replace(LAST_PUNCTUATION, '');
  if (bare === '') return text;
  const calm = bare.replaceAll(WORD, lowered);
  return calm.replace(/^\p{Ll}(?!\p{Lu})/u, (letter) => letter.toUpperCase());
}
