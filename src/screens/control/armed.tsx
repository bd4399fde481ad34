import { m } from 'messages';
import { numberText } from 'messages/format';
import { slot, withElements } from '#src/components/slots.tsx';
import { EXTENSION_S, REOPENED_S } from '#machines/contract/limits.ts';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { Rundown, RundownItem } from '#machines/contract/rundown.ts';
import type { ListedQuestion } from '#machines/contract/entities.ts';
import { type ProducerActor, selectDone, selectIsRevealing } from '#machines/show/producer.ts';
import { type InsightsQuery, selectSuggestionCount } from '#machines/results/insights.ts';
import {
  type QueCardsActor,
  selectAnswered,
  selectAppeals,
  selectConnected,
} from '#machines/show/que-cards.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { selectClosesAt, selectOpensAt } from '#machines/answering/release-window.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { voidReasonText } from '#machines/results/rules/finality.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import { isUntouched, type ItemStage } from '#machines/show/rules/item.ts';
import { nextPlanned, takenBackOf, whyWait } from '#machines/show/rules/rundown.ts';
import type { ShowAct, ShowView } from '#machines/show/calls.ts';
import { useCountdown } from '#src/bindings/countdown.ts';
import { useFocusAcrossModes } from '#src/bindings/show.ts';
import {
  useQuestionWindow,
  useWindowSelector,
  useWindowState,
} from '#src/bindings/question-window.ts';
import { AudienceBadge, StateBadge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { once } from '#src/components/once.ts';
import { KeyLink } from '#src/components/key-link.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Timer, urgencyOf } from '#src/components/timer.tsx';
import { WindowBadge } from '#src/components/window-badge.tsx';
import { useSuggestionCount } from '#src/screens/grouping/hook.ts';
import { SHOW_KEYS } from '#src/words/show-keys.ts';
import { AskText } from './ask-text.tsx';
import { EditItem } from './edit-item.tsx';
import { ExportShow } from './export-show.tsx';
import { MediaPreview } from './item-media.tsx';
import { OpenFor } from './open-for.tsx';
import { ShowAgain } from './show-again.tsx';
import { Tie } from './tie.tsx';
import { VoidItem } from './void-item.tsx';
import { STAGE_WORDS } from './words.ts';
import styles from './control.module.css';

/** Timers offered with one press, in seconds; a played item's timer is offered too. */
const QUICK_TIMERS = [15, 30, 45, 60] as const;

export interface ArmedProps {
  readonly producer: ProducerActor;
  readonly cards: QueCardsActor;
  readonly rundown: Rundown;
  readonly item: RundownItem | null;
  readonly question: ListedQuestion | undefined;
  readonly stage: ItemStage | null;
  /** The title of the final scene on the stage, which is now what counts; null: there is none. */
  readonly finale: string | null;
  readonly next: ShowView['next'];
  readonly nextText: string;
  /** The label of the next group to reveal, if it has an obvious slip: the first press stops. */
  readonly slip: string | null;
  /** The `data-twice` of the button that waits for its second press, or null. */
  readonly confirming: string | null;
  readonly busy: boolean;
}

/** The armed item, which keys and the main button act on. */
export function Armed(props: ArmedProps) {
  const { producer, cards, rundown, stage, finale, next, busy } = props;
  const isOver = rundown.state === 'ended';
  const isPast = isOver || finale !== null;
  const item = isPast ? null : props.item;
  const question = isPast ? undefined : props.question;
  const takenBack = isPast ? null : takenBackOf(rundown);
  const hint = isPast ? null : hintOf(rundown, item);
  return (
    <Card as="section" label={m.controlArmed()} title={finale ?? titleOf(rundown, item)}>
      <Stack>
        {item !== null && stage !== null && (
          <div
            className={styles['armed']}
            data-media={rundown.items.some(({ media }) => media !== undefined) || undefined}
          >
            <p className={styles['facts']}>
              {item.result.voided === undefined
                ? STAGE_WORDS[stage]
                : m.controlNoPoints({ reason: voidReasonText(item.result.voided.reason) })}
              <Appealed cards={cards} gameSessionId={item.gameSessionId} />
              {WITH_SUGGESTIONS.has(stage) && (
                <Suggested key={item.gameSessionId} gameSessionId={item.gameSessionId} />
              )}
            </p>
            {item.media !== undefined && <MediaPreview media={item.media} />}
          </div>
        )}
        {question !== undefined && (
          <Lanes cards={cards} question={question} homeDelayS={rundown.homeDelaySeconds} />
        )}
        <MainButton {...props} />
        {hint !== null && <p className={styles['hint']}>{hint}</p>}
        {finale !== null && props.item !== null && (
          <div className={styles['acts']}>
            <Board {...props} item={props.item} />
          </div>
        )}
        {item !== null && stage !== null && !isUntouched(stage) && (
          <div className={styles['places']}>
            {stage === 'inPlay' && (
              <>
                <Button
                  busy={busy}
                  data-place="first"
                  shortcut={SHOW_KEYS.extend}
                  onClick={() =>
                    producer.send({
                      type: 'producer.act',
                      act: { type: 'extend', itemId: item.id, seconds: EXTENSION_S },
                    })
                  }
                >
                  {m.controlAddSeconds({ seconds: EXTENSION_S })}
                </Button>
                <CloseNow {...props} item={item} />
              </>
            )}
            {stage === 'counting' && (
              <>
                <Reopen {...props} item={item} />
                <OpenFor producer={producer} showId={rundown.id} item={item} busy={busy} />
              </>
            )}
            {(stage === 'inPlay' || stage === 'counting') && <TakeBack {...props} item={item} />}
            {next.act?.type === 'reveal' && <RevealAll producer={producer} />}
            {stage === 'revealed' && (
              <Button
                busy={busy}
                data-place="second"
                shortcut={SHOW_KEYS.hide}
                onClick={() =>
                  producer.send({ type: 'producer.act', act: { type: 'hide', itemId: item.id } })
                }
              >
                {m.controlHideLast()}
              </Button>
            )}
            <Board {...props} item={item} />
            <Edit producer={producer} item={item} busy={busy} />
            {stage === 'locked' && <Unlock producer={producer} item={item} busy={busy} />}
            <VoidItem producer={producer} item={item} busy={busy} />
          </div>
        )}
        {item !== null && stage === 'armed' && (
          <>
            <QuickTimers {...props} item={item} />
            <div className={styles['places']}>
              <Edit producer={producer} item={item} busy={busy} />
            </div>
          </>
        )}
        {/* Below the buttons, which stay where they are, because notes have different lengths. */}
        {item !== null && item.note !== '' && <p className={styles['facts']}>{item.note}</p>}
        <Tie producer={producer} />
        {takenBack !== null && (
          <div className={styles['acts']}>
            <PlanAgain producer={producer} item={takenBack} busy={busy} />
          </div>
        )}
      </Stack>
    </Card>
  );
}

/** Item stages in which suggestions are shown, because answering has ended and points are not final. */
const WITH_SUGGESTIONS: ReadonlySet<ItemStage> = new Set(['counting', 'locked', 'revealed']);

/** Shows the number of suggestions at the grouping desk, if any. */
function Suggested({ gameSessionId }: { readonly gameSessionId: string }) {
  const count = useSelector(useSuggestionCount(gameSessionId), selectSuggestionCount);
  return count === null || count === 0 ? null : ` · ${m.countSuggestions({ count })}`;
}

/** Shows the number of appeals that wait at the grouping desk, if any. */
function Appealed({ cards, gameSessionId }: Pick<ArmedProps, 'cards'> & InsightsQuery) {
  const count = useSelector(cards, selectAppeals(gameSessionId));
  return count === 0 ? null : ` · ${m.countAppeals({ count })}`;
}

/** The main button of a show that has ended. */
function Export({ rundown }: Pick<ArmedProps, 'rundown'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone="primary" wide onClick={() => setOpen(true)}>
        {m.commonExport()}
      </Button>
      {isOpen && <ExportShow rundown={rundown} onClose={() => setOpen(false)} />}
    </>
  );
}

function titleOf(rundown: Rundown, item: RundownItem | null): string {
  if (rundown.state === 'ended') return m.showShowHasEnded();
  if (item !== null) return item.text;
  const takenBack = takenBackOf(rundown);
  if (takenBack === null) return m.controlNoItemArmed();
  return m.controlQuestionWasTakenBack({ takenBack: rundown.items.indexOf(takenBack) + 1 });
}

/** A hint for new producers, or what comes after a question that was taken back; null: the main button says enough. */
function hintOf(rundown: Rundown, item: RundownItem | null): string | null {
  if (rundown.items.length === 0) return m.controlAddQuestionsThenArm();
  if (item !== null) return null;
  const takenBack = takenBackOf(rundown);
  if (takenBack !== null) {
    const next = nextPlanned(rundown, '');
    const { text } = takenBack;
    return next === null
      ? m.controlTakenBack({ text })
      : m.controlTakenBackNext({ text, next: next.text });
  }
  return m.controlPressSpaceEachStep();
}

interface ItemProps extends ArmedProps {
  readonly item: RundownItem;
}

/** Shows the item's question or board on the stage again, or its groups at the desk. */
function Board({ producer, item, busy }: ItemProps) {
  return (
    <>
      <ShowAgain producer={producer} item={item} busy={busy} shortcut={SHOW_KEYS.again} />
      <KeyLink to={`/grouping/${item.gameSessionId}`} shortcut={SHOW_KEYS.desk}>
        {m.controlGroupingDesk()}
      </KeyLink>
    </>
  );
}

function CloseNow({ producer, item, confirming, busy }: ItemProps) {
  const twice = m.controlPressAgainCloseNow({ text: item.text });
  return (
    <Button
      busy={busy}
      data-place="second"
      shortcut={SHOW_KEYS.close}
      data-twice={twice}
      data-hold=""
      onClick={() =>
        producer.send({ type: 'producer.act', act: { type: 'close', itemId: item.id } })
      }
    >
      {twice === confirming ? m.controlPressAgain() : m.controlCloseNow()}
    </Button>
  );
}

/** Opens a question again that was closed too early, to the audiences that had it. */
function Reopen({ producer, item, busy }: ItemProps) {
  const audiences = AUDIENCES.filter((audience) => item.windows[audience].released);
  const timers = Object.fromEntries(audiences.map((audience) => [audience, REOPENED_S]));
  return (
    <Button
      busy={busy}
      data-place="first"
      disabled={audiences.length === 0}
      onClick={() =>
        producer.send({
          type: 'producer.act',
          act: { type: 'release', itemId: item.id, timers },
        })
      }
    >
      {m.controlReopen({ shortClock: shortClockText(REOPENED_S) })}
    </Button>
  );
}

function TakeBack({ producer, item, confirming, busy }: ItemProps) {
  const twice = m.controlPressAgainTakeBack({ text: item.text });
  return (
    <Button
      busy={busy}
      data-place="third"
      data-twice={twice}
      data-hold=""
      onClick={() =>
        producer.send({ type: 'producer.act', act: { type: 'takeBack', itemId: item.id } })
      }
    >
      {twice === confirming ? m.controlPressAgain() : m.controlTakeBack()}
    </Button>
  );
}

/** Plans a question again that was taken back, so that it is the next one. */
function PlanAgain({ producer, item, busy }: ActProps) {
  return (
    <Button
      busy={busy}
      onClick={() =>
        producer.send({
          type: 'producer.act',
          act: { type: 'skip', itemId: item.id, skipped: false },
        })
      }
    >
      {m.controlPlanAgain()}
    </Button>
  );
}

function QuickTimers({ producer, rundown, item, busy }: ItemProps) {
  const lastUsed = rundown.items.findLast(({ state }) => state === 'done')?.homeSeconds ?? null;
  const offered = [...new Set([...QUICK_TIMERS, ...(lastUsed === null ? [] : [lastUsed])])];
  return (
    <fieldset aria-label={m.commonTimer()} className={styles['quickTimers']}>
      {[...offered, null].map((seconds) => (
        <Button
          key={seconds}
          aria-pressed={item.studioSeconds === seconds && item.homeSeconds === seconds}
          busy={busy}
          onClick={() => {
            const { order, note } = item;
            const presets = { studioSeconds: seconds, homeSeconds: seconds, order, note };
            producer.send({
              type: 'producer.act',
              act: { type: 'edit', itemId: item.id, presets },
            });
          }}
        >
          {seconds === null ? m.commonNoTimer() : shortClockText(seconds)}
        </Button>
      ))}
    </fieldset>
  );
}

interface ActProps {
  readonly producer: ProducerActor;
  readonly item: RundownItem;
  readonly busy: boolean;
}

/** Corrects the text or the presets of the item. */
function Edit({ producer, item, busy }: ActProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <Button busy={busy} data-place="edit" onClick={() => setEditing(true)}>
        {m.commonEdit()}
      </Button>
      {isEditing && <EditItem producer={producer} item={item} onClose={() => setEditing(false)} />}
    </>
  );
}

/** Unlocks a locked result before its first reveal, so that answers can change its groups again. */
function Unlock({ producer, item, busy }: ActProps) {
  const [isAsking, setAsking] = useState(false);
  const { id: itemId, text } = item;
  return (
    <>
      <Button busy={busy} data-place="third" onClick={() => setAsking(true)}>
        {m.controlUnlock()}
      </Button>
      {isAsking && (
        <AskText
          title={m.controlAskUnlock({ text })}
          label={m.commonReason()}
          confirm={m.controlUnlock()}
          onClose={() => setAsking(false)}
          onText={(reason) =>
            producer.send({
              type: 'producer.act',
              act: { type: 'unlock', itemId, reason },
            })
          }
        />
      )}
    </>
  );
}

function RevealAll({ producer }: { readonly producer: ProducerActor }) {
  const isRunning = useSelector(producer, selectIsRevealing);
  return (
    <Button
      data-place="first"
      shortcut={SHOW_KEYS.revealAll}
      onClick={() => producer.send({ type: isRunning ? 'reveal.hold' : 'reveal.auto' })}
    >
      {isRunning ? m.controlPause() : m.controlRevealAll()}
    </Button>
  );
}

interface LanesProps {
  readonly cards: QueCardsActor;
  readonly question: ListedQuestion;
  /** Home's delay behind the studio, in seconds. */
  readonly homeDelayS: number;
}

function Lanes({ cards, question, homeDelayS }: LanesProps) {
  const window = useQuestionWindow(cards, question.game_session_id);
  return (
    <div className={styles['lanes']}>
      {AUDIENCES.map((audience) => (
        <Lane
          key={audience}
          cards={cards}
          question={question}
          window={window}
          audience={audience}
          homeDelayS={homeDelayS}
        />
      ))}
    </div>
  );
}

interface LaneProps extends LanesProps {
  readonly window: ReturnType<typeof useQuestionWindow>;
  readonly audience: (typeof AUDIENCES)[number];
}

/** How many answered, and of how many players; null: not said. */
function answeredText(count: number, total: number | null): string {
  const answered = slot(0);
  return total === null
    ? m.controlLaneAnswered({ count: numberText(count), answered })
    : m.controlLaneAnsweredOf({
        count: numberText(count),
        total: numberText(total),
        answered,
      });
}

function Lane({ cards, question, window, audience, homeDelayS }: LaneProps) {
  const state = useWindowState(window, audience);
  const closesAt = useWindowSelector(window, (each) => selectClosesAt(each, audience));
  const opensAt = useWindowSelector(window, (each) => selectOpensAt(each, audience));
  const isLive = state === 'open' || state === 'scheduled';
  const left = useCountdown(isLive ? closesAt : null);
  const opensIn = useCountdown(opensAt);
  const behind = audience === 'home' ? homeDelayS : 0;
  const answered =
    useSelector(cards, selectAnswered(question.game_session_id)) ?? question.answered;
  const count = answered[audience];
  const connected = useSelector(cards, selectConnected)?.[audience] ?? 0;
  // Some who have answered have left, so the number of players is not known.
  const total = connected === 0 || connected < count ? null : connected;
  return (
    <fieldset aria-label={audienceLabel(audience)} className={styles['lane']}>
      <AudienceBadge audience={audience} />
      <span className={styles['facts']}>
        {withElements(
          answeredText(count, total),
          <span className={total === null ? undefined : 'visually-hidden'}>
            {m.controlLaneAnsweredWord()}
          </span>,
        )}
        {behind > 0 && !isLive && ` · ${m.controlLaneBehind({ seconds: behind })}`}
        {behind > 0 &&
          state === 'open' &&
          left !== null &&
          ` · ${m.controlLaneOnAir({ time: shortClockText(Math.max(0, left - behind)) })}`}
      </span>
      {opensIn !== null ? (
        <StateBadge state="scheduled">
          {m.controlOpens({ shortClock: shortClockText(opensIn) })}
        </StateBadge>
      ) : left === null ? (
        <WindowBadge state={state} />
      ) : (
        <Timer text={shortClockText(left)} urgency={urgencyOf(left)} />
      )}
    </fieldset>
  );
}

/** Texts that ask for a second press, for acts that cannot be undone or that everybody sees at once. */
const TWICE: Partial<Record<ShowAct['type'], string>> = {
  goLive: m.controlPressAgainGoLive(),
  end: m.controlPressAgainEndShow(),
  clear: m.controlPressAgainEndClear(),
};

function MainButton({ producer, rundown, next, nextText, slip, confirming, busy }: ArmedProps) {
  const words =
    slip !== null
      ? m.controlPressAgainShow()
      : next.act === null
        ? undefined
        : TWICE[next.act.type];
  const twice =
    words === undefined
      ? undefined
      : m.commonLabelled({ label: words, value: m.commonQuoted({ text: slip ?? rundown.title }) });
  const isAsking = twice !== undefined && twice === confirming;
  // The label with a slip is shown, so that the producer sees it.
  const question = slip === null ? words : twice;
  const isWaiting = next.act === null || next.waitsFor !== null;
  const why = whyWait(next);
  const done = useSelector(producer, selectDone);
  const isOver = rundown.state === 'ended';
  const part = useFocusAcrossModes<HTMLDivElement>(isOver);
  return (
    <div ref={part} tabIndex={-1} data-space="" className={styles['main']}>
      {isOver ? (
        <>
          <p className={styles['hint']}>{m.controlExportEveryAnswerScoresWho()}</p>
          <Export rundown={rundown} />
        </>
      ) : (
        <Button
          tone={next.act?.type === 'release' ? 'live' : 'primary'}
          wide
          busy={busy}
          disabled={isWaiting && done === null}
          shortcut={m.controlSpace()}
          data-act={nextText}
          data-done={done === null ? undefined : ''}
          data-twice={twice}
          data-hold={twice === undefined ? undefined : ''}
          onClick={once(() => producer.send({ type: 'producer.act', act: { type: 'go' } }))}
        >
          {done ?? (isAsking ? question : nextText)}
        </Button>
      )}
      {why !== null && <p className={styles['facts']}>{why}</p>}
    </div>
  );
}
