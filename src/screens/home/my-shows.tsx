import { Verbatim } from '#src/components/verbatim.tsx';
import styles from './home.module.css';
import { useMyShows } from './my-shows.hook.ts';

/** The shows that the reader has joined, one per line; renders nothing if there are none. */
export default function MyShows() {
  const shows = useMyShows();
  if (shows.length === 0) return null;
  return (
    <ul aria-label="Your shows" className={styles['shows']}>
      {shows.map(({ id, title, state, team }) => (
        <li key={id}>
          You&apos;re in <Verbatim>{title}</Verbatim>
          {state === 'ended' && ', which is over'}
          {team !== undefined && (
            <>
              . Your team: <Verbatim>{team}</Verbatim>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
