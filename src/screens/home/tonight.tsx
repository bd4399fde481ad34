import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ShowSummary } from '#machines/contract/rundown.ts';
import type { ShowState } from '#machines/contract/entities.ts';
import {
  type ProducerActor,
  selectFailure,
  selectHasHouse,
  selectIsWaiting,
  selectRundown,
  selectShows,
} from '#machines/show/producer.ts';
import { currentShow } from '#machines/show/rules/rundown.ts';
import { useProducerActors } from '#src/bindings/producer-actors.ts';
import { linkButton } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { Cluster } from '#src/components/layout.tsx';
import { Link } from '#src/components/link.tsx';
import { isSame } from './same.ts';

interface TonightProps {
  /** Called with the game sessions of the reader's current show, which they run and so do not play. */
  readonly onRun: (gameSessionIds: readonly string[]) => void;
  /** Whether the card appears once the show is known, instead of with an empty text. */
  readonly isLate?: boolean;
}

/** The first card of the main page for people who run a show: the live or next one, and the way to its control room. */
export default function Tonight(props: TonightProps) {
  const actors = useProducerActors();
  return actors && <Current {...props} producer={actors.producer} />;
}

function Current({
  producer,
  onRun,
  isLate = false,
}: TonightProps & { readonly producer: ProducerActor }) {
  const isWaiting = useSelector(producer, selectIsWaiting);
  const failure = useSelector(producer, selectFailure);
  const show = currentShow(useSelector(producer, selectShows));
  const isAdmin = useSelector(producer, selectHasHouse);
  const run = useSelector(producer, sessionsOf, isSame);
  useEffect(() => {
    onRun(run);
  }, [onRun, run]);
  if (isLate && isWaiting) return null;
  const isNone = show === undefined && !isWaiting && failure === null;
  return (
    <Card
      as="section"
      label={m.homeTonight()}
      title={show ? m.homeTonightShow({ title: show.title }) : m.homeTonight()}
    >
      <p>{show ? stateText(show) : isNone ? m.homeNoShowPlanned() : ''}</p>
      <Cluster>
        <Link to="/control" className={linkButton('primary')}>
          {isNone && isAdmin ? m.homeNewShow() : m.homeOpenControlRoom()}
        </Link>
      </Cluster>
    </Card>
  );
}

/** The game sessions of the displayed show. */
const sessionsOf = (snapshot: Parameters<typeof selectRundown>[0]): readonly string[] =>
  selectRundown(snapshot)?.items.map(({ gameSessionId }) => gameSessionId) ?? [];

const STATES: Readonly<Record<ShowState, string>> = {
  live: m.homeLiveNow(),
  rehearsal: m.homeRehearsal(),
  draft: m.homePlanned(),
  ended: m.homeEnded(),
};

const stateText = ({ state, itemCount }: ShowSummary): string =>
  `${STATES[state]}, ${m.countQuestions({ count: itemCount })}`;
