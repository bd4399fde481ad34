import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StageView } from '#machines/contract/stage.ts';
import { AUDIENCES, type Audience } from '#machines/contract/entities.ts';
import { ANSWER_GRACE_MS, STAGE_GROUPS } from '#machines/contract/limits.ts';
import { compareText } from '#machines/results/rules/ranking.ts';
import { changeWindow } from '#tests/support/windows.ts';
import { describeStores } from '#tests/support/databases.ts';
import { addQuestion } from '../answers/fixture.ts';
import { isDone } from '../refusals.ts';
import { answer, groupIds, showOn } from './fixture.ts';

/** Texts that are all in different groups; more than the stage shows. */
const TEXTS = [
  'zebra',
  'giraffe',
  'kangaroo',
  'elephant',
  'hippopotamus',
  'lemur',
  'otter',
  'walrus',
  'porcupine',
  'badger',
] as const;

type Step =
  | { readonly type: 'release'; readonly audience: Audience; readonly seconds: number | null }
  | { readonly type: 'revoke'; readonly audience: Audience }
  | { readonly type: 'answer'; readonly text: string; readonly count: number }
  | { readonly type: 'reveal' | 'hide'; readonly text: string | null }
  | { readonly type: 'show'; readonly scene: 'question' | 'board' | 'idle' }
  | { readonly type: 'wait'; readonly ms: number };

const audience = fc.constantFrom(...AUDIENCES);
const text = fc.constantFrom(...TEXTS);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    type: fc.constant('release' as const),
    audience,
    seconds: fc.option(fc.integer({ min: 1, max: 9 })),
  }),
  { weight: 2, arbitrary: fc.record({ type: fc.constant('revoke' as const), audience }) },
  fc.record({ type: fc.constant('answer' as const), text, count: fc.integer({ min: 1, max: 3 }) }),
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom('reveal' as const, 'reveal' as const, 'hide' as const),
      text: fc.option(text),
    }),
  },
  fc.record({
    type: fc.constant('show' as const),
    scene: fc.constantFrom('question', 'question', 'board', 'idle'),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 250, 999, 1_000, 9_000),
    }),
  },
);

/** A second implementation of the rule, as a producer would do it with cards. */
class Cards {
  scene = 'question';
  readonly counts = new Map<string, number>();
  /** True from the first reveal until the next release. */
  isLocked = false;
  /** The revealed texts, in order. */
  revealed: string[] = [];
  /** When each audience's last answer counts; Infinity: until revoked. */
  readonly until: Record<Audience, number> = { studio: -Infinity, home: -Infinity };
  ids: Readonly<Record<string, string>> = {};

  isOpen(now: number): boolean {
    return AUDIENCES.some((each) => now <= this.until[each] + ANSWER_GRACE_MS);
  }

  places(): string[] {
    return [...this.counts]
      .toSorted(([a, of], [b, to]) => to - of || compareText(this.ids[a] ?? '', this.ids[b] ?? ''))
      .slice(0, STAGE_GROUPS)
      .map(([each]) => each);
  }

  /** What a stage screen may receive: the texts at their positions, and their counts. */
  seen(now: number): ([string, number] | null)[] {
    if (this.scene !== 'question' || this.isOpen(now)) return [];
    if (!this.isLocked) return [];
    return this.places().map((each) =>
      this.revealed.includes(each) ? [each, this.counts.get(each) ?? 0] : null,
    );
  }

  reveal(chosen: string | null, now: number): boolean {
    if (this.scene !== 'question' || this.isOpen(now)) return false;
    const next = chosen ?? this.places().findLast((each) => !this.revealed.includes(each));
    if (next === undefined || !this.places().includes(next)) return false;
    if (!this.revealed.includes(next)) this.revealed.push(next);
    this.isLocked = true;
    return true;
  }

  hide(chosen: string | null): boolean {
    if (this.scene !== 'question') return false;
    const last = chosen ?? this.revealed.findLast((each) => this.places().includes(each));
    if (last === undefined || !this.places().includes(last)) return false;
    this.revealed = this.revealed.filter((each) => each !== last);
    return true;
  }
}

const seenOn = ({ groups }: StageView): ([string, number] | null)[] =>
  groups.map((place) => place && [place.representative, place.count]);

describeStores('the stage screen after any history', (open, _place, runs) => {
  it('receives what the producer has revealed, and nothing else [R2.show-unrevealed R2.show-reopened]', async () => {
    const db = await open();
    const { show, services, direct, reveal, hide, clock, pages } = showOn(db);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
        const cards = new Cards();
        const { id, gameSessionId } = await addQuestion(db, {});
        await direct('question', id);
        /** Every text revealed so far. */
        const everRevealed = new Set<string>();
        pages.length = 0;

        const count = async (counts: Record<string, number>) => {
          await answer(db, gameSessionId, counts);
          for (const [each, more] of Object.entries(counts))
            cards.counts.set(each, (cards.counts.get(each) ?? 0) + more);
          cards.ids = await groupIds(db, gameSessionId);
        };
        const idOf = (each: string | null) =>
          each === null ? undefined : (cards.ids[each] ?? 'nowhere');

        await count({ zebra: 1, giraffe: 2, kangaroo: 3 });
        for (const next of steps) {
          let [isAccepted, isExpected] = [true, true];
          switch (next.type) {
            case 'release': {
              const timer = next.seconds === null ? null : { minutes: 0, seconds: next.seconds };
              const record = await changeWindow(services, id, next.audience, {
                type: 'release',
                timer,
              });
              const { closesAt } = record.releases[next.audience]?.window ?? {};
              cards.until[next.audience] = closesAt ?? Infinity;
              if (cards.isLocked) cards.revealed = [];
              // Recount, since a question that is open again is grouped again.
              if (cards.isLocked) await count({});
              cards.isLocked = false;
              break;
            }
            case 'revoke':
              await changeWindow(services, id, next.audience, { type: 'revoke' });
              cards.until[next.audience] = -Infinity;
              break;
            case 'answer':
              // A locked question accepts no answers.
              if (!cards.isLocked) await count({ [next.text]: next.count });
              break;
            case 'reveal':
              isExpected = cards.reveal(next.text, clock.now);
              isAccepted = await isDone(reveal(id, idOf(next.text)));
              break;
            case 'hide':
              isExpected = cards.hide(next.text);
              isAccepted = await isDone(hide(id, idOf(next.text)));
              break;
            case 'show':
              await direct(next.scene, id);
              cards.scene = next.scene;
              break;
            case 'wait':
              clock.now += next.ms;
          }
          expect(isAccepted).toBe(isExpected);
          for (const each of cards.revealed) everRevealed.add(each);
          expect(seenOn((await show.readSnapshot()).show)).toEqual(cards.seen(clock.now));
        }
        show.touch();
        const final = cards.seen(clock.now);
        await expect
          .poll(() => pages.map((told) => seenOn(told.show)).at(-1), { interval: 20 })
          .toEqual(final);
        const told = JSON.stringify(pages);
        expect(TEXTS.filter((each) => told.includes(each) && !everRevealed.has(each))).toEqual([]);
      }),
      { numRuns: runs(9) },
    );
  });
});
