import { m } from 'messages';
import { listText, numberText } from 'messages/format';
import { useSelector } from '@xstate/react';
import type { ListedQuestion } from '#machines/contract/entities.ts';
import { AUDIENCES, ROLE } from '#machines/contract/roles.ts';
import { selectIsOpen } from '#machines/answering/release-window.ts';
import {
  type QueCardsActor,
  selectAnswered,
  selectConnected,
  selectTopGroups,
} from '#machines/show/que-cards.ts';
import type { ProducerActor } from '#machines/show/producer.ts';
import { selectPeople } from '#machines/show/seats.ts';
import { useQuestionWindow, useWindowSelector } from '#src/bindings/question-window.ts';
import { Bar } from '#src/components/bar.tsx';
import { Card } from '#src/components/card.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { usePeople } from './hook.ts';
import { ListPeople } from './people.tsx';
import styles from './control.module.css';

interface SoFarProps {
  readonly producer: ProducerActor;
  readonly cards: QueCardsActor;
  readonly showId: string;
  /** Number of simulated players; 0: no rehearsal. */
  readonly simulated: number;
  /** The armed question, if any. */
  readonly question: ListedQuestion | undefined;
}

/**
 * The largest groups of the armed question, who is connected, and who still has to answer. On small screens only who is
 * connected.
 */
export function SoFar({ producer, cards, showId, simulated, question }: SoFarProps) {
  const connected = useSelector(cards, selectConnected);
  const window = useQuestionWindow(cards, question?.game_session_id ?? '');
  const isOpen = useWindowSelector(window, selectIsOpen);
  return (
    <div className={styles['soFar']}>
      {question !== undefined && <TopAnswers cards={cards} question={question} />}
      <Card as="section" label={m.controlPlayers()} title={m.controlPlayers()}>
        {simulated > 0 && (
          <p className={styles['hint']}>
            {m.controlSimulatedCount({ players: numberText(simulated) })}
          </p>
        )}
        {connected !== null && (
          <p className={styles['hint']}>
            {simulated > 0 ? m.liveBarRealPlayers(connected) : m.liveBarConnected(connected)}
          </p>
        )}
        <ListPeople producer={producer} />
        {isOpen && question !== undefined && (
          <Missing cards={cards} showId={showId} question={question} />
        )}
      </Card>
    </div>
  );
}

interface QuestionProps extends Omit<SoFarProps, 'producer' | 'simulated'> {
  readonly question: ListedQuestion;
}

function TopAnswers({ cards, question }: Omit<QuestionProps, 'showId'>) {
  const groups = useSelector(cards, selectTopGroups(question));
  return (
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
  );
}

/** How many names are listed; the others are only counted. */
const NAMED = 12;

/**
 * The members of the show who have not answered, contestants first. Players who joined no show have no name here: they are
 * counted.
 */
function Missing({ cards, showId, question }: QuestionProps) {
  const connected = useSelector(cards, selectConnected);
  const answered =
    useSelector(cards, selectAnswered(question.game_session_id)) ?? question.answered;
  const people = useSelector(usePeople({ showId, search: '' }), selectPeople)?.people ?? [];
  const missing = people
    .filter(({ hasAnswered, isHere, isRemoved }) => !hasAnswered && !isRemoved && isHere !== false)
    .toSorted(
      (one, other) =>
        Number(other.role_id === ROLE.contestant) - Number(one.role_id === ROLE.contestant),
    );
  const silent = AUDIENCES.filter((audience) => question.windows[audience].released).map(
    (audience) => Math.max(0, (connected?.[audience] ?? 0) - answered[audience]),
  );
  const count = Math.max(
    missing.length,
    silent.reduce((sum, each) => sum + each, 0),
  );
  if (count === 0) return null;
  const names = missing.slice(0, NAMED).map(({ name }) => name);
  const more = count - names.length;
  return (
    <>
      <h3>{m.controlStillToAnswer({ count: numberText(count) })}</h3>
      {names.length > 0 && (
        <p translate="no">{listText(more > 0 ? [...names, m.groupingMore({ more })] : names)}</p>
      )}
    </>
  );
}
