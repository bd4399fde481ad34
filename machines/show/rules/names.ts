/*
 * The name that others see for a person. A name that a word list flags is masked until a producer allows it. Equal and
 * look-alike names get numbers. While names are on air, a new name waits unless a producer has set it, so that a
 * producer can read it before it is on television.
 */

/** A person's own name, and the name that others see. */
export interface AccountNames {
  readonly name: string;
  /** The name for others: a stand-in, or the name with a number. Null: the name itself. */
  readonly shownName: string | null;
  /** The name that others see while `shownName` waits. Null: nothing waits. */
  readonly airedName: string | null;
}

export const publicName = ({ name, shownName, airedName }: AccountNames): string =>
  airedName ?? shownName ?? name;

/** Whether names are on air: a show is live, or the stage shows a board. */
export const areNamesOnAir = ({
  hasLiveShow,
  scene,
}: {
  readonly hasLiveShow: boolean;
  /** The scene on the stage. */
  readonly scene: string;
}): boolean => hasLiveShow || scene === 'board';

/** The names after a change. A producer's change is visible at once; the owner's change only if no names are on air. */
export function namesAfterRename(
  before: AccountNames,
  next: Omit<AccountNames, 'airedName'>,
  { by, isOnAir }: { readonly by: 'owner' | 'producer'; readonly isOnAir: boolean },
): AccountNames {
  const after = { ...next, airedName: null };
  if (by === 'producer' || !isOnAir) return after;
  const aired = publicName(before);
  return { ...next, airedName: aired === publicName(after) ? null : aired };
}

/** Shown with a number instead of a masked name. */
const STAND_IN = 'Player';

/**
 * Candidates for a person's shown name, in order of preference, with numbers starting at `from`; the first candidate
 * without a look-alike is used.
 */
export const shownNameCandidates = (
  name: string,
  { isMasked, from, count }: { isMasked: boolean; from: number; count: number },
): string[] =>
  Array.from({ length: count }, (_, index) => {
    const number = from + index;
    if (isMasked) return `${STAND_IN} ${number}`;
    return number === 1 ? name : `${name} ${number}`;
  });

/** Pairs of a lower-case letter and the Latin letter that it resembles, sometimes only as a capital. */
const LOOK_ALIKES = new Map(
  (
    'аa αa ɑa вb βb сc ϲc ԁd еe εe ҽe ɡg нh һh ηh іi ιi ıi јj ϳj кk κk ' +
    'ӏl мm μm νn оo οo օo рp ρp ԛq ѕs тt τt սu ѵv ԝw хx χx уy үy υy ζz'
  )
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.charAt(1)]),
);
export const LOOK_ALIKE = new RegExp(`[${[...LOOK_ALIKES.keys()].join('')}]`, 'g');

/**
 * Reduces a name to a skeleton that ignores width, letter case, script and invisible characters: names with the same
 * skeleton look alike.
 */
export const skeletonOf = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(LOOK_ALIKE, (letter) => LOOK_ALIKES.get(letter) ?? letter)
    .replaceAll(/\s+/gu, ' ')
    .trim();
