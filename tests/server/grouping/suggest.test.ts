import { describe, expect, it } from 'vitest';
import { NO_KNOWLEDGE } from '#machines/grouping/knowledge.ts';
import { type OpenAppeal, suggest } from '#server/modules/grouping/suggest.ts';

const group = (key: string, home: number) => {
  const spellings: [string, number][] = [[key, home]];
  return {
    groupId: `g-${key}`,
    label: key,
    name: null,
    isHeld: false,
    texts: [{ key, home, studio: 0, reason: 'exact' as const, spellings }],
  };
};

/** What is asked about a settee, a hammock and a wardrobe when these players appeal. */
const asked = (appeals: readonly OpenAppeal[]) =>
  suggest({
    groups: [group('settee', 5), group('wardrobe', 2), group('hammock', 1)],
    joins: [],
    appeals,
    counting: [],
    dismissed: [],
    knowledge: NO_KNOWLEDGE,
    question: 'Name a piece of furniture.',
  });
const appeal = (id: string, wanted: string, groupId: string | null = null): OpenAppeal => ({
  id,
  key: 'hammock',
  groupId,
  wanted,
});

describe('what players appeal against, as questions to the producer [R2.appeal-once]', () => {
  it('is about the group that was chosen, or that the words mean', async () => {
    const join = { keys: ['settee', 'hammock'], reason: 'appeal' };
    expect(await asked([appeal('a1', 'x', 'g-settee')])).toEqual([
      expect.objectContaining({ ...join, appealIds: ['a1'] }),
    ]);
    // Spelled as nobody has spelled it.
    expect(await asked([appeal('a1', 'settees'), appeal('a2', 'Setee')])).toEqual([
      expect.objectContaining({ ...join, appealIds: ['a1', 'a2'] }),
    ]);
  });

  it('is asked with the words of the player where nobody gave them', async () => {
    expect(await asked([appeal('a1', 'garden swing'), appeal('a2', 'bench')])).toEqual([
      {
        keys: ['hammock'],
        points: 0,
        reason: 'appeal',
        appealIds: ['a1', 'a2'],
        wanted: ['garden swing', 'bench'],
      },
    ]);
  });
});
