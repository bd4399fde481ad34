import { type Kysely, sql } from 'kysely';
import type { MergeState, MatchReason } from '#machines/contract/entities.ts';
import type { Schema } from '#server/db/schema.ts';
import { countedAnswersWithTexts } from './store.ts';

type Reader = Kysely<Schema>;

/** A group of counted answers with all its texts, and all spellings of each text. */
export interface FullGroup {
  readonly groupId: string;
  readonly label: string;
  readonly name: string | null;
  readonly isHeld: boolean;
  readonly texts: FullText[];
}
interface FullText {
  readonly key: string;
  readonly matchReason: MatchReason;
  home: number;
  studio: number;
  /** Each spelling and how many people used it, the most frequent first. */
  readonly spellings: [string, number][];
}

/** Returns all groups of a game session, the largest group first, each with its most frequent text first. */
export async function readFullGroups(db: Reader, gameSessionId: string): Promise<FullGroup[]> {
  const rows = await countedAnswersWithTexts(db, gameSessionId)
    .innerJoin('answer_group as g', 'g.id', 'f.group_id')
    .groupBy(['g.id', 'g.representative', 'g.name', 'g.held'])
    .groupBy(['g.home_count', 'g.studio_count', 'f.text_key', 'f.match_reason', 'a.text'])
    .select(['g.id', 'g.representative', 'g.name', 'g.held'])
    .select(['f.text_key as key', 'f.match_reason as matchReason', 'a.text'])
    .select([
      sql<number>`sum(case when a.audience = 'home' then 1 else 0 end)`.as('home'),
      sql<number>`sum(case when a.audience = 'studio' then 1 else 0 end)`.as('studio'),
    ])
    .orderBy(sql`g.home_count + g.studio_count`, 'desc')
    .orderBy('g.id')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy(sql`min(a.received_at)`)
    .orderBy('a.text')
    .execute();
  const groups = new Map<string, FullGroup>();
  const texts = new Map<string, FullText>();
  for (const {
    id,
    representative: label,
    name,
    held,
    key,
    matchReason,
    text,
    home,
    studio,
  } of rows) {
    const group = groups.get(id) ?? { groupId: id, label, name, isHeld: held === 1, texts: [] };
    groups.set(id, group);
    const known = texts.get(key);
    const answerText = known ?? { key, matchReason, home: 0, studio: 0, spellings: [] };
    if (known === undefined) {
      texts.set(key, answerText);
      group.texts.push(answerText);
    }
    answerText.home += home;
    answerText.studio += studio;
    answerText.spellings.push([text, home + studio]);
  }
  for (const group of groups.values())
    group.texts.sort((a, b) => b.home + b.studio - (a.home + a.studio));
  return [...groups.values()];
}

/** Returns the model's merges that are in one of these states, with their texts. */
export async function readMergesIn(
  db: Reader,
  gameSessionId: string,
  states: readonly MergeState[],
): Promise<{ mergeId: string; keys: string[] }[]> {
  const rows = await db
    .selectFrom('model_merge as j')
    .innerJoin('judged_text as t', 't.merge_id', 'j.id')
    .where('j.game_session_id', '=', gameSessionId)
    .where('j.status', 'in', states)
    .orderBy('j.judged_at')
    .orderBy('j.id')
    .orderBy('t.text_key')
    .select(['j.id', 't.text_key as key'])
    .execute();
  const merges = new Map<string, { mergeId: string; keys: string[] }>();
  for (const { id, key } of rows) {
    const merge = merges.get(id) ?? { mergeId: id, keys: [] };
    merges.set(id, merge);
    merge.keys.push(key);
  }
  return [...merges.values()];
}
