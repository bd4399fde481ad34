import { m } from 'messages';
import Crown from 'lucide-react/icons/crown';
import { Fragment } from 'react';
import { useSelector } from '@xstate/react';
import type { StageView } from '#machines/contract/stage.ts';
import type { Audience } from '#machines/contract/entities.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import {
  audiencesOf,
  hasTeams,
  pointsOf,
  sharedText,
  sharersText,
  sharingRank,
  MOST_NAMES,
  PODIUM_RANKS,
  hiddenTied,
  moreText,
  tiedText,
  winnersText,
} from '#machines/show/rules/stage.ts';
import { rankText } from '#machines/results/rules/rank-texts.ts';
import { SCENE_TITLES } from '#machines/show/rules/direction.ts';
import { selectStep, type StageActor } from '#machines/show/stage.ts';
import { fitted, fittedLines } from './fit.ts';
import { useConfetti } from './moves.ts';
import { keyed, Rank } from './scores.tsx';
import { AudienceSign, Corner } from './sign.tsx';
import styles from './stage-screen.module.css';

type Board = NonNullable<StageView['board']>;

interface FinaleProps {
  readonly board: Board;
  readonly title: string | undefined;
  readonly stage: StageActor;
}

/** The ranks that are already shown on the podium, by step of the scene; all of them after these steps. */
const TAKEN: Readonly<Record<string, readonly number[]>> = {
  others: [],
  third: [3],
  second: [3, 2],
};
/** How many winners are named below the number of winners, if there are more than a step has room for. */
const NAMED_WINNERS = 6;
/** The largest font size on a step. */
const STEP_TYPE = '5.4vh';
/** Width of the letters of names, relative to the normal width. */
const ON_STEP = 0.94;
const ON_STAGE = 1.1;

/** The podium of each audience: first the ranks below the third together, then third, second and first. */
export function Podium({ board, title, stage }: FinaleProps) {
  const step = useSelector(stage, selectStep);
  const taken = TAKEN[step] ?? PODIUM_RANKS;
  const audiences = audiencesOf(board);
  return (
    <div className={styles['boards']} data-audiences={audiences.length} data-layer="board">
      <div className={styles['bar']}>
        <Corner />
        <span>{title}</span>
      </div>
      <h1 tabIndex={-1}>{SCENE_TITLES.podium()}</h1>
      {audiences.map((audience) => (
        <section key={audience} aria-label={audienceLabel(audience)}>
          <h2>
            <AudienceSign audience={audience} isTeams={hasTeams(board, audience)} />
          </h2>
          <Steps board={board} audience={audience} taken={taken} />
        </section>
      ))}
    </div>
  );
}

interface StepsProps {
  readonly board: Board;
  readonly audience: Audience;
  readonly taken: readonly number[];
}

function Steps({ board, audience, taken }: StepsProps) {
  const entries = board[audience];
  if (entries.length === 0) return <p>{m.questionsNoneShow()}</p>;
  const others = entries.filter(({ rank }) => rank > PODIUM_RANKS.length);
  const tied = hiddenTied(others);
  return (
    <div className={styles['podium']}>
      <ol className={styles['steps']}>
        {PODIUM_RANKS.map((rank) => {
          const { names, count, pointsPhrase } = sharingRank(board, audience, rank);
          // A rank that is left out by a tie, or by too few players, has no step.
          if (names.length === 0) return null;
          const isShown = taken.includes(rank);
          return (
            <li key={rank} data-rank={rank} data-taken={isShown || undefined}>
              {rank === 1 && <Crown className={styles['crown']} aria-hidden="true" />}
              <b className={styles['lozenge']}>{rankText(rank, count > 1)}</b>
              {isShown && (
                <>
                  <Occupants names={names} count={count} rank={rank} />
                  <span>{pointsPhrase}</span>
                </>
              )}
            </li>
          );
        })}
      </ol>
      <ol
        className={styles['others']}
        style={{ '--rows': Math.ceil((others.length + Math.sign(tied)) / 2) }}
      >
        {keyed(others).map(({ key, entry }) => (
          <li key={key}>
            <Rank of={entry} />
            <span dir="auto" className={styles['name1']}>
              {entry.username}
            </span>
            <span className={styles['points']}>{pointsOf(entry)}</span>
          </li>
        ))}
        {tied > 0 && (
          <li>
            <span />
            <span className={styles['name1']}>{tiedText(tied)}</span>
          </li>
        )}
      </ol>
    </div>
  );
}

interface OccupantsProps {
  readonly names: readonly string[];
  /** How many people share the rank. */
  readonly count: number;
  readonly rank: (typeof PODIUM_RANKS)[number];
}

/** The people on a step, one name per line. */
function Occupants({ names, count, rank }: OccupantsProps) {
  if (count === 1) return <Names text={names.join()} most={STEP_TYPE} wide={ON_STEP} />;
  const most = MOST_NAMES[rank];
  const named = names.slice(0, count > most ? most - 1 : most);
  const lines = count > named.length ? [...named, moreText(count - named.length)] : named;
  const sizes = fittedLines(lines, STEP_TYPE, ON_STEP);
  return (
    <>
      <div className={styles['words']}>
        <p>
          {lines.map((name, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- names are not unique and never move
            <Fragment key={at}>
              {at > 0 && <span className="visually-hidden">, </span>}
              <span
                dir="auto"
                className={styles['name1']}
                style={{ fontSize: `max(var(--small), ${sizes[at]})` }}
              >
                {name}
              </span>
            </Fragment>
          ))}
        </p>
      </div>
      {rank === 1 && <span>{sharedText(count)}</span>}
    </>
  );
}

interface NamesProps {
  readonly text: string;
  /** The largest font size, a CSS length. */
  readonly most: string;
  readonly wide: number;
}

function Names({ text, most, wide }: NamesProps) {
  return (
    <div className={styles['words']}>
      <p
        dir="auto"
        style={{ fontSize: `max(var(--small), ${fitted(text, most, wide)})` }}
        title={text}
      >
        {text}
      </p>
    </div>
  );
}

/** The winners: Studio, then Home, then both. */
export function Winner({ board, title, stage }: FinaleProps) {
  const step = useSelector(stage, selectStep);
  const audiences = audiencesOf(board).filter((audience) => step === 'rest' || audience === step);
  const confetti = useConfetti(step === 'rest' ? null : step);
  return (
    <div className={styles['winner']} data-audiences={audiences.length} data-layer="board">
      <div className={styles['bar']}>
        <Corner />
        <span>{title}</span>
      </div>
      {audiences.map((audience) => (
        <Won key={`${audience} ${step}`} board={board} audience={audience} />
      ))}
      <canvas ref={confetti} className={styles['confetti']} aria-hidden="true" />
    </div>
  );
}

function Won({ board, audience }: { readonly board: Board; readonly audience: Audience }) {
  const { names, count, pointsPhrase } = sharingRank(board, audience);
  const isNamed = count <= MOST_NAMES[1];
  return (
    <section
      aria-label={audienceLabel(audience)}
      className={styles['won']}
      data-audience={audience}
    >
      <h1 tabIndex={-1}>
        <Crown className={styles['crown']} aria-hidden="true" />
        <span>
          <AudienceSign audience={audience} />{' '}
          {hasTeams(board, audience)
            ? m.stageScreenWinningTeams({ count })
            : m.stageScreenWinners({ count })}
        </span>
      </h1>
      {names.length === 0 ? (
        <p>{m.questionsNoneShow()}</p>
      ) : (
        <>
          <div className={styles[audience]}>
            <Names text={winnersText(names, count)} most="16vh" wide={ON_STAGE} />
          </div>
          {!isNamed && (
            <p className={styles['wonNames']}>
              <bdi>{sharersText(names.slice(0, NAMED_WINNERS), count)}</bdi>
            </p>
          )}
          <p className={styles['wonPoints']}>
            {pointsPhrase}
            {count > 1 && isNamed && ` · ${sharedText(count)}`}
          </p>
        </>
      )}
    </section>
  );
}
