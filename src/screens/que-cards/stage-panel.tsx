import { m } from 'messages';
import { slot, withElements } from '#src/components/slots.tsx';
import ExternalLink from 'lucide-react/icons/external-link';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { stageScreenPath } from '#machines/contract/brand.ts';
import type { Direction } from '#machines/contract/stage.ts';
import { HOUSE_SHOW, type ListedQuestion } from '#machines/contract/entities.ts';
import { selectQuestions } from '#machines/show/que-cards.ts';
import { selectIsOpen } from '#machines/answering/release-window.ts';
import { SCENE_WORDS, whyNoReveal } from '#machines/show/rules/direction.ts';
import { placeText, studioCount } from '#machines/show/rules/stage.ts';
import {
  type ActRequested,
  stageAct,
  selectAirDirection,
  selectAirTitle,
  selectScreensOwner,
  selectFailure,
  selectIsActing,
  selectIsBusy,
  selectIsFailed,
  selectRefusal,
  STAGE,
} from '#machines/show/producer.ts';
import { useQuestionWindow, useWindowSelector } from '#src/bindings/question-window.ts';
import { useBrand } from '#src/bindings/runtime.tsx';
import { useFocusAcrossModes } from '#src/bindings/show.ts';
import type { ProducerActors } from '#src/bindings/producer-actors.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { once } from '#src/components/once.ts';
import { Spoken } from '#src/components/spoken.tsx';
import { ErrorNote, Skeleton } from '#src/components/states.tsx';
import { SHOW_KEYS } from '#src/words/show-keys.ts';
import { StageLink } from './stage-link.tsx';
import styles from './stage-panel.module.css';

interface StagePanelProps {
  readonly actors: ProducerActors;
  /** The question of the card that keys act on; null: no card is selected, or the keys are off. */
  readonly chosen: string | null;
}

/** Shows what the stage screen displays now, and the controls for it. */
export function StagePanel({ actors, chosen }: StagePanelProps) {
  const { producer } = actors;
  const brand = useBrand();
  const direction = useSelector(producer, selectAirDirection);
  const owner = useSelector(producer, selectScreensOwner) ?? HOUSE_SHOW;
  const refusal = useSelector(producer, selectRefusal(STAGE));
  const failure = useSelector(producer, selectFailure);
  const isFailed = useSelector(producer, selectIsFailed);
  const busy = useSelector(producer, selectIsBusy);
  return (
    <Card
      as="section"
      label={m.queCardsStageTitle()}
      title={m.queCardsStageTitle()}
      aside={
        <>
          <Screens direction={direction} />
          <a
            href={`${stageScreenPath(brand)}${owner === HOUSE_SHOW ? '' : `?show=${owner}`}`}
            target="_blank"
            rel="noreferrer"
            className={styles['open']}
          >
            <ExternalLink />
            {m.queCardsOpenStageScreen()}
          </a>
        </>
      }
    >
      {direction === null && !isFailed && (
        <Skeleton label={m.queCardsLoadingStage()} shapes={['line', 'field']} />
      )}
      {isFailed && failure !== null && (
        <ErrorNote
          message={failure}
          busy={busy}
          onRetry={() => producer.send({ type: 'producer.retry' })}
        />
      )}
      {direction !== null && (
        <>
          <Directed actors={actors} direction={direction} chosen={chosen}>
            <Spoken urgent>{refusal !== null && <Note tone="danger">{refusal}</Note>}</Spoken>
          </Directed>
          <StageLink actors={actors} direction={direction} showId={owner} />
        </>
      )}
    </Card>
  );
}

function Screens({ direction }: { readonly direction: Direction | null }) {
  if (direction === null) return null;
  return <Badge>{m.queCardsScreensConnected({ count: direction.screens })}</Badge>;
}

interface DirectedProps extends StagePanelProps {
  readonly direction: Direction;
  /** Content above the list of groups, which may be long. */
  readonly children: ReactNode;
}

function Directed({ actors, direction, chosen, children }: DirectedProps) {
  const { cards, producer } = actors;
  const title = useSelector(producer, selectAirTitle);
  const busy = useSelector(producer, selectIsActing(STAGE));
  const questions = useSelector(cards, selectQuestions);
  const { showId, itemId, scene, questionId, groups } = direction;
  const question = questions?.find(({ id }) => id === questionId);
  const window = useQuestionWindow(cards, question?.game_session_id ?? '');
  const why = whyNoReveal(direction, useWindowSelector(window, selectIsOpen));
  const isQuestion = scene === 'question';
  const isRevealed = isQuestion && groups.some(({ revealed }) => revealed);
  const panel = useFocusAcrossModes<HTMLDivElement>(
    JSON.stringify([scene, questionId, why, isRevealed]),
  );
  const press = (request: ActRequested | null) =>
    once(() => {
      if (request !== null) producer.send(request);
    });
  const show = (to: 'idle' | 'board') => stageAct(showId, { type: 'scene', scene: to });
  const turn = (type: 'reveal' | 'hide', groupId?: string) =>
    itemId === null ? null : stageAct(showId, { type, itemId, groupId });
  const isChosen = isQuestion && chosen === questionId;
  const shortcut = (act: 'reveal' | 'hide' | 'board' | 'clear') => {
    const isOfQuestion = act === 'reveal' || act === 'hide';
    return chosen !== null && (isChosen || !isOfQuestion) ? SHOW_KEYS[act] : undefined;
  };
  return (
    <div ref={panel} tabIndex={-1} className={styles['directed']}>
      <Stack>
        <Now title={title} direction={direction} question={question} />
        <Cluster>
          <Button
            tone={why === null ? 'primary' : 'quiet'}
            busy={busy}
            disabled={why !== null}
            shortcut={why === null ? shortcut('reveal') : undefined}
            onClick={press(turn('reveal'))}
          >
            {m.queCardsRevealNext()}
          </Button>
          {isRevealed && (
            <Button busy={busy} shortcut={shortcut('hide')} onClick={press(turn('hide'))}>
              {m.queCardsHideLast()}
            </Button>
          )}
          {scene !== 'board' && (
            <Button busy={busy} shortcut={shortcut('board')} onClick={press(show('board'))}>
              {m.queCardsShowBoard()}
            </Button>
          )}
          {scene !== 'idle' && (
            <Button busy={busy} shortcut={shortcut('clear')} onClick={press(show('idle'))}>
              {m.queCardsClear()}
            </Button>
          )}
        </Cluster>
        {why !== null && <Note>{why}</Note>}
        {children}
        {isQuestion && groups.length > 0 && (
          <ol className={styles['groups']}>
            {groups.map((group, index) => {
              const { groupId, representative, isHeld = false, revealed } = group;
              const { count, homePoints, contestantPoints } = group;
              return (
                <li key={groupId} data-revealed={revealed || undefined}>
                  <b>{placeText(group, index)}</b>
                  <span>
                    <strong dir="auto" translate="no">
                      {representative}
                    </strong>{' '}
                    {isHeld && <Badge tone="danger">{m.queCardsHeldBack()}</Badge>}
                    <span className={styles['facts']}>
                      {m.queCardsGroupFacts({
                        count,
                        homePoints,
                        contestantPoints:
                          studioCount({ count, homePoints }) > 0 ? contestantPoints : 0,
                      })}
                    </span>
                  </span>
                  {revealed ? (
                    <Button
                      aria-label={m.queCardsHide({ representative })}
                      onClick={press(turn('hide', groupId))}
                    >
                      {m.queCardsHideButton()}
                    </Button>
                  ) : (
                    <Button
                      aria-label={m.queCardsReveal({ representative })}
                      disabled={why !== null}
                      onClick={press(turn('reveal', groupId))}
                    >
                      {m.queCardsRevealButton()}
                    </Button>
                  )}
                </li>
              );
            })}
          </ol>
        )}
      </Stack>
    </div>
  );
}

interface NowProps {
  /** The show that is meant; null: it is clear. */
  readonly title: string | null;
  readonly direction: Direction;
  readonly question: ListedQuestion | undefined;
}

/** Describes the scene that is on the stage screen. */
function Now({ title, direction: { scene, groups }, question }: NowProps) {
  const text = (what: string) =>
    title === null
      ? m.showOnStage({ scene: what })
      : m.commonLabelled({ label: title, value: what });
  if (scene !== 'question') return <p>{text(SCENE_WORDS[scene]())}</p>;
  const revealed = groups.filter((group) => group.revealed).length;
  return (
    <p>
      {withElements(
        text(slot(0)),
        <strong dir="auto">{question?.question_text ?? m.liveBarAQuestion()}</strong>,
      )}{' '}
      <span className={styles['facts']}>
        {m.liveBarRevealed({ revealed, length: groups.length })}
      </span>
    </p>
  );
}
