import { m } from 'messages';
import { numberText } from 'messages/format';
import type { Direction } from '#machines/contract/stage.ts';
import type { Audience } from '#machines/contract/entities.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { SCENE_WORDS, sceneTitle } from '#machines/show/rules/direction.ts';
import { codeText } from '#machines/show/rules/join-code.ts';
import { airLabel } from '#machines/show/rules/labels.ts';
import {
  audiencesOf,
  pointsOf,
  sharersText,
  sharingRank,
  PODIUM_RANKS,
  hiddenTied,
  tiedText,
  winnersText,
} from '#machines/show/rules/stage.ts';
import { rankText } from '#machines/results/rules/rank-texts.ts';
import { useBrand } from '#src/bindings/runtime.tsx';
import { Crown } from '#src/components/badge.tsx';
import styles from './picture.module.css';

/** What the stage screen displays at a given time. */
export interface Picture {
  readonly scene: Direction['scene'];
  /** The question, the title of the show while the stage is idle, or the text of an interlude. */
  readonly text: string | null;
  /** The join code below the title while the stage is idle; null: no one can join. */
  readonly code: string | null;
  readonly groups: Direction['groups'];
  /** The id of the group that was revealed last, if known. */
  readonly hot: string | null;
  /** The displayed board; null: there is no board, or it is not known. */
  readonly board: NonNullable<Direction['board']> | null;
  /** Whether questions of the show are still to come. */
  readonly hasMore: boolean;
  /** Null: players cannot answer. */
  readonly open: {
    /** Time left; null: there is no timer. */
    readonly clock: string | null;
    readonly answered: Partial<Record<Audience, number>>;
  } | null;
  readonly isCounting: boolean;
}

/** A small copy of the stage screen. It is dark in both themes, and its content scales with its width. */
export function Screen({ picture }: { readonly picture: Picture }) {
  return (
    <div data-tile translate="no" className={styles['frame']}>
      <div className={styles['screen']} data-live={picture.open !== null || undefined}>
        <Scene picture={picture} />
      </div>
    </div>
  );
}

function Scene({ picture }: { readonly picture: Picture }) {
  const { name } = useBrand();
  const { scene, board, text, code, hasMore } = picture;
  if (scene === 'question') return <Question picture={picture} />;
  if (scene === 'idle')
    return (
      <>
        <strong className={styles['name']}>{text ?? name}</strong>
        {code !== null && (
          <span>
            {m.controlJoinCode()} <b>{codeText(code)}</b>
          </span>
        )}
      </>
    );
  if (board === null || scene === 'holding' || scene === 'test' || scene === 'countdown')
    return (
      <strong dir="auto" className={styles['alone']}>
        {text ?? SCENE_WORDS[scene]()}
      </strong>
    );
  if (scene === 'winner') return <Winner board={board} />;
  return <Boards scene={scene} board={board} hasMore={hasMore} />;
}

function Question({ picture: { text, groups, hot, open, isCounting } }: { picture: Picture }) {
  if (groups.length > 0)
    return (
      <>
        <strong dir="auto" className={styles['question']}>
          {text}
        </strong>
        <ol className={styles['groups']} data-groups={groups.length}>
          {groups.map((group, index) => (
            <Group key={group.groupId} group={group} index={index} isHot={group.groupId === hot} />
          ))}
        </ol>
      </>
    );
  return (
    <>
      <strong dir="auto" className={styles['alone']}>
        {text}
      </strong>
      {open !== null && <Answering open={open} />}
      {isCounting && <p className={styles['counting']}>{m.controlAnswersBeingCounted()}</p>}
    </>
  );
}

interface GroupProps {
  readonly group: Picture['groups'][number];
  readonly index: number;
  readonly isHot: boolean;
}

function Group({ group: { representative, count, revealed }, index, isHot }: GroupProps) {
  if (!revealed) return <li data-covered="">{index + 1}</li>;
  return (
    <li data-hot={isHot || undefined}>
      <span dir="auto">{airLabel(representative)}</span> <b>{numberText(count)}</b>
    </li>
  );
}

function Answering({ open: { clock, answered } }: { open: NonNullable<Picture['open']> }) {
  const lane = (audience: Audience) => (
    <span className={styles[audience]}>
      {answered[audience] !== undefined && (
        <>
          {audienceLabel(audience)} <b>{numberText(answered[audience])}</b>
        </>
      )}
    </span>
  );
  return (
    <div className={styles['answering']}>
      {lane('studio')}
      {clock !== null && <b className={styles['ring']}>{clock}</b>}
      {lane('home')}
    </div>
  );
}

interface BoardProps {
  readonly board: NonNullable<Picture['board']>;
}

function Winner({ board }: BoardProps) {
  return audiencesOf(board).map((audience) => {
    const { names, count } = sharingRank(board, audience);
    return (
      <p key={audience} className={styles['winner']}>
        <span className={styles[audience]}>{audienceLabel(audience)}</span>
        <strong>
          <Crown /> <bdi>{winnersText(names, count)}</bdi>
        </strong>
      </p>
    );
  });
}

interface BoardsProps extends BoardProps {
  readonly scene: 'board' | 'season' | 'standings' | 'podium';
  readonly hasMore: boolean;
}

function Boards({ scene, board, hasMore }: BoardsProps) {
  return (
    <>
      <strong className={styles['title']}>{sceneTitle(scene, hasMore)}</strong>
      <div className={styles['boards']}>
        {audiencesOf(board).map((audience) => (
          <div key={audience}>
            <span className={styles[audience]}>{audienceLabel(audience)}</span>
            {scene === 'podium' ? (
              <Steps board={board} audience={audience} />
            ) : (
              <Rows entries={board[audience]} />
            )}
          </div>
        ))}
      </div>
    </>
  );
}

interface EntriesProps {
  readonly entries: NonNullable<Picture['board']>[Audience];
}

function Rows({ entries }: EntriesProps) {
  const tied = hiddenTied(entries);
  return (
    <ol className={styles['rows']}>
      {entries.map((entry, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- names are not unique, and rows have nothing of their own
        <li key={at}>
          <span>{rankText(entry.rank, entry.shared === true)}</span>{' '}
          <span dir="auto">{entry.username}</span> <b>{pointsOf(entry)}</b>
        </li>
      ))}
      {tied > 0 && (
        <li>
          <span /> <span>{tiedText(tied)}</span>
        </li>
      )}
    </ol>
  );
}

interface StepsProps extends BoardProps {
  readonly audience: Audience;
}

/** Second, first and third side by side; players with the same rank share a step. */
function Steps({ board, audience }: StepsProps) {
  return (
    <ol className={styles['steps']}>
      {PODIUM_RANKS.map((step) => {
        const { names, count, pointsPhrase } = sharingRank(board, audience, step);
        if (names.length === 0) return null;
        return (
          <li key={step} data-rank={step}>
            <b>
              {step === 1 && <Crown />}
              <span>{rankText(step, count > 1)}</span>
            </b>{' '}
            <bdi>{sharersText(names, count)}</bdi> <span>{pointsPhrase}</span>
          </li>
        );
      })}
    </ol>
  );
}
