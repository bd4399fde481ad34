import type { Fault } from './fault.ts';
import { groupsOf, pointsOf, totalsOf, type Answer } from './scoring.ts';
import { scoreLine, type StoreSnapshot } from './store-snapshot.ts';

export type CountedAnswer = Answer & { readonly points: number | null };

/** Every answer of the store with its points by the groups, computed independently. */
export function countIndependently({
  answers,
  forms,
}: Pick<StoreSnapshot, 'answers' | 'forms'>): CountedAnswer[] {
  const groups = groupsOf(answers, forms);
  return answers.map((answer) => ({ ...answer, points: pointsOf(answer, forms, groups) }));
}

/** Whether points, groups and stored totals agree with an independent count. */
export function checkCounts(stored: StoreSnapshot): Fault[] {
  const faults: Fault[] = [];
  const add = (kind: string, what: string): void => void faults.push({ kind, what });
  if (!stored.isCounted) add('counting', 'not everything is counted');
  const { answers, forms, groups, people, scores } = stored;
  const counted = countIndependently(stored);
  for (const [index, { points, userId, gameSessionId, textKey }] of counted.entries()) {
    const kept = answers[index]?.points;
    if (kept !== points)
      add('points', `'${textKey}' of ${userId} to ${gameSessionId}: ${kept}, not ${points}`);
  }

  const expected = groupsOf(answers, forms);
  for (const group of groups) {
    const {
      home = 0,
      studio = 0,
      homePoints = 0,
      contestantPoints = 0,
    } = expected.get(group.id) ?? {};
    const isRight =
      group.home === home &&
      group.studio === studio &&
      group.homePoints === homePoints &&
      group.contestantPoints === contestantPoints;
    if (!isRight)
      add('group', `${JSON.stringify(group)}, not ${JSON.stringify(expected.get(group.id))}`);
  }
  const ids = new Set(groups.map(({ id }) => id));
  for (const id of expected.keys()) if (!ids.has(id)) add('group', `${id} is missing`);

  const days = new Set(answers.map(({ day }) => day));
  const right = new Set(
    [null, ...days].flatMap((day) =>
      (['all', 'home', 'studio'] as const).flatMap((audience) => {
        const totals = totalsOf(counted, day, audience);
        return people.flatMap(({ id }) => {
          const total = totals.get(id);
          if (total === undefined) return [];
          return scoreLine({
            scope: day ?? 'all',
            audience,
            user_id: id,
            points: total.points,
            answers: total.answers,
            first_answered_at: total.firstAnsweredAt,
          });
        });
      }),
    ),
  );
  const kept = new Set(scores);
  for (const line of scores)
    if (!right.has(line)) {
      const subject = line.slice(0, line.indexOf(':') + 1);
      const other = [...right].find((each) => each.startsWith(subject)) ?? 'no such total';
      add('total', `${line}; right is ${other.slice(other.indexOf(':') + 2)}`);
    }
  for (const line of right) {
    const subject = line.slice(0, line.indexOf(':') + 1);
    if (!kept.has(line) && !scores.some((each) => each.startsWith(subject)))
      add('total missing', line);
  }
  return faults;
}
