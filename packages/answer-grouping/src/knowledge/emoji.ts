import { z } from 'zod';
import type { KnowledgeDraft } from './draft.ts';
import { readPackageJson } from './packages.ts';

const COLOURS = 'red|orange|yellow|green|blue|purple|brown|black|white';

/** For every emoji the word that names what it pictures; flags are names of countries already. */
export function addEmoji(draft: KnowledgeDraft): void {
  const names = readPackageJson(
    'emojilib/dist/emoji-en-US.json',
    z.record(z.string(), z.array(z.string())),
  );
  for (const [emoji, [first]] of Object.entries(names)) {
    if (first === undefined || first.startsWith('flag_')) continue;
    const name = first.replaceAll('_', ' ');
    const plain = [
      name,
      name.replace(/ face$/, ''),
      name.replace(new RegExp(`^(?:${COLOURS}) `), ''),
    ];
    const word = plain.find((each) => draft.meaningsOf(each).length > 0) ?? name;
    draft.standsFor(emoji, word, 'plain');
  }
}
