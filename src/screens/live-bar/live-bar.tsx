import { m } from 'messages';
import { timeText } from 'messages/format';
import { slot, withElements } from '#src/components/slots.tsx';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { Audience, ListedQuestion } from '#machines/contract/entities.ts';
import {
  selectAnswered,
  selectConnected,
  selectIsStale,
  selectMessage as selectFailure,
  selectQuestions,
} from '#machines/show/que-cards.ts';
import { isWindowUnchanged, type LastRelease, releaseUndo } from '#machines/show/rules/release.ts';
import { selectClosesAt, selectOpensAt } from '#machines/answering/release-window.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import { SCENE_WORDS } from '#machines/show/rules/direction.ts';
import {
  releaseAct,
  stageAct,
  selectAirDirection,
  selectAirTitle,
  selectIsActing,
  selectIsReleasing,
  selectLastRelease,
  selectReleaseRefusal,
  selectUndo,
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
import { once } from '#src/components/once.ts';
import { Spoken } from '#src/components/spoken.tsx';
import { Timer, urgencyOf } from '#src/components/timer.tsx';
import type { ProducerActors } from '#src/bindings/producer-actors.ts';
import { useNewProducerActors } from './hook.ts';
import styles from './live-bar.module.css';

/** The live bar. Passes the actors that it shares with the screens below to `onActors`, and null when it is removed. */
export default function LiveBar({
  onActors,
}: {
  readonly onActors: (actors: ProducerActors | null) => void;
}) {
  const { cards, producer, createdLink } = useNewProducerActors();
  useEffect(
    () => onActors({ cards, producer, createdLink }),
    [cards, producer, createdLink, onActors],
  );
  useEffect(() => () => onActors(null), [onActors]);
  return <Live cards={cards} producer={producer} />;
}

const QUE_CARDS = '/que-cards';

type LiveProps = Pick<ProducerActors, 'cards' | 'producer'>;

/**
 * The state of the show: which audiences may answer which question for how long, what is on air, who is connected, and
 * undo.
 */
export function Live({ cards, producer }: LiveProps) {
  const questions = useSelector(cards, selectQuestions);
  const connected = useSelector(cards, selectConnected);
  const isStale = useSelector(cards, selectIsStale);
  const isFailed = useSelector(cards, (snapshot) => selectFailure(snapshot) !== null);
  const isRehearsing = useSelector(
    producer,
    (snapshot) => selectAirDirection(snapshot)?.rehearsal === true,
  );
  const open = useOpenReleases(cards, questions ?? []);
  // The que cards below have the question's text and the buttons to revoke it.
  const isBrief = useLocation().pathname === QUE_CARDS;
  const isOneQuestion = open.every(({ question }) => question.id === open[0]?.question.id);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone it is scrolled, by the arrow keys too
    <section aria-label={m.liveBarLive()} tabIndex={0} className={styles['live']}>
      {isRehearsing && <RehearsalBadge />}
      {questions !== null && open.length === 0 && (
        <p className={styles['facts']}>{m.liveBarNothingOpen()}</p>
      )}
      {open.length > 0 && (
        <ul>
          {open.map(({ question, audience }, at) => (
            <li key={`${question.id} ${audience}`}>
              <OpenRelease
                cards={cards}
                producer={producer}
                question={question}
                audience={audience}
                isNamed={!(isBrief && isOneQuestion) && open[at - 1]?.question.id !== question.id}
                isRevocable={!isBrief}
              />
            </li>
          ))}
        </ul>
      )}
      <UndoRelease cards={cards} producer={producer} />
      {/* Rendered after the questions have loaded, because they would push it aside. */}
      {(questions !== null || isFailed) && <OnAir producer={producer} open={open} />}
      {connected !== null && (
        <p className={styles['facts']}>
          {isStale
            ? m.liveBarOutOfDate({ text: connectedText(connected, isRehearsing) })
            : connectedText(connected, isRehearsing)}
        </p>
      )}
    </section>
  );
}

interface OpenReleaseProps extends LiveProps {
  readonly question: ListedQuestion;
  readonly audience: Audience;
  /** Whether to show the question's text: only if the release before this one belongs to another question. */
  readonly isNamed: boolean;
  readonly isRevocable: boolean;
}

function OpenRelease(props: OpenReleaseProps) {
  const { cards, producer, question, audience, isNamed, isRevocable } = props;
  const { show_id: showId, item_id: itemId, windows } = question;
  const window = useQuestionWindow(cards, question.game_session_id);
  const closesAt = useWindowSelector(window, (each) => selectClosesAt(each, audience));
  const left = useCountdown(closesAt);
  const opensAt = useWindowSelector(window, (each) => selectOpensAt(each, audience));
  const opensIn = useCountdown(opensAt);
  const answered =
    useSelector(cards, selectAnswered(question.game_session_id)) ?? question.answered;
  const busy = useSelector(producer, selectIsReleasing(itemId, audience));
  const refusal = useSelector(producer, selectReleaseRefusal(itemId, audience));
  const name = audienceLabel(audience);
  return (
    <>
      <AudienceBadge audience={audience} />
      {isNamed && <strong className={styles['text']}>{question.question_text}</strong>}
      {opensIn !== null ? (
        <span className={styles['facts']}>
          {m.liveBarOpens({ shortClock: shortClockText(opensIn) })}
        </span>
      ) : left === null ? (
        <span className={styles['facts']}>{m.liveBarOpen()}</span>
      ) : (
        <Timer text={shortClockText(left)} urgency={urgencyOf(left)} />
      )}
      <span className={styles['facts']} data-answered={!isRevocable || undefined}>
        {m.liveBarAnswered({ answered: answered[audience] })}
      </span>
      {isRevocable && (
        <Button
          busy={busy}
          aria-label={m.liveBarRevokeFrom({ question_text: question.question_text, name })}
          onClick={once(() =>
            producer.send(
              releaseAct(showId, { type: 'revoke', itemId, audience }, windows[audience]),
            ),
          )}
        >
          {m.liveBarRevoke()}
        </Button>
      )}
      <Spoken urgent>{refusal !== null && <span>{refusal}</span>}</Spoken>
    </>
  );
}

const connectedText = (connected: Record<Audience, number>, isRehearsing: boolean): string =>
  isRehearsing ? m.liveBarRealPlayers(connected) : m.liveBarConnected(connected);

interface OnAirProps extends Pick<LiveProps, 'producer'> {
  readonly open: readonly Opened[];
}

/** `title`: the show that is meant; null: it is clear. */
const onAirText = (title: string | null, what: string): string =>
  title === null ? m.liveBarOnAir({ what }) : m.commonLabelled({ label: title, value: what });

function OnAir({ producer, open }: OnAirProps) {
  const direction = useSelector(producer, selectAirDirection);
  const title = useSelector(producer, selectAirTitle);
  const busy = useSelector(producer, selectIsActing(STAGE));
  const undo = useSelector(producer, selectUndo);
  if (direction === null) return null;
  const { showId, scene, groups, questionText, questionId } = direction;
  // While the question is open, its groups are not final, so they are not counted.
  const isOpen = open.some(({ question }) => question.id === questionId);
  const revealed = groups.filter((group) => group.revealed).length;
  return (
    <div className={styles['air']}>
      <p>
        {scene === 'question' ? (
          <>
            {withElements(
              onAirText(title, slot(0)),
              <strong dir="auto" className={styles['text']}>
                {questionText ?? m.liveBarAQuestion()}
              </strong>,
            )}{' '}
            {groups.length > 0 && !isOpen && (
              <span className={styles['facts']}>
                {m.liveBarRevealed({ revealed, length: groups.length })}
              </span>
            )}
          </>
        ) : (
          onAirText(title, SCENE_WORDS[scene]())
        )}
      </p>
      {scene !== 'idle' && (
        <Button
          busy={busy}
          onClick={once(() => producer.send(stageAct(showId, { type: 'scene', scene: 'idle' })))}
        >
          {m.liveBarClearScreen()}
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

function UndoRelease({ cards, producer }: LiveProps) {
  const last = useSelector(producer, selectLastRelease);
  const question = useSelector(cards, (snapshot) =>
    selectQuestions(snapshot)?.find(({ item_id: itemId }) => itemId === last?.itemId),
  );
  if (last === null || question === undefined) return null;
  if (!isWindowUnchanged(last, question.windows[last.audience])) return null;
  return <Undo producer={producer} text={question.question_text} last={last} />;
}

interface UndoProps extends Pick<LiveProps, 'producer'> {
  /** The question's text. */
  readonly text: string;
  readonly last: LastRelease;
}

/** The button that undoes the last release or revoke. It describes its effect, and stays until the next act. */
function Undo({ producer, text, last }: UndoProps) {
  const { itemId, audience, before } = last;
  const now = useNow();
  const busy = useSelector(producer, selectIsReleasing(itemId, audience));
  // Re-render when the window that undo would restore ends, because the text changes then.
  useCountdown(before.released ? before.closesAt : null);
  const name = audienceLabel(audience);
  return (
    <Button busy={busy} onClick={once(() => producer.send({ type: 'release.undo' }))}>
      {undoText(releaseUndo(last, now()).type, { text, name }, before.closesAt)}
    </Button>
  );
}

/** What undo will do. `closesAt`: when the window that it opens again ends, epoch ms; null: when it is revoked. */
function undoText(
  type: ReturnType<typeof releaseUndo>['type'],
  names: { readonly text: string; readonly name: string },
  closesAt: number | null,
): string {
  if (type === 'revoke') return m.liveBarUndoRelease(names);
  if (type === 'restore') return m.liveBarUndoRevokeEnded(names);
  return closesAt === null
    ? m.liveBarUndoRevokeEndless(names)
    : m.liveBarUndoRevokeUntil({ ...names, time: timeText(closesAt) });
}
