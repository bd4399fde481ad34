import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { type ReactNode, useState } from 'react';
import type { DistributionItem, Grouping } from '#machines/contract/entities.ts';
import {
  type DistributionActor,
  type GroupingActor,
  selectDistribution,
  selectGrouping,
} from '#machines/results/insights.ts';
import { selectLoadMessage } from '#machines/kit/loader.ts';
import type { ProducerActor } from '#machines/show/producer.ts';
import { useInsights } from './hook.ts';
import { Badge } from '#src/components/badge.tsx';
import { Bar } from '#src/components/bar.tsx';
import { Button, standaloneLink } from '#src/components/button.tsx';
import { Disclosure } from '#src/components/disclosure.tsx';
import { Link } from '#src/components/link.tsx';
import { EmptyState, Skeleton } from '#src/components/states.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import styles from './insights.module.css';
import { useProducerActors } from '#src/bindings/producer-actors.ts';
import { ModelMerges } from './model-merges.tsx';
import { Payments } from './payments.tsx';
import { MATCH_REASON_WORDS } from '#src/words/match-reasons.ts';

/** The insights of one question; use another `key` for another question. */
export default function InsightsView({ gameSessionId }: { readonly gameSessionId: string }) {
  return (
    <>
      <Insights {...useInsights(gameSessionId)} producer={useProducerActors()?.producer ?? null} />
      <Link to={`/grouping/${gameSessionId}`} className={standaloneLink}>
        {m.insightsOpenGroupingDesk()}
      </Link>
      <Payments gameSessionId={gameSessionId} />
    </>
  );
}

export interface InsightsProps {
  readonly distribution: DistributionActor;
  readonly grouping: GroupingActor;
  /** Null: not loaded yet. */
  readonly producer: ProducerActor | null;
}

/** The answers as the producer sees them: how often each text was given, and the groups. */
export function Insights({ distribution, grouping, producer }: InsightsProps) {
  const items = useSelector(distribution, selectDistribution);
  const itemsMessage = useSelector(distribution, selectLoadMessage);
  const groups = useSelector(grouping, selectGrouping);
  const groupsMessage = useSelector(grouping, selectLoadMessage);
  return (
    <>
      <Panel
        title={m.insightsAnswerDistribution()}
        isMissing={items === null && itemsMessage !== null}
      >
        {items === null ? (
          <Waiting label={m.insightsLoadingAnswers()} />
        ) : (
          <Distribution items={items} />
        )}
      </Panel>
      <Panel title={m.insightsAiGrouping()} isMissing={groups === null && groupsMessage !== null}>
        {groups === null ? (
          <Waiting label={m.insightsLoadingGroups()} />
        ) : (
          <>
            <GroupingFacts grouping={groups} />
            {producer !== null && <ModelMerges producer={producer} grouping={groups} />}
            <Groups grouping={groups} />
          </>
        )}
      </Panel>
    </>
  );
}

interface PanelProps {
  readonly title: string;
  /** Whether the panel could not be loaded; the other panels still work. */
  readonly isMissing: boolean;
  readonly children: ReactNode;
}

function Panel({ title, isMissing, children }: PanelProps) {
  if (isMissing) return null;
  return (
    <section aria-label={title} className={styles['panel']}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

const Waiting = ({ label }: { readonly label: string }) => (
  <Skeleton label={label} shapes={['line', 'line', 'line']} />
);

/** Number of rows shown; further rows are only counted. */
const SHOWN = 10;
const sum = (counts: readonly { readonly count: number }[]): number =>
  counts.reduce((total, { count }) => total + count, 0);

function Distribution({ items }: { readonly items: readonly DistributionItem[] }) {
  if (items.length === 0) return <EmptyState title={m.questionsNoAnswers()} />;
  const rest = items.slice(SHOWN);
  return (
    <>
      {items.slice(0, SHOWN).map(({ answer_text, count }) => (
        <Bar
          key={answer_text}
          label={<Verbatim>{answer_text}</Verbatim>}
          value={count}
          max={items[0]?.count ?? count}
        />
      ))}
      {rest.length > 0 && (
        <p className={styles['rest']}>
          {m.insightsMoreGiven({ length: rest.length, rest: m.countTimes({ count: sum(rest) }) })}
        </p>
      )}
    </>
  );
}

interface GroupingProps {
  readonly grouping: Grouping;
}

function GroupingFacts({ grouping }: GroupingProps) {
  const { aiEnabled, totalAnswers, totalGroups, explanation } = grouping;
  if (totalAnswers === 0) return <EmptyState title={m.questionsNoAnswers()} />;
  return (
    <>
      <p className={styles['facts']}>
        <Badge>{MADE_BY[aiEnabled ? 'model' : 'text']}</Badge>
        <span>
          {m.insightsIn({
            totalAnswers: m.countAnswers({ count: totalAnswers }),
            totalGroups: m.countGroups({ count: totalGroups }),
          })}
        </span>
      </p>
      <p className={styles['rest']}>{explanation}</p>
    </>
  );
}

const MADE_BY = { text: m.insightsTextMatching(), model: m.wordsAi() } as const;

function Groups({ grouping: { groupingDetails, totalGroups } }: GroupingProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? groupingDetails : groupingDetails.slice(0, SHOWN);
  const more = totalGroups - shown.length;
  return (
    <>
      {shown.map((group) => (
        <Disclosure
          key={group.groupId}
          summary={
            <>
              <Bar
                label={<Verbatim>{group.representative}</Verbatim>}
                value={group.count}
                max={groupingDetails[0]?.count ?? group.count}
              />
              <span className={styles['worth']}>
                {[
                  m.insightsHome({
                    pointsPerAnswer: m.countPoints({ count: group.pointsPerAnswer }),
                  }),
                  m.insightsStudio({
                    contestantPoints: m.countPoints({ count: group.contestantPoints }),
                  }),
                  ...(group.madeBy === undefined ? [] : [MADE_BY[group.madeBy]]),
                ].join(' · ')}
              </span>
            </>
          }
        >
          <ul className={styles['texts']}>
            {Array.from(reasonsIn(group.answers), ([text, why]) => (
              <li key={text}>
                <Verbatim>{text}</Verbatim>
                {why !== null && <span className={styles['worth']}>{` (${why})`}</span>}
              </li>
            ))}
          </ul>
          {group.count > group.answers.length && (
            <p className={styles['rest']}>
              {m.insightsShowingFirstAnswersMore({
                length: group.answers.length,
                count: group.count - group.answers.length,
              })}
            </p>
          )}
        </Disclosure>
      ))}
      {more > 0 && (
        <p className={styles['rest']}>
          {m.insightsAnd({ more: m.countSmallerGroups({ count: more }) })}
        </p>
      )}
      {groupingDetails.length > SHOWN && (
        <Button wide aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole
            ? m.insightsShowFewerGroups()
            : m.insightsShowGroups({ length: groupingDetails.length })}
        </Button>
      )}
    </>
  );
}

/** The distinct texts of a group, each with its match reason. */
const reasonsIn = (
  answers: Grouping['groupingDetails'][number]['answers'],
): ReadonlyMap<string, string | null> =>
  new Map(
    answers.map(({ originalText, matchReason = 'exact' }) => [
      originalText,
      MATCH_REASON_WORDS[matchReason],
    ]),
  );
