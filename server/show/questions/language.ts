/**
 * Common function words by language: enough to recognise the language of a sentence where several languages share a
 * script. A word of several languages counts for each of them.
 */
const FUNCTION_WORDS = {
  en: 'the of and to in is are that it for you with what which who when where how do does a an on at by from your they people something name most would',
  de: 'der die das und ist sind in zu den dem mit von auf für ein eine einen etwas was wer wie wo man nicht sich im am bei nenne nennen sie menschen welche welches',
  fr: 'le la les des du de et est sont un une dans pour que qui quoi quel quelle avec sur on au aux ne pas quelque chose nommez citez gens',
  es: 'el la los las de del y es son un una en para que qué quién cuál con por se al no algo nombra nombre gente',
  it: 'il lo la gli le di del della e è sono un una in per che chi quale con si al non qualcosa nomina persone',
  pt: 'o a os as de do da dos das e é são um uma em no na para que quem qual com por se algo diga cite pessoas',
  nl: 'de het een en is zijn in van op voor met dat die wat wie welke men je niet iets noem mensen naar aan',
  sv: 'en ett och är i på för med som det den att vad vem vilken man inte något nämn människor till av',
  da: 'en et og er i på for med som det den at hvad hvem hvilken man ikke noget nævn mennesker til af',
  pl: 'i w na z do się co kto jest są nie to że dla po od podaj coś ludzie który która',
} as const;
const LANGUAGES = Object.entries(FUNCTION_WORDS).map(([language, words]) => ({
  language,
  words: new Set(words.split(' ')),
}));
/** Minimum number of matching words; fewer may come from a name: 'Die Hard', 'La La Land', 'The Beatles'. */
const LEAST_WORDS = 2;

/** Detects the language of a text in Latin letters by its function words; null: it cannot be decided. */
export function languageOf(text: string): string | null {
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
  const [first, second] = LANGUAGES.map(({ language, words: known }) => ({
    language,
    count: [...words].filter((word) => known.has(word)).length,
  })).toSorted((a, b) => b.count - a.count);
  return first !== undefined && first.count >= LEAST_WORDS && first.count > (second?.count ?? 0)
    ? first.language
    : null;
}
