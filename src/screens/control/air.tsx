import { m } from 'messages';
import { timeText } from 'messages/format';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useSelector } from '@xstate/react';
import type { Rundown } from '#machines/contract/rundown.ts';
import { type Direction, FINAL_SCENES } from '#machines/contract/stage.ts';
import type { ShowView } from '#machines/show/calls.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { type QueCardsActor, selectAnswered, selectQuestions } from '#machines/show/que-cards.ts';
import {
  type QuestionWindow,
  selectClosesAt,
  selectIsOpen,
  selectIsRunning,
} from '#machines/answering/release-window.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import { slipsIn } from '#machines/show/rules/slip.ts';
import { isFrozen } from '#machines/results/rules/result.ts';
import {
  type ProducerActor,
  selectIsActing,
  selectIsBusy,
  selectLostScreens,
  selectUndo,
  STAGE,
} from '#machines/show/producer.ts';
import { useCountdown } from '#src/bindings/countdown.ts';
import { useQuestionWindow, useWindowSelector } from '#src/bindings/question-window.ts';
import { Button } from '#src/components/button.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { Card } from '#src/components/card.tsx';
import { classes } from '#src/components/classes.ts';
import { once } from '#src/components/once.ts';
import { Note } from '#src/components/note.tsx';
import { Interludes } from './interludes.tsx';
import { joinCodeOf } from './links.tsx';
import { type Picture, Screen } from './picture.tsx';
import styles from './control.module.css';

interface AirProps {
  readonly producer: ProducerActor;
  readonly cards: QueCardsActor;
  readonly view: ShowView;
}

/** What the stage screen displays now, and after the next press of the main button. */
export function Air({ producer, cards, view }: AirProps) {
  const { direction, rundown } = view;
  const now = useNowShown(cards, direction, rundown);
  const isUnseen = rundown.state === 'live' && direction.screens === 0;
  return (
    <Card
      as="section"
      label={m.controlAir()}
      title={m.controlAir()}
      aside={<UndoOnAir producer={producer} />}
    >
      <figure className={styles['picture']}>
        <figcaption>
          {m.controlNow()}{' '}
          <span className={classes(styles['screens'], isUnseen && styles['problem'])}>
            {isUnseen && <TriangleAlert aria-hidden="true" />}
            {m.controlOnScreens({ count: direction.screens })}
          </span>
        </figcaption>
        <Screen picture={now} />
      </figure>
      {rundown.state !== 'ended' && (
        <figure className={styles['picture']}>
          <figcaption>{m.controlAfterNextPress()}</figcaption>
          <Screen picture={after(now, view)} />
        </figure>
      )}
      <Interludes
        producer={producer}
        direction={direction}
        hasSeason={view.rundown.season !== undefined}
      />
      <Missing producer={producer} />
      <Flagged view={view} />
      <Cleaner producer={producer} view={view} />
    </Card>
  );
}

const NOTHING = {
  text: null,
  code: null,
  groups: [],
  hot: null,
  board: null,
  hasMore: false,
  open: null,
  isCounting: false,
};

/** The current content of the stage screen. The groups of a question are included once its result is locked. */
function useNowShown(cards: QueCardsActor, direction: Direction, rundown: Rundown): Picture {
  const { homeDelaySeconds: homeDelayS, title } = rundown;
  const { scene, questionId, gameSessionId, questionText: text = null, groups, board } = direction;
  const questions = useSelector(cards, selectQuestions) ?? [];
  const newest = useSelector(cards, selectAnswered(gameSessionId ?? ''));
  const window = useQuestionWindow(cards, gameSessionId ?? '');
  const isOpen = useWindowSelector(window, selectIsOpen);
  const left = useCountdown(
    useWindowSelector(window, (each) => latestEnd(each, homeDelayS * 1_000)),
  );
  if (scene !== 'question')
    return {
      ...NOTHING,
      scene,
      board: board ?? null,
      hasMore: direction.hasMore ?? false,
      text: textOf(direction, title),
      code: joinCodeOf(rundown),
    };
  const question = questions.find(({ id }) => id === questionId);
  const isFixed = question?.result === undefined || isFrozen(question.result);
  const released = AUDIENCES.filter((audience) => question?.windows[audience].released);
  const answered = Object.fromEntries(
    released.map((audience) => [audience, (newest ?? question?.answered)?.[audience]]),
  );
  const clock = left === null ? null : shortClockText(left);
  return {
    ...NOTHING,
    scene,
    text,
    groups: isFixed ? groups : [],
    open: isOpen ? { clock, answered } : null,
    isCounting: !isOpen && !isFixed && released.length > 0,
  };
}

/** The text of a scene without a question; null: it has none of its own. */
function textOf(
  { scene, holdingText = m.showWellRightBack(), startsAt }: Direction,
  title: string,
): string | null {
  if (scene === 'idle') return title;
  if (scene === 'holding') return holdingText;
  return scene === 'countdown' && startsAt !== undefined
    ? m.controlStartsAt({ time: timeText(startsAt) })
    : null;
}

/**
 * When the last running timer ends on the stage screen, epoch ms; null: no timer runs. The stage screen is not delayed, so
 * Home's delay is subtracted.
 */
function latestEnd(window: QuestionWindow, homeDelayMs: number): number | null {
  const ends = AUDIENCES.flatMap((audience) => {
    const end = selectIsRunning(window, audience) ? selectClosesAt(window, audience) : null;
    return end === null ? [] : end - (audience === 'home' ? homeDelayMs : 0);
  });
  return ends.length === 0 ? null : Math.max(...ends);
}

/** Undoes the last change on the stage, as the live bar does, which the control room has no space for while a show runs. */
function UndoOnAir({ producer }: { readonly producer: ProducerActor }) {
  const undo = useSelector(producer, selectUndo);
  const busy = useSelector(producer, selectIsActing(STAGE));
  if (undo === null) return null;
  return (
    <div className={styles['undo']}>
      <Button busy={busy} onClick={once(() => producer.send({ type: 'stage.undo' }))}>
        {undo.text}
      </Button>
    </div>
  );
}

/** Warns that a screen lost its connection, until it reconnects or the producer dismisses the warning. */
function Missing({ producer }: { readonly producer: ProducerActor }) {
  const missing = useSelector(producer, selectLostScreens);
  return (
    <Spoken>
      {missing !== null && (
        <Note tone="danger">
          <p>
            {m.controlScreensDisconnected({
              count: missing.count,
              time: timeText(missing.at),
            })}
          </p>
          <Button onClick={() => producer.send({ type: 'screens.dismiss' })}>
            {m.controlDismissWarning()}
          </Button>
        </Note>
      )}
    </Spoken>
  );
}

/** Warns that the next group to reveal may be unfit for air. */
function Flagged({ view: { direction, next: upcoming } }: { readonly view: ShowView }) {
  const { act } = upcoming;
  if (act?.type !== 'reveal') return null;
  const next = direction.groups.find(({ groupId }) => groupId === act.groupId);
  if (next?.isFlagged !== true || next.isHeld === true) return null;
  return (
    <Note tone="danger">
      <p>{m.controlMayNotFitAir({ representative: next.representative })}</p>
    </Note>
  );
}

/** Offers a better label for the next group to reveal, if its label has an obvious slip. */
function Cleaner({ producer, view }: Omit<AirProps, 'cards'>) {
  const busy = useSelector(producer, selectIsBusy);
  const [slip] = slipsIn(view.direction, view.next.act);
  if (slip === undefined) return null;
  const { itemId, groupId, label, cleaner } = slip;
  const decision = { kind: 'rename', group: groupId, name: cleaner } as const;
  return (
    <Note>
      <p>{m.controlLooksLikeSlip({ label })}</p>
      <Button
        busy={busy}
        onClick={() =>
          producer.send({ type: 'producer.act', act: { type: 'decide', itemId, decision } })
        }
      >
        {m.controlShowCleaner({ cleaner })}
      </Button>
    </Note>
  );
}

/** The content of the stage screen after the next act. */
function after(now: Picture, { rundown, direction, next: { act } }: ShowView): Picture {
  if (act === null) return now;
  const item = 'itemId' in act ? rundown.items.find(({ id }) => id === act.itemId) : undefined;
  const text = item?.text ?? null;
  if (act.type === 'question') return { ...NOTHING, scene: 'question', text };
  if (act.type === 'release') {
    const longest = Math.max(...Object.values(act.timers).map((seconds) => seconds ?? 0));
    const clock = longest === 0 ? null : shortClockText(longest);
    const answered = Object.fromEntries(Object.keys(act.timers).map((audience) => [audience, 0]));
    return { ...NOTHING, scene: 'question', text, open: { clock, answered } };
  }
  if (act.type === 'lock' && now.scene === 'question' && direction.questionId === item?.questionId)
    return { ...now, groups: direction.groups, open: null, isCounting: false };
  if (act.type === 'reveal') {
    const groups = now.groups.map((group) =>
      group.groupId === act.groupId ? { ...group, revealed: true } : group,
    );
    return { ...now, hot: act.groupId ?? null, groups };
  }
  if (act.type !== 'scene') return now;
  // The board does not change during the finale.
  const board = FINAL_SCENES.some((scene) => scene === now.scene) ? now.board : null;
  return { ...NOTHING, scene: act.scene, board, code: joinCodeOf(rundown) };
}
