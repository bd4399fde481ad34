import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { type QuestionsActor, selectEndedAt } from '#machines/answering/questions.ts';
import { type MyShow, selectMyShows } from '#machines/show/my-shows.ts';
import { useScreen } from '#src/bindings/screen.ts';
import { provideMyShows } from './my-shows.ports.ts';

/**
 * The shows that the reader has joined; empty until they are loaded. They are loaded once; that one of them goes on after
 * its end is known from its questions.
 */
export function useMyShows(questions: QuestionsActor): readonly MyShow[] {
  const screen = useScreen(provideMyShows, { query: null, random: Math.random });
  const shows = useSelector(screen, selectMyShows);
  const reopened = useWithdrawnEnd(questions);
  return shows.map((show) =>
    show.endedAt !== undefined && show.endedAt === reopened ? { ...show, state: 'live' } : show,
  );
}

interface Ends {
  readonly endedAt: number | null;
  readonly withdrawn: number | null;
}

/** The last end of a show, epoch ms, after the show was reopened; null: none was since the page was opened. */
function useWithdrawnEnd(questions: QuestionsActor): number | null {
  const endedAt = useSelector(questions, selectEndedAt);
  const [last, setLast] = useState<Ends>({ endedAt, withdrawn: null });
  if (last.endedAt !== endedAt) {
    const isEarlier = (endedAt ?? 0) < (last.endedAt ?? 0);
    setLast({ endedAt, withdrawn: isEarlier ? last.endedAt : null });
  }
  return last.withdrawn;
}
