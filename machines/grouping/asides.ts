import type { Knowledge } from './knowledge.ts';
import type { Reading } from './readings.ts';
import type { FindForm, ShortForm } from './short-form.ts';
import { textKey } from './text.ts';

/** What stands around an answer: 'ADP (adenosine diphosphate)', 'Hobbit, or There and Back Again'. */
const ASIDES = [/^([^()]+)\(([^()]+)\)[^()]*$/, /^([^:]+): (.+)/, /^(.+?), or (.+)/];

/** 'ADP (adenosine diphosphate)', 'the Boxer Rebellion in China': the part that another text says alone. */
export function asides(find: FindForm, knowledge: Knowledge): ShortForm {
  return {
    reason: 'short-form',
    hostsOf: (reading) => {
      const parts = partsOf(reading.text ?? '');
      const before = beforePlace(reading, knowledge);
      if (before !== null) parts.push(before);
      return parts.map(find).find((positions) => positions.length > 0) ?? [];
    },
  };
}

function partsOf(text: string): string[] {
  const match = ASIDES.map((pattern) => pattern.exec(text)).find((found) => found !== null);
  return (match ?? []).slice(1).map(textKey);
}

/** What comes before 'of Japan' or 'in Vietnam'. */
function beforePlace({ tokens }: Reading, knowledge: Knowledge): string | null {
  const at = tokens.findLastIndex((token) => token === 'of' || token === 'in');
  if (at < 1) return null;
  const place = tokens.slice(at + 1).filter((token) => token !== 'the');
  const isPlace = knowledge
    .meaningsOf(place.join(' '))
    .some(({ kind, isCode }) => !isCode && (kind === 'country' || kind === 'region'));
  return isPlace ? tokens.slice(0, at).join(' ') : null;
}
