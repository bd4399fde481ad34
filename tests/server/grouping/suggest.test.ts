import { describe, expect, it } from 'vitest';
import { LIMITS } from '#machines/contract/limits.ts';
import { NO_KNOWLEDGE } from 'answer-grouping';
import { type OpenAppeal, suggest } from '#server/results/grouping/suggest.ts';

const group = (key: string, home: number) => {
  const spellings: [string, number][] = [[key, home]];
  return {
    groupId: `g-${key}`,
    label: key,
    name: null,
    isHeld: false,
    texts: [{ key, home, studio: 0, matchReason: 'exact' as const, spellings }],
  };
};

/** The suggestions for the answers settee, hammock and wardrobe with these appeals. */
const asked = (appeals: readonly OpenAppeal[], more: Partial<Parameters<typeof suggest>[0]> = {}) =>
  suggest({
    groups: [group('settee', 5), group('wardrobe', 2), group('hammock', 1)],
    merges: [],
    appeals,
    counting: [],
    dismissed: [],
    knowledge: NO_KNOWLEDGE,
    question: 'Name a piece of furniture.',
    language: 'en',
    ...more,
  });
/** A producer's rejection of a suggestion about these texts. */
const declined = (texts: readonly string[]) => ({
  turn: 1,
  requestId: 'request-1',
  at: 0,
  by: null,
  reason: null,
  kind: 'decline' as const,
  made: [],
  mergeIds: [],
  was: {},
  declined: [...texts],
  appealIds: [],
  about: [],
  to: null,
});
const appeal = (id: string, wanted: string, groupId: string | null = null): OpenAppeal => ({
  id,
  key: 'hammock',
  groupId,
  wanted,
});

describe('a suggestion from an appeal [R2.appeal-once]', () => {
  it('names the group that the player chose or described', async () => {
    const merge = { keys: ['settee', 'hammock'], source: 'appeal' };
    expect(await asked([appeal('a1', 'x', 'g-settee')])).toEqual([
      expect.objectContaining({ ...merge, appealIds: ['a1'] }),
    ]);
    // A spelling that no answer has.
    expect(await asked([appeal('a1', 'settees'), appeal('a2', 'Setee')])).toEqual([
      expect.objectContaining({ ...merge, appealIds: ['a1', 'a2'] }),
    ]);
  });

  it('quotes the words of the player if no answer has them', async () => {
    expect(await asked([appeal('a1', 'garden swing'), appeal('a2', 'bench')])).toEqual([
      {
        keys: ['hammock'],
        source: 'appeal',
        appealIds: ['a1', 'a2'],
        wanted: ['garden swing', 'bench'],
      },
    ]);
  });

  it('is made even if a producer has declined the same pair, or a merge of a model', async () => {
    const pair = ['settee', 'hammock'];
    const found = [expect.objectContaining({ keys: pair, appealIds: ['a1'] })];
    expect(await asked([appeal('a1', 'settee')], { counting: [declined(pair)] })).toEqual(found);
    expect(await asked([appeal('a1', 'settee')], { dismissed: [pair] })).toEqual(found);
  });

  it('comes before all suggestions of text matching', async () => {
    const many = Array.from({ length: 60 }, (_, at) => `thing ${String(at).padStart(2, '0')}`);
    const groups = [...many.map((key) => group(key, 9)), group('hammock', 1)];
    const merges = many
      .slice(1)
      .map((key, at) => ({ mergeId: `j${at}`, keys: [many[0] ?? '', key] }));
    const appeals = [
      appeal('a1', many[1] ?? ''),
      { ...appeal('a2', 'garden swing'), key: many[2] ?? '' },
    ];
    const found = await asked(appeals, { groups, merges });
    expect(found.slice(0, 2).map(({ source, appealIds }) => [source, appealIds])).toEqual([
      ['appeal', ['a1']],
      ['appeal', ['a2']],
    ]);
    expect(found.length).toBeLessThanOrEqual(LIMITS.deskSuggestions);
  });
});
