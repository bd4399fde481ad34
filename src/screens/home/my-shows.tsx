import { slot, withElements } from '#src/components/slots.tsx';
import { m } from 'messages';
import { useEffect } from 'react';
import type { QuestionsActor } from '#machines/answering/questions.ts';
import { Verbatim } from '#src/components/verbatim.tsx';
import styles from './home.module.css';
import { useMyShows } from './my-shows.hook.ts';

interface MyShowsProps {
  readonly questions: QuestionsActor;
  /** Called with the title of the show that the reader plays, or is going to play. */
  readonly onTitle: (title: string | undefined) => void;
}

/** The shows that the reader has joined, one per line; renders nothing if there are none. */
export default function MyShows({ questions, onTitle }: MyShowsProps) {
  const shows = useMyShows(questions);
  const open = shows.filter(({ state }) => state !== 'ended');
  const { title: tonight } = open.find(({ state }) => state === 'live') ?? open[0] ?? {};
  useEffect(() => {
    onTitle(tonight);
  }, [onTitle, tonight]);
  if (shows.length === 0) return null;
  return (
    <ul aria-label={m.homeYourShows()} className={styles['shows']}>
      {shows.map(({ id, title, state, team }) => (
        <li key={id}>
          {withElements(
            state === 'ended'
              ? m.homeInShowThatEnded({ title: slot(0) })
              : m.homeInShow({ title: slot(0) }),
            <Verbatim>{title}</Verbatim>,
          )}
          {team !== undefined && (
            <> {withElements(m.homeYourTeam({ team: slot(0) }), <Verbatim>{team}</Verbatim>)}</>
          )}
        </li>
      ))}
    </ul>
  );
}
