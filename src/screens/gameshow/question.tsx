import House from 'lucide-react/icons/house';
import Lock from 'lucide-react/icons/lock';
import Mic from 'lucide-react/icons/mic';
import type { Audience, RankedGroup, Show } from '#machines/contract/entities.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { audienceLabel } from '#machines/rules/audience.ts';
import { shortClockText } from '#machines/rules/clock.ts';
import {
  type QuestionWindow,
  selectClosesAt,
  selectIsOpen,
  selectIsRunning,
} from '#machines/release-window.ts';
import type { WindowState } from '#machines/rules/schedule.ts';
import { useCountdown } from '#src/bindings/countdown.ts';
import { useWindowSelector, useWindowState } from '#src/bindings/question-window.ts';
import { useTimeCalls } from '#src/bindings/show.ts';
import { classes } from '#src/components/classes.ts';
import { fitted } from './fit.ts';
import styles from './gameshow.module.css';

type ShownQuestion = NonNullable<Show['question']>;

interface QuestionProps {
  readonly question: ShownQuestion;
  readonly window: QuestionWindow;
  readonly places: Show['places'];
}

/** The question; under it the clocks, or the survey board once something is revealed. */
export function Question({ question, window, places }: QuestionProps) {
  const { answered, question_text: text } = question;
  const isLive = useWindowSelector(window, selectIsOpen);
  const isRevealing = places.length > 0;
  return (
    <article
      aria-label={text}
      className={classes(styles['question'], isRevealing && styles['revealing'])}
      data-live={isLive || undefined}
    >
      <div className={styles['words']}>
        <h1 tabIndex={-1} style={{ fontSize: fitted(text, isRevealing ? '40cqh' : '34cqh') }}>
          {text}
        </h1>
      </div>
      {isRevealing && <Survey places={places} />}
      <div className={styles['releases']}>
        {AUDIENCES.map((audience) => (
          <ReleaseState
            key={audience}
            window={window}
            audience={audience}
            answered={answered[audience]}
          />
        ))}
      </div>
    </article>
  );
}

export function AudienceSign({ audience }: { readonly audience: Audience }) {
  return (
    <span className={classes(styles['sign'], styles[audience])}>
      {audience === 'studio' ? <Mic /> : <House />}
      {audienceLabel(audience)}
    </span>
  );
}

const STATE_WORDS: Record<WindowState, string> = {
  withheld: 'Not open',
  open: 'Open',
  locked: 'Waiting',
  expired: 'Time is up',
};

interface ReleaseStateProps {
  readonly window: QuestionWindow;
  readonly audience: Audience;
  readonly answered: number;
}

/** One audience: its clock, and how many of it have answered. */
function ReleaseState({ window, audience, answered }: ReleaseStateProps) {
  const state = useWindowState(window, audience);
  const isRunning = useWindowSelector(window, (each) => selectIsRunning(each, audience));
  const closesAt = useWindowSelector(window, (each) => selectClosesAt(each, audience));
  const left = useCountdown(isRunning ? closesAt : null);
  return (
    <section aria-label={audienceLabel(audience)} className={styles['release']} data-state={state}>
      <AudienceSign audience={audience} />
      <span role="timer" aria-live="off" className={styles['clock']}>
        {state === 'locked' && <Lock />}
        {left !== null ? shortClockText(left) : STATE_WORDS[state]}
      </span>
      <span className={styles['answered']}>
        <strong>{answered.toLocaleString()}</strong> answered
      </span>
      {isRunning && closesAt !== null && <TimeCalls key={closesAt} closesAt={closesAt} />}
    </section>
  );
}

function TimeCalls({ closesAt }: { readonly closesAt: number }) {
  useTimeCalls(closesAt);
  return null;
}

/** The answer groups by popularity: a number until it is revealed. */
function Survey({ places }: { readonly places: Show['places'] }) {
  return (
    <ol className={styles['survey']} data-places={places.length}>
      {places.map((place, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a place is its number
        <li key={index} className={styles['tile']} data-revealed={place !== null || undefined}>
          <span className={styles['number']}>{index + 1}</span>
          {place === null ? (
            <span className="visually-hidden">Not revealed</span>
          ) : (
            <Face key={place.groupId} place={place} />
          )}
        </li>
      ))}
    </ol>
  );
}

function Face({ place }: { readonly place: RankedGroup }) {
  const { representative, count, homePoints, contestantPoints } = place;
  return (
    <div className={styles['face']}>
      <div className={styles['words']}>
        <p style={{ fontSize: fitted(representative, '72cqh') }}>{representative}</p>
      </div>
      <dl>
        <div>
          <dt>{count === 1 ? 'Answer' : 'Answers'}</dt>
          <dd>{count.toLocaleString()}</dd>
        </div>
        <div className={styles['home']}>
          <dt>
            <House /> Home <span className="visually-hidden">points</span>
          </dt>
          <dd>+{homePoints.toLocaleString()}</dd>
        </div>
        <div className={styles['studio']}>
          <dt>
            <Mic /> Studio <span className="visually-hidden">points</span>
          </dt>
          <dd>+{contestantPoints.toLocaleString()}</dd>
        </div>
      </dl>
    </div>
  );
}
