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

interface StandingProps {
  readonly boards: BoardsActor;
  /** Whether to leave out the rows above and below, which the podium on the screen is still to show. */
  readonly isAlone: boolean;
}

/** Where the player stands today, with the rows above and below if they are known. */
export function Standing({ boards, isAlone }: StandingProps) {
  const user = useUser();
  const audience = user && audienceOf(user.role_id);
  const rows = useSelector(
    boards,
    (snapshot) => (user && audience ? selectAround(snapshot, user, audience) : []),
    isSame,
  );
  const shown = isAlone ? rows.filter(({ user_id: id }) => id === user?.id) : rows;
  if (shown.length === 0) return null;
  return (
    <ol
      aria-label={m.homeTodaysScores()}
      className={classes(styles['board'], styles['standing'])}
      data-few
    >
      {shown.map(({ user_id: id, rank, shared, username, total_points: points }) => (
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
