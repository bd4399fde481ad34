import { useSelector } from '@xstate/react';
import { type MouseEvent, useEffect } from 'react';
import type { ListedQuestion, Audience } from '#machines/contract/entities.ts';
import {
  type QueCardsActor,
  selectAnswered,
  selectConnected,
  selectIsStale,
  selectLast,
  selectMessage as selectFailure,
  selectQuestions,
  selectReleaseControl,
} from '#machines/show/que-cards.ts';
import {
  type ReleaseControlActor,
  restoring,
  selectBefore,
  selectBusy,
  selectIsChoosing,
  selectMessage,
  selectUndo,
} from '#machines/show/release-control.ts';
import { selectClosesAt, selectOpensAt } from '#machines/answering/release-window.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import { SCENE_WORDS } from '#machines/show/rules/show.ts';
import {
  onStage,
  type ProducerActor,
  selectAir,
  selectIsActing,
  selectUndo as selectShowUndo,
  STAGE,
} from '#machines/show/producer.ts';
import { useCountdown, useNow } from '#src/bindings/countdown.ts';
import {
  type OpenRelease as Opened,
  useOpenReleases,
  useQuestionWindow,
  useWindowSelector,
} from '#src/bindings/question-window.ts';
import { AudienceBadge, RehearsalBadge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { Timer, urgencyOf } from '#src/components/timer.tsx';
import { timeText } from '#src/words/counts-and-times.ts';
import { useProducer, useQueCards } from './hook.ts';
import type { LiveDesk } from './live-desk.ts';
import styles from './live-bar.module.css';

/** The first click of a double click has already changed the button. */
const once = (act: () => void) => (click: MouseEvent) => {
  if (click.detail < 2) act();
};

/** The live bar. `onDesk` gets the actors that the screens below share, while the bar is shown. */
export default function LiveBar({ onDesk }: { readonly onDesk: (desk: LiveDesk | null) => void }) {
  const cards = useQueCards();
  const { producer, made } = useProducer();
  useEffect(() => onDesk({ cards, producer, made }), [cards, producer, made, onDesk]);
  useEffect(() => () => onDesk(null), [onDesk]);
  return <Live cards={cards} producer={producer} />;
}

interface LiveProps {
  readonly cards: QueCardsActor;
  readonly producer: ProducerActor;
}

/** The live state: who may answer what for how long, what is on air, who is connected, and undo. */
export function Live({ cards, producer }: LiveProps) {
  const questions = useSelector(cards, selectQuestions);
  const connected = useSelector(cards, selectConnected);
  const isStale = useSelector(cards, selectIsStale);
  const isFailed = useSelector(cards, (snapshot) => selectFailure(snapshot) !== null);
  const isRehearsing = useSelector(producer, (snapshot) => selectAir(snapshot)?.rehearsal === true);
  const open = useOpenReleases(cards, questions ?? []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone it is scrolled, by the arrow keys too
    <section aria-label="Live" tabIndex={0} className={styles['live']}>
      {isRehearsing && <RehearsalBadge />}
      {questions !== null && open.length === 0 && (
        <p className={styles['facts']}>Nothing is open.</p>
      )}
      {open.length > 0 && (
        <ul>
          {open.map(({ question, audience }, at) => (
            <li key={`${question.id} ${audience}`}>
              <OpenRelease
                cards={cards}
                question={question}
                audience={audience}
                isNamed={open[at - 1]?.question.id !== question.id}
              />
            </li>
          ))}
        </ul>
      )}
      <UndoRelease cards={cards} />
      {/* Content that appeared before it would push it aside. */}
      {(questions !== null || isFailed) && <OnAir producer={producer} open={open} />}
      {connected !== null && (
        <p className={styles['facts']}>
          {`${isRehearsing ? 'Real players connected' : 'Connected'}: Studio ${connected.studio}, Home ${connected.home}${isStale ? ', stale' : ''}`}
        </p>
      )}
    </section>
  );
}

interface OpenReleaseProps extends LaneProps {
  /** Whether the lane before it belongs to another question. */
  readonly isNamed: boolean;
}

interface LaneProps {
  readonly cards: QueCardsActor;
  readonly question: ListedQuestion;
  readonly audience: Audience;
}

function OpenRelease({ cards, question, audience, isNamed }: OpenReleaseProps) {
  const window = useQuestionWindow(cards, question.game_session_id);
  const closesAt = useWindowSelector(window, (each) => selectClosesAt(each, audience));
  const left = useCountdown(closesAt);
  const opensAt = useWindowSelector(window, (each) => selectOpensAt(each, audience));
  const opensIn = useCountdown(opensAt);
  const answered =
    useSelector(cards, selectAnswered(question.game_session_id)) ?? question.answered;
  const control = useSelector(cards, selectReleaseControl(question.id, audience));
  const busy = useSelector(control, (snapshot) => snapshot !== undefined && selectBusy(snapshot));
  const message = useSelector(control, (snapshot) =>
    snapshot === undefined || selectIsChoosing(snapshot) ? null : selectMessage(snapshot),
  );
  const name = audienceLabel(audience);
  const act = {
    type: 'release.revoke',
    window: question.windows[audience],
  } as const;
  return (
    <>
      <AudienceBadge audience={audience} />
      {isNamed && <strong className={styles['text']}>{question.question_text}</strong>}
      {opensIn !== null ? (
        <span className={styles['facts']}>{`opens in ${shortClockText(opensIn)}`}</span>
      ) : left === null ? (
        <span className={styles['facts']}>no end</span>
      ) : (
        <Timer text={shortClockText(left)} urgency={urgencyOf(left)} />
      )}
      <span className={styles['facts']}>{`${answered[audience]} answered`}</span>
      <Button
        busy={busy}
        aria-label={`Revoke "${question.question_text}" from ${name}`}
        onClick={once(() =>
          cards.send({ type: 'release.act', questionId: question.id, audience, act }),
        )}
      >
        Revoke
      </Button>
      <Spoken urgent>{message !== null && <span>{message}</span>}</Spoken>
    </>
  );
}

interface OnAirProps extends Pick<LiveProps, 'producer'> {
  readonly open: readonly Opened[];
}

function OnAir({ producer, open }: OnAirProps) {
  const direction = useSelector(producer, selectAir);
  const busy = useSelector(producer, selectIsActing(STAGE));
  const undo = useSelector(producer, selectShowUndo);
  if (direction === null) return null;
  const { showId, scene, places, questionText, questionId } = direction;
  // While answers still arrive, their groups are not on a board.
  const isOpen = open.some(({ question }) => question.id === questionId);
  const revealed = places.filter((place) => place.revealed).length;
  return (
    <div className={styles['air']}>
      <p>
        On air:{' '}
        {scene === 'question' ? (
          <>
            <strong dir="auto" className={styles['text']}>
              {questionText ?? 'a question'}
            </strong>{' '}
            {places.length > 0 && !isOpen && (
              <span className={styles['facts']}>{`${revealed} of ${places.length} revealed`}</span>
            )}
          </>
        ) : (
          SCENE_WORDS[scene]
        )}
      </p>
      {scene !== 'idle' && (
        <Button
          busy={busy}
          aria-label="Take out of the show page"
          onClick={once(() => producer.send(onStage(showId, { type: 'scene', scene: 'idle' })))}
        >
          Take out
        </Button>
      )}
      {undo !== null && (
        <Button busy={busy} onClick={once(() => producer.send({ type: 'stage.undo' }))}>
          {undo.text}
        </Button>
      )}
    </div>
  );
}

function UndoRelease({ cards }: { readonly cards: QueCardsActor }) {
  const last = useSelector(cards, selectLast);
  const question = useSelector(cards, (snapshot) =>
    selectQuestions(snapshot)?.find(({ id }) => id === last?.questionId),
  );
  const control = useSelector(
    cards,
    selectReleaseControl(last?.questionId ?? '', last?.audience ?? 'home'),
  );
  if (last === null || question === undefined || control === undefined) return null;
  return <Undo cards={cards} question={question} audience={last.audience} control={control} />;
}

interface UndoProps extends LaneProps {
  readonly control: ReleaseControlActor;
}

/** Describes its effect; stays until the next act. */
function Undo({ cards, question, audience, control }: UndoProps) {
  const now = useNow();
  const undo = useSelector(control, selectUndo);
  const before = useSelector(control, selectBefore);
  const busy = useSelector(control, selectBusy);
  // Re-render when the release to restore ends: the text changes.
  useCountdown(before.released ? before.closesAt : null);
  if (undo === null) return null;
  const text = `"${question.question_text}"`;
  const name = audienceLabel(audience);
  const restored = restoring(before, now());
  const words =
    restored === null && undo === 'release'
      ? `revoke ${text} from ${name}`
      : `release ${text} to ${name} again, ${endWords(restored, before.closesAt)}`;
  const act = { type: 'release.undo', window: question.windows[audience] } as const;
  return (
    <Button
      busy={busy}
      onClick={once(() =>
        cards.send({ type: 'release.act', questionId: question.id, audience, act }),
      )}
    >
      {`Undo: ${words}`}
    </Button>
  );
}

function endWords(restored: ReturnType<typeof restoring>, closesAt: number | null): string {
  if (restored === null) return 'as it was: ended';
  return closesAt === null ? 'without an end' : `until ${timeText(closesAt)}`;
}
