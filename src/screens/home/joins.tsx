import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { Grouping } from '#machines/contract/entities.ts';
import { type ProducerActor, selectIsActing, selectRefusal } from '#machines/show/producer.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { effectOf } from '#machines/results/rules/join-effect.ts';
import { useKeptFocus } from '#src/bindings/show.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Disclosure } from '#src/components/disclosure.tsx';
import { Cluster } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import styles from './insights.module.css';
import { counted, waitingText } from '#src/words/counts-and-times.ts';

type Join = NonNullable<Grouping['joins']>[number];

/** Further names are only counted. */
const NAMED = 8;
const NAMES = new Intl.ListFormat('en', { type: 'conjunction' });

interface JoinsProps {
  readonly producer: ProducerActor;
  readonly grouping: Grouping;
}

/** Joins by AI that wait for the producer's decision, and joins already made or decided. */
export function Joins({ producer, grouping }: JoinsProps) {
  const { showId, itemId, joins = [] } = grouping;
  const part = `joins ${itemId}`;
  const busy = useSelector(producer, selectIsActing(part));
  const refusal = useSelector(producer, selectRefusal(part));
  /** What the last decision leads to. */
  const [text, setText] = useState<string | null>(null);
  const held = joins.filter(({ state }) => state === 'held');
  const others = joins.filter(({ state }) => state !== 'held');
  // Deciding on a join removes its buttons, so focus is kept.
  const kept = useKeptFocus<HTMLDivElement>(
    joins.map(({ joinId, state }) => joinId + state).join(),
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
          joinIds: decided.map(({ joinId }) => joinId),
        },
      },
      on: { showId, part },
    });
  };
  return (
    <div ref={kept} tabIndex={-1} className={styles['decisions']}>
      {held.length > 0 && <HeldJoins joins={held} busy={busy} onDecide={decide} />}
      {others.length > 0 && (
        <Disclosure summary={`${counted(others.length, 'join')} by AI`}>
          <JoinList joins={others} busy={busy} onDecide={decide} />
        </Disclosure>
      )}
      <Spoken>{!busy && refusal === null && text !== null && <Note tone="ok">{text}</Note>}</Spoken>
      <Spoken urgent>{refusal !== null && <Note tone="danger">{refusal}</Note>}</Spoken>
    </div>
  );
}

function doneText(count: number, isAccepted: boolean): string {
  const { accepted, dismissed } = PRODUCER_MESSAGES.grouping;
  const text = isAccepted ? accepted : dismissed;
  return count === 1 ? text : `${count} joins: ${text}`;
}

type Decide = (joins: readonly Join[], accepted: boolean) => void;

interface JoinListProps {
  readonly joins: readonly Join[];
  readonly busy: boolean;
  readonly onDecide: Decide;
}

/** Waiting joins with their effect, and buttons to decide on all of them at once. */
function HeldJoins({ joins, busy, onDecide }: JoinListProps) {
  const { answers, before, after } = effectOf(joins);
  const all = joins.length > 1 ? ' all' : '';
  return (
    <section aria-label="Held back" className={styles['held']}>
      <p className={styles['facts']}>
        <Badge tone="danger">Held back</Badge>
        <strong>{waitingText(joins.length)}</strong>
      </p>
      <p>AI wants to join unusually many answers. Nothing is joined until you accept it.</p>
      <ul className={styles['effects']}>
        <li>
          {`Accept${all}: ${counted(before, 'group')} with ${counted(answers, 'answer')} become ${counted(after, 'group')}, and the points of everybody follow in one step.`}
        </li>
        <li>{`Dismiss${all}: groups and points stay as they are. Either can be changed later.`}</li>
      </ul>
      {joins.length > 1 && (
        <Cluster>
          <Button busy={busy} onClick={() => onDecide(joins, true)}>
            {`Accept all ${joins.length}`}
          </Button>
          <Button busy={busy} onClick={() => onDecide(joins, false)}>
            {`Dismiss all ${joins.length}`}
          </Button>
        </Cluster>
      )}
      <JoinList joins={joins} busy={busy} onDecide={onDecide} />
    </section>
  );
}

const JoinList = ({ joins, ...rest }: JoinListProps) => (
  <ul className={styles['joins']}>
    {joins.map((join) => (
      <li key={join.joinId}>
        <JoinItem join={join} {...rest} />
      </li>
    ))}
  </ul>
);

interface JoinItemProps extends Omit<JoinListProps, 'joins'> {
  readonly join: Join;
}

const STATE_WORDS = {
  held: null,
  joined: 'Joined',
  accepted: 'Accepted',
  dismissed: 'Dismissed',
} as const;

function JoinItem({ join, busy, onDecide }: JoinItemProps) {
  const { state, texts, groups } = join;
  const names = namesOf(texts);
  const answers = groups.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <p>
        {STATE_WORDS[state] !== null && <strong>{`${STATE_WORDS[state]}: `}</strong>}
        <Verbatim>{names}</Verbatim>
        <span
          className={styles['rest']}
        >{` (${counted(answers, 'answer')} in ${counted(groups.length, 'group')})`}</span>
      </p>
      <Cluster>
        {(state === 'held' || state === 'dismissed') && (
          <Button
            aria-label={`Accept: join ${names}`}
            busy={busy}
            onClick={() => onDecide([join], true)}
          >
            Accept
          </Button>
        )}
        {state !== 'dismissed' && (
          <Button
            aria-label={`Dismiss: keep ${names} apart`}
            busy={busy}
            onClick={() => onDecide([join], false)}
          >
            Dismiss
          </Button>
        )}
      </Cluster>
    </>
  );
}

const namesOf = (texts: readonly string[]): string => {
  const named = texts.slice(0, NAMED).map((text) => `“${text}”`);
  const more = texts.length - named.length;
  return NAMES.format(more > 0 ? [...named, `${more} more`] : named);
};
