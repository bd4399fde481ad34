import { m } from 'messages';
import { gainText, numberText } from 'messages/format';
import House from 'lucide-react/icons/house';
import Mic from 'lucide-react/icons/mic';
import { useSelector } from '@xstate/react';
import type { RankedGroup, StageView } from '#machines/contract/stage.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { airLabel } from '#machines/show/rules/labels.ts';
import { placeText, revealStepMs, SCENE_MS, studioCount } from '#machines/show/rules/stage.ts';
import {
  selectNumberOneStep,
  selectRevealing,
  selectStep,
  type StageActor,
} from '#machines/show/stage.ts';
import { columnOf } from './fit.ts';
import { useConfetti, useCountUp, useFlight, useFlip } from './moves.ts';
import styles from './stage-screen.module.css';

/** The steps of a reveal in which its tile is still covered, and in which its number is still hidden. */
const COVERED = new Set(['dim', 'roll']);
const UNCOUNTED = new Set(['dim', 'roll', 'flip', 'label']);
/** Numbers of characters of a label from which its letters are set narrower, and narrower still. */
const NARROW = 15;
const LONG = 25;
/** From this width of half the label, em, its letters are set narrowest. */
const WIDE_EM = 18;
/** With more groups than this, the board has two columns. */
const ONE_COLUMN = 5;

/**
 * The number of lamps, one for each answer, that fill the width of a row, the same for all rows, so that their lamps compare: a
 * quarter of all answers, or as many as the largest revealed group has.
 */
function fullRowOf({ groups, question }: StageView): number {
  const all = question === null ? 0 : question.answered.studio + question.answered.home;
  return Math.max(Math.ceil(all / 4), ...groups.map((group) => group?.count ?? 0));
}

/** Whether a group is number one, alone or with others of the same size. */
const isFirst = (group: RankedGroup | null, index: number): boolean =>
  index === 0 || group?.sharedPlace === 1;

/** The group that was revealed last; null: none is revealed. */
function newestOf(groups: StageView['groups']): string | null {
  const revealed = groups.flatMap((group) => group ?? []);
  return (
    revealed.toSorted((a, b) => (a.revealedAt ?? 0) - (b.revealedAt ?? 0)).at(-1)?.groupId ?? null
  );
}

/** How many audiences have answered; each has a column of points. */
const audiencesIn = ({ question }: StageView): number =>
  AUDIENCES.filter((audience) => (question?.answered[audience] ?? 0) > 0).length;

interface SurveyProps {
  readonly show: StageView;
  readonly stage: StageActor;
}

/** The board: a row for each group; number one is revealed last. */
export function Survey({ show, stage }: SurveyProps) {
  const { groups, question } = show;
  const isVoid = question?.result?.voided !== undefined;
  const full = fullRowOf(show);
  const step = useSelector(stage, selectStep);
  const revealing = useSelector(stage, selectRevealing);
  const topStep = useSelector(stage, selectNumberOneStep);
  const [top] = groups;
  const newest = revealing ?? newestOf(groups);
  // Groups that share the first place stay lit together.
  const isTopNewest = top?.groupId === newest;
  const isHalf = groups.length > ONE_COLUMN;
  const isCelebrated = topStep === 'count' || topStep === 'points' || topStep === 'back';
  const confetti = useConfetti(isCelebrated ? 'top' : null);
  return (
    <>
      <ol
        className={styles['survey']}
        data-layer="board"
        data-groups={groups.length}
        data-columns={isHalf ? 2 : 1}
        data-audiences={audiencesIn(show)}
        data-step={step}
        data-top={topStep ?? undefined}
        data-void={isVoid || undefined}
      >
        {groups.map((group, index) => (
          <Row
            key={group?.groupId ?? `covered ${index}`}
            group={group}
            index={index}
            rank={placeText(group, index)}
            isFirst={isFirst(group, index)}
            isLit={
              group !== null && (group.groupId === newest || (isTopNewest && isFirst(group, index)))
            }
            step={group !== null && group.groupId === revealing ? step : null}
            boardStep={step}
            isHalf={isHalf}
            full={full}
          />
        ))}
      </ol>
      {topStep !== null && top && (
        <NumberOne group={top} step={topStep} rank={placeText(top, 0)} full={full} />
      )}
      {isVoid ? (
        <p className={styles['correctedBadge']}>{m.stageScreenQuestionDoesntCount()}</p>
      ) : (
        step === 'corrected' && (
          <p className={styles['correctedBadge']}>{m.stageScreenCorrected()}</p>
        )
      )}
      <canvas ref={confetti} className={styles['confetti']} aria-hidden="true" />
    </>
  );
}

interface NumberOneProps {
  readonly group: RankedGroup;
  readonly step: string;
  readonly rank: string;
  readonly full: number;
}

/** Number one during its reveal: a large copy of its row in the middle of the stage. */
function NumberOne({ group, step, rank, full }: NumberOneProps) {
  const flight = useFlight<HTMLDivElement>(
    step === 'back' ? 'back' : 'in',
    `.${styles['survey']} > li`,
  );
  const isCovered = COVERED.has(step);
  return (
    <div
      ref={flight}
      className={styles['numberOne']}
      data-digits={Math.min(5, String(group.count).length)}
      data-step={step}
      data-layer="board"
      aria-hidden="true"
    >
      <div
        className={styles['plate']}
        data-covered={isCovered || undefined}
        data-first
        data-lit
        data-reveal={step}
      >
        <div className={styles['cover']}>
          <b className={styles['lozenge']} data-steady>
            <span>1</span>
          </b>
        </div>
        {!isCovered && (
          <Face
            group={group}
            index={0}
            rank={rank}
            step={step}
            boardStep={step}
            isHalf={false}
            isAlone
            full={full}
          />
        )}
      </div>
    </div>
  );
}

interface RowProps {
  readonly group: RankedGroup | null;
  readonly index: number;
  readonly rank: string;
  readonly isFirst: boolean;
  /** Whether it was revealed last, or shares the place of number one, which was. */
  readonly isLit: boolean;
  /** The step of this row's own reveal; null if it is not being revealed. */
  readonly step: string | null;
  readonly boardStep: string;
  /** Whether the board has two columns, in which an icon instead of a word says whose points these are. */
  readonly isHalf: boolean;
  /** The number of lamps that fill the width of a row. */
  readonly full: number;
}

function Row({ group, isFirst: isNumberOne, isLit, ...shown }: RowProps) {
  const { index, step } = shown;
  const row = useFlip<HTMLLIElement>(index, { ms: 500 });
  const isCovered = group === null || (step !== null && COVERED.has(step));
  return (
    <li
      ref={row}
      className={styles['tile']}
      data-revealed={group !== null || undefined}
      data-covered={isCovered || undefined}
      data-first={isNumberOne || undefined}
      data-lit={isLit || undefined}
      data-reveal={step ?? undefined}
      style={{ '--at': index, '--apart': `${SCENE_MS.rowApart}ms` }}
    >
      {isCovered ? (
        <div className={styles['cover']}>
          <b className={styles['lozenge']}>{index + 1}</b>
          <span className="visually-hidden">{m.stageScreenNotRevealed()}</span>
        </div>
      ) : (
        <Face group={group} {...shown} />
      )}
    </li>
  );
}

function widthOf({ length }: string, halfEm: number): string | undefined {
  if (halfEm >= WIDE_EM) return styles['narrowest'];
  if (length >= LONG) return styles['long'];
  return length >= NARROW ? styles['narrow'] : undefined;
}

interface FaceProps extends Omit<RowProps, 'group' | 'isFirst' | 'isLit'> {
  readonly group: RankedGroup;
  /** Whether it is number one in the middle of the stage, where its rank is as large as on its cover. */
  readonly isAlone?: boolean;
}

function Face({ group, index, rank, step, boardStep, isHalf, isAlone, full }: FaceProps) {
  const { representative, count, homePoints, contestantPoints } = group;
  const label = airLabel(representative);
  const halfEm = columnOf(label, 2);
  const isCounted = step === null || !UNCOUNTED.has(step);
  const isCounting = step === 'count';
  const countMs = isCounting ? revealStepMs('count', index + 1) : null;
  const number = useCountUp(count, 0, { ms: boardStep === 'corrected' ? 400 : countMs });
  const studio = studioCount(group);
  return (
    <div className={styles['face']}>
      <b className={isAlone === true ? styles['lozenge'] : undefined}>{rank}</b>
      <div className={styles['say']}>
        <p
          dir="auto"
          className={widthOf(label, halfEm)}
          style={{ '--one': columnOf(label, 1).toFixed(1), '--two': halfEm.toFixed(1) }}
          title={label}
        >
          {label}
        </p>
        <dl className={styles['chips']}>
          <div className="visually-hidden">
            <dt>{count === 1 ? m.commonAnswer() : m.commonAnswers()}</dt>
            <dd>{isCounted ? numberText(count) : ''}</dd>
          </div>
          {homePoints > 0 && (
            <div className={styles['home']}>
              <dt>
                <House />{' '}
                <span className={isHalf ? 'visually-hidden' : undefined}>{m.commonHome()}</span>{' '}
                <span className="visually-hidden">{m.stageScreenPoints()}</span>
              </dt>
              <dd>{gainText(homePoints)}</dd>
            </div>
          )}
          {studio > 0 && contestantPoints > 0 && (
            <div className={styles['studio']}>
              <dt>
                <Mic />{' '}
                <span className={isHalf ? 'visually-hidden' : undefined}>{m.commonStudio()}</span>{' '}
                <span className="visually-hidden">{m.stageScreenPoints()}</span>
              </dt>
              <dd>{gainText(contestantPoints)}</dd>
            </div>
          )}
        </dl>
        <div className={styles['dots']} style={{ '--full': full }} aria-hidden="true">
          <div>
            <i className={styles['home']} style={{ '--lamps': count - studio }} />
            <i className={styles['studio']} style={{ '--lamps': studio }} />
          </div>
        </div>
      </div>
      <output aria-hidden="true" data-digits={Math.min(5, String(count).length)}>
        {isCounted && <span ref={number}>{numberText(count)}</span>}
      </output>
    </div>
  );
}
