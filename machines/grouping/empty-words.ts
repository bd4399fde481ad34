const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words that make no other answer of an answer, save as its last one: 'vitamin a'. */
export const FILLERS = set(
  'of the a an and to for they my your his her their our its is about around approximately approx roughly circa ca some',
);

/** They say no more than that there is much of what follows: 'a lot of money'. */
export const AMOUNTS = set('lot lots plenty loads');

export const PREPOSITIONS = set('in on at by from');

/** Words that say little in an answer given as a sentence. */
export const LIGHT_WORDS = set(
  'i you he she it we me him them us was were be being been are am in on at by from with because when that this these those there very really just so do doing does did have having has get getting got go going make making made take taking eat eating drink drinking use using want wanting something someone somebody much many more your yours mine theirs if or as would could should will can may might maybe probably think guess all any kind type sort im youre hes shes theyre thats theres ive youve weve theyve lets',
);

export const NEGATIONS = set(
  'no not never none without cannot cant dont doesnt didnt isnt arent wasnt wont nobody nothing',
);

/** Words that make another value of a value. */
export const MODIFIERS = set(
  'more less fewer over under above below than least most up or between nearly almost before after until since every per each half',
);

/** What an answer to 'when' says of the event. */
export const EVENT_WORDS = set(
  'released release born died dead founded started start began begun opened established published happened occurred came come took place ended end won invented built written wrote discovered signed aired premiered made created year date day month back around',
);

/** Names of kinds of things that follow or precede a name and add nothing to it: 'river nile'. */
export const CLASS_WORDS = set(
  'river lake sea ocean mount mountain mountains mt desert island islands isle bay gulf strait peninsula valley canal state county province region district city town village people tribe war group foundation university college institute bridge tower palace castle cathedral museum airport station stadium park square street apparatus complex syndrome disease theorem effect law constant planet moon comet star constellation galaxy novel film movie song album opera symphony play poem painting band television language ship',
);

/** Those that make no common noun of what they stand with: 'flag pole' is no flag, but no one says 'bank river'. */
export const FIRM_CLASS_WORDS = set(
  'empire dynasty kingdom republic battle siege treaty inc incorporated ltd limited llc corp corporation company co plc gmbh',
);

/** Titles before a name, and what follows it. */
export const TITLES = set(
  'mr mrs ms miss dr doctor sir dame lord lady prof professor president king queen emperor empress tsar czar prince princess pope chairman chancellor general gen captain capt colonel col saint st rev reverend father brother sister judge justice senator sen governor gov minister count duke duchess baron caesar',
);

/** Parts of family names that are often left out. */
export const PARTICLES = set(
  'de du da di do dos das del della der den des van von zu ten ter le la el al il lo bin ibn ben of y e',
);

export const GENERATIONS: ReadonlyMap<string, string> = new Map([
  ['jr', 'junior'],
  ['junior', 'junior'],
  ['sr', 'senior'],
  ['senior', 'senior'],
]);
