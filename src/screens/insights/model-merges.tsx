import { m } from 'messages';
import { listText } from 'messages/format';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { Grouping } from '#machines/contract/entities.ts';
import { type ProducerActor, selectIsActing, selectRefusal } from '#machines/show/producer.ts';
import { mergeEffectOf } from '#machines/results/rules/merge-effect.ts';
import { useFocusAcrossModes } from '#src/bindings/show.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Disclosure } from '#src/components/disclosure.tsx';
import { Cluster } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import styles from './insights.module.css';

type ModelMerge = NonNullable<Grouping['merges']>[number];

/** Further names are only counted. */
const NAMED = 8;

interface ModelMergesProps {
  readonly producer: ProducerActor;
  readonly grouping: Grouping;
}

/** Merges by AI that wait for the producer's decision, and merges already made or decided. */
export function ModelMerges({ producer, grouping }: ModelMergesProps) {
  const { showId, itemId, merges = [] } = grouping;
  const part = `merges ${itemId}`;
  const busy = useSelector(producer, selectIsActing(part));
  const refusal = useSelector(producer, selectRefusal(part));
  /** What the last decision leads to. */
  const [text, setText] = useState<string | null>(null);
  const held = merges.filter(({ state }) => state === 'held');
  const others = merges.filter(({ state }) => state !== 'held');
  // Deciding on a merge removes its buttons, so focus is kept.
  const kept = useFocusAcrossModes<HTMLDivElement>(
    merges.map(({ mergeId, state }) => mergeId + state).join(),
  );
  const decide: Decide = (decided, accepted) => {
    setText(doneText(decided.length, accepted));
    producer.send({
      type: 'producer.act',
      act: {
        type: 'decide',
        itemId,
        decision: {
          kind: accepted ? 'accept' : 'dismiss',
          mergeIds: decided.map(({ mergeId }) => mergeId),
        },
      },
      on: { showId, part },
    });
  };
  return (
    <div ref={kept} tabIndex={-1} className={styles['decisions']}>
      {held.length > 0 && <HeldMerges merges={held} busy={busy} onDecide={decide} />}
      {others.length > 0 && (
        <Disclosure summary={m.insightsMergesByAi({ count: others.length })}>
          <MergeList merges={others} busy={busy} onDecide={decide} />
        </Disclosure>
      )}
      <Spoken>{!busy && refusal === null && text !== null && <Note tone="ok">{text}</Note>}</Spoken>
      <Spoken urgent>{refusal !== null && <Note tone="danger">{refusal}</Note>}</Spoken>
    </div>
  );
}

function doneText(count: number, isAccepted: boolean): string {
  const text = isAccepted ? m.groupingAccepted() : m.groupingDismissed();
  return count === 1 ? text : m.insightsMergesText({ count, text });
}

type Decide = (merges: readonly ModelMerge[], accepted: boolean) => void;

interface MergeListProps {
  readonly merges: readonly ModelMerge[];
  readonly busy: boolean;
  readonly onDecide: Decide;
}

/** Waiting merges with their effect, and buttons to decide on all of them at once. */
function HeldMerges({ merges, busy, onDecide }: MergeListProps) {
  const { answers, before, after } = mergeEffectOf(merges);
  const effect = {
    before: m.countGroups({ count: before }),
    answers: m.countAnswers({ count: answers }),
    after: m.countGroups({ count: after }),
  };
  const isOne = merges.length === 1;
  return (
    <section aria-label={m.insightsHeldBack()} className={styles['held']}>
      <p className={styles['facts']}>
        <Badge tone="danger">{m.insightsHeldBack()}</Badge>
        <strong>{m.countSuggestionsWaiting({ count: merges.length })}</strong>
      </p>
      <p>{m.insightsAiWantsMergeUnusually()}</p>
      <ul className={styles['effects']}>
        <li>{isOne ? m.insightsAcceptEffect(effect) : m.insightsAcceptAllEffect(effect)}</li>
        <li>{isOne ? m.insightsDismissEffect() : m.insightsDismissAllEffect()}</li>
      </ul>
      {merges.length > 1 && (
        <Cluster>
          <Button busy={busy} onClick={() => onDecide(merges, true)}>
            {m.insightsAcceptAll({ length: merges.length })}
          </Button>
          <Button busy={busy} onClick={() => onDecide(merges, false)}>
            {m.insightsDismissAll({ length: merges.length })}
          </Button>
        </Cluster>
      )}
      <MergeList merges={merges} busy={busy} onDecide={onDecide} />
    </section>
  );
}

const MergeList = ({ merges, ...rest }: MergeListProps) => (
  <ul className={styles['merges']}>
    {merges.map((merge) => (
      <li key={merge.mergeId}>
        <MergeItem merge={merge} {...rest} />
      </li>
    ))}
  </ul>
);

interface MergeItemProps extends Omit<MergeListProps, 'merges'> {
  readonly merge: ModelMerge;
}

const STATE_WORDS = {
  held: null,
  applied: m.insightsApplied(),
  accepted: m.insightsAccepted(),
  dismissed: m.insightsDismissed(),
} as const;

function MergeItem({ merge, busy, onDecide }: MergeItemProps) {
  const { state, texts, groups } = merge;
  const names = namesOf(texts);
  const answers = groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <p>
        {STATE_WORDS[state] !== null && <strong>{`${STATE_WORDS[state]}: `}</strong>}
        <Verbatim>{names}</Verbatim>{' '}
        <span className={styles['rest']}>
          {m.insightsAnswersInGroups({
            answers: m.countAnswers({ count: answers }),
            groups: m.countGroups({ count: groups.length }),
          })}
        </span>
      </p>
      <Cluster>
        {(state === 'held' || state === 'dismissed') && (
          <Button
            aria-label={m.insightsAcceptMerge({ names })}
            busy={busy}
            onClick={() => onDecide([merge], true)}
          >
            {m.insightsAccept()}
          </Button>
        )}
        {state !== 'dismissed' && (
          <Button
            aria-label={m.insightsDismissKeepApart({ names })}
            busy={busy}
            onClick={() => onDecide([merge], false)}
          >
            {m.insightsDismiss()}
          </Button>
        )}
      </Cluster>
    </>
  );
}

const namesOf = (texts: readonly string[]): string => {
  const named = texts.slice(0, NAMED).map((text) => m.commonQuoted({ text }));
  const more = texts.length - named.length;
  return listText(more > 0 ? [...named, m.insightsMore({ more })] : named);
};
