import { useSelector } from '@xstate/react';
import type { DistributionItem, Grouping } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import {
  type DistributionActor,
  type GroupingActor,
  selectDistribution,
  selectGrouping,
  selectMessage,
} from '#machines/insights.ts';
import { useInsights } from '#src/bindings/insights.ts';
import { Badge } from '#src/components/badge.tsx';
import { Bar } from '#src/components/bar.tsx';
import { Disclosure } from '#src/components/disclosure.tsx';
import { EmptyState, ErrorNote, Skeleton } from '#src/components/states.tsx';
import styles from './insights.module.css';
import { counted } from './words.ts';

/** Of one question; whoever shows another one gives it another key. */
export default function InsightsView({ gameSessionId }: { readonly gameSessionId: string }) {
  return <Insights {...useInsights(gameSessionId)} />;
}

export interface InsightsProps {
  readonly distribution: DistributionActor;
  readonly grouping: GroupingActor;
}

/** What the producer sees of the answers: how often each text was given, and the groups. */
export function Insights({ distribution, grouping }: InsightsProps) {
  const items = useSelector(distribution, selectDistribution);
  const itemsMessage = useSelector(distribution, selectMessage);
  const groups = useSelector(grouping, selectGrouping);
  const groupsMessage = useSelector(grouping, selectMessage);
  return (
    <>
      <section aria-label="Answer distribution" className={styles['panel']}>
        <h3>Answer distribution</h3>
        {itemsMessage !== null && (
          <ErrorNote
            message={itemsMessage}
            onRetry={() => distribution.send({ type: 'load.retry' })}
          />
        )}
        {items === null ? (
          itemsMessage === null && <Waiting label="Loading the answers" />
        ) : (
          <Distribution items={items} />
        )}
      </section>
      <section aria-label="AI grouping" className={styles['panel']}>
        <h3>AI grouping</h3>
        {groupsMessage !== null && (
          <ErrorNote
            message={groupsMessage}
            onRetry={() => grouping.send({ type: 'load.retry' })}
          />
        )}
        {groups === null ? (
          groupsMessage === null && <Waiting label="Loading the groups" />
        ) : (
          <Groups grouping={groups} />
        )}
      </section>
    </>
  );
}

const Waiting = ({ label }: { readonly label: string }) => (
  <Skeleton label={label} shapes={['line', 'line', 'line']} />
);

/** More would be a wall: the rest is counted. */
const SHOWN = 10;
const sum = (counts: readonly { readonly count: number }[]): number =>
  counts.reduce((total, { count }) => total + count, 0);

function Distribution({ items }: { readonly items: readonly DistributionItem[] }) {
  if (items.length === 0) return <EmptyState title={MESSAGES.questions.noAnswers} />;
  const rest = items.slice(SHOWN);
  return (
    <>
      {items.slice(0, SHOWN).map(({ answer_text, count }) => (
        <Bar key={answer_text} label={answer_text} value={count} max={items[0]?.count ?? count} />
      ))}
      {rest.length > 0 && (
        <p
          className={styles['rest']}
        >{`And ${rest.length} more, given ${counted(sum(rest), 'time')}`}</p>
      )}
    </>
  );
}

function Groups({ grouping }: { readonly grouping: Grouping }) {
  const { aiEnabled, totalAnswers, totalGroups, explanation, groupingDetails } = grouping;
  if (totalAnswers === 0) return <EmptyState title={MESSAGES.questions.noAnswers} />;
  return (
    <>
      <p className={styles['facts']}>
        <Badge>{aiEnabled ? 'AI' : 'Text matching'}</Badge>
        <span>{`${counted(totalAnswers, 'answer')} in ${counted(totalGroups, 'group')}`}</span>
      </p>
      <p className={styles['rest']}>{explanation}</p>
      {groupingDetails.slice(0, SHOWN).map((group) => (
        <Disclosure
          key={group.groupId}
          summary={
            <>
              <Bar
                label={group.representative}
                value={group.count}
                max={groupingDetails[0]?.count ?? group.count}
              />
              <span className={styles['worth']}>
                {`Home ${counted(group.pointsPerAnswer, 'point')} · Studio ${counted(group.contestantPoints, 'point')}`}
              </span>
            </>
          }
        >
          <ul className={styles['texts']}>
            {[...new Set(group.answers.map(({ originalText }) => originalText))].map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Disclosure>
      ))}
    </>
  );
}
