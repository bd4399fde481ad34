import { m } from 'messages';
import { numberText } from 'messages/format';
import { useSelector } from '@xstate/react';
import { audienceOf } from '#machines/contract/audience.ts';
import { selectAround } from '#machines/results/around.ts';
import type { BoardsActor } from '#machines/results/boards.ts';
import { rankText } from '#machines/results/rules/rank-texts.ts';
import { useUser } from '#src/bindings/runtime.tsx';
import { classes } from '#src/components/classes.ts';
import { Verbatim } from '#src/components/verbatim.tsx';
import styles from './missed-board.module.css';
import { isSame } from './same.ts';

/** Where the player stands today, with the rows above and below if they are known. */
export function Standing({ boards }: { readonly boards: BoardsActor }) {
  const user = useUser();
  const audience = user && audienceOf(user.role_id);
  const rows = useSelector(
    boards,
    (snapshot) => (user && audience ? selectAround(snapshot, user, audience) : []),
    isSame,
  );
  if (rows.length === 0) return null;
  return (
    <ol
      aria-label={m.homeTodaysScores()}
      className={classes(styles['board'], styles['standing'])}
      data-few
    >
      {rows.map(({ user_id: id, rank, shared, username, total_points: points }) => (
        <li
          key={id}
          data-shown={id === user?.id}
          data-first={rank === 1}
          data-lit={id === user?.id}
        >
          <i>{rankText(rank, shared === true)}</i>
          <Verbatim>{username}</Verbatim>
          <b>
            {numberText(points)}
            <span className="visually-hidden"> {m.unitPoints({ count: points })}</span>
          </b>
        </li>
      ))}
    </ol>
  );
}
