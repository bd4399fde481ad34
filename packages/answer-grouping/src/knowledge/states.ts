/**
 * How official names are made of short ones, '~', where the short name stays as it is: 'Republic of Korea',
 * 'Республика Беларусь'.
 * Languages that inflect the name after the word are left out.
 */
const OFFICIAL_FORMS: Readonly<Record<string, readonly string[]>> = {
  en: ['republic of ~', 'republic of the ~', 'kingdom of ~', 'kingdom of the ~', 'state of ~'],
  ar: ['جمهورية ~', 'مملكة ~'],
  bg: ['република ~', 'кралство ~'],
  az: ['~ respublikası'],
  be: ['рэспубліка ~'],
  da: ['republikken ~', 'kongeriget ~'],
  de: ['republik ~', 'königreich ~'],
  es: ['república de ~', 'reino de ~'],
  fa: ['جمهوری ~', 'پادشاهی ~'],
  fr: ['république de ~', "république d'~", 'république du ~', 'royaume de ~', 'royaume du ~'],
  he: ['רפובליקת ~', 'ממלכת ~'],
  hi: ['~ गणराज्य'],
  hu: ['~ köztársaság', '~ királyság'],
  id: ['republik ~', 'kerajaan ~'],
  it: ['repubblica di ~', 'regno di ~'],
  ja: ['~共和国', '~王国'],
  kk: ['~ республикасы'],
  ko: ['~ 공화국', '~ 왕국'],
  mk: ['република ~'],
  mn: ['~ улс'],
  ms: ['republik ~', 'kerajaan ~'],
  nb: ['republikken ~', 'kongeriket ~'],
  nl: ['republiek ~', 'koninkrijk ~'],
  pt: ['república de ~', 'república do ~', 'república da ~', 'reino de ~'],
  ru: ['республика ~', 'королевство ~'],
  sr: ['република ~', 'краљевина ~'],
  sv: ['republiken ~', 'konungariket ~'],
  th: ['สาธารณรัฐ~', 'ราชอาณาจักร~'],
  tr: ['~ cumhuriyeti', '~ krallığı'],
  uk: ['республіка ~', 'королівство ~'],
  uz: ['~ respublikasi'],
  vi: ['cộng hòa ~', 'vương quốc ~'],
  zh: ['~共和国', '~王国'],
  'zh-Hant': ['~共和國', '~王國'],
};

/** What a country of this short name may be called officially. */
export const officialNames = (locale: string, name: string): string[] =>
  (OFFICIAL_FORMS[locale] ?? []).map((form) => form.replace('~', name));
