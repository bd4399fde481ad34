import { m } from 'messages';
import { listText, numberText } from 'messages/format';
import { useSelector } from '@xstate/react';
import type { ListedQuestion } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { selectIsOpen } from '#machines/answering/release-window.ts';
import { type QueCardsActor, selectConnected, selectTopGroups } from '#machines/show/que-cards.ts';
import { selectPeople } from '#machines/show/seats.ts';
import { useQuestionWindow, useWindowSelector } from '#src/bindings/question-window.ts';
import { Bar } from '#src/components/bar.tsx';
import { Card } from '#src/components/card.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { usePeople } from './hook.ts';
import styles from './control.module.css';

interface SoFarProps {
  readonly cards: QueCardsActor;
  readonly showId: string;
  /** The armed question. */
  readonly question: ListedQuestion;
}

/** The largest groups of the armed question, and the members who still have to answer it. Only on tall screens. */
export function SoFar({ cards, showId, question }: SoFarProps) {
  const groups = useSelector(cards, selectTopGroups(question));
  const connected = useSelector(cards, selectConnected);
  const window = useQuestionWindow(cards, question.game_session_id);
  const isOpen = useWindowSelector(window, selectIsOpen);
  return (
    <div className={styles['soFar']}>
      <Card as="section" label={m.queCardsTopAnswers()} title={m.queCardsTopAnswers()}>
        {groups.length === 0 && <p className={styles['hint']}>{m.questionsNoAnswers()}</p>}
        {groups.map(({ representative, count }) => (
          <Bar
            key={representative}
            label={<Verbatim>{representative}</Verbatim>}
            value={count}
            max={groups[0]?.count ?? count}
          />
        ))}
      </Card>
      <Card as="section" label={m.controlPlayers()} title={m.controlPlayers()}>
        {connected !== null && <p className={styles['hint']}>{m.liveBarConnected(connected)}</p>}
        {isOpen && <Missing showId={showId} />}
      </Card>
    </div>
  );
}

/** How many names are listed; the others are only counted. */
const NAMED = 12;

/** The members of the show who have not answered, contestants first. */
function Missing({ showId }: Pick<SoFarProps, 'showId'>) {
  const people = useSelector(usePeople({ showId, search: '' }), selectPeople)?.people ?? [];
  const missing = people
    .filter(({ hasAnswered, isHere, isRemoved }) => !hasAnswered && !isRemoved && isHere !== false)
    .toSorted(
      (one, other) =>
        Number(other.role_id === ROLE.contestant) - Number(one.role_id === ROLE.contestant),
    );
  if (missing.length === 0) return null;
  const more = missing.length - NAMED;
  const names = missing.slice(0, NAMED).map(({ name }) => name);
  return (
    <>
      <h3>{m.controlStillToAnswer({ count: numberText(missing.length) })}</h3>
      <p translate="no">{listText(more > 0 ? [...names, m.groupingMore({ more })] : names)}</p>
    </>
  );
}
