import ExternalLink from 'lucide-react/icons/external-link';
import { useSelector } from '@xstate/react';
import type { MouseEvent, ReactNode } from 'react';
import { showPath } from '#machines/contract/brand.ts';
import type { ListedQuestion, Direction } from '#machines/contract/entities.ts';
import { type QueCardsActor, selectQuestions } from '#machines/show/que-cards.ts';
import { selectIsOpen } from '#machines/answering/release-window.ts';
import { SCENE_WORDS, whyNoReveal } from '#machines/show/rules/show.ts';
import {
  selectBusy,
  selectDirection,
  selectIsActing,
  selectIsFailed,
  selectMessage,
  type ShowAct,
} from '#machines/show/show-control.ts';
import { useQuestionWindow, useWindowSelector } from '#src/bindings/question-window.ts';
import { useBrand } from '#src/bindings/runtime.tsx';
import { useFocusKept } from '#src/bindings/show.ts';
import { type ShowControl, useShowControl } from './show-control.hook.tsx';
import { Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { ErrorNote, Skeleton } from '#src/components/states.tsx';
import { counted } from '#src/words/counts-and-times.ts';
import { SHOW_KEYS } from './show-keys.ts';
import { ShowLink } from './show-link.tsx';
import styles from './show-panel.module.css';

interface ShowPanelProps {
  readonly cards: QueCardsActor;
  /** The question whose card the keys act on; null: none is chosen, or they are off. */
  readonly chosen: string | null;
}

/** What the show page shows now, and the producer's hand on it. */
export function ShowPanel(props: ShowPanelProps) {
  const show = useShowControl();
  return show === null ? null : <Panel show={show} {...props} />;
}

interface PanelProps extends ShowPanelProps {
  readonly show: ShowControl;
}

function Panel({ show, cards, chosen }: PanelProps) {
  const { control } = show;
  const brand = useBrand();
  const direction = useSelector(control, selectDirection);
  const message = useSelector(control, selectMessage);
  const isFailed = useSelector(control, selectIsFailed);
  const busy = useSelector(control, selectBusy);
  return (
    <Card
      as="section"
      label="Show page"
      title="Show page"
      aside={
        <>
          <Screens direction={direction} />
          <a href={showPath(brand)} target="_blank" rel="noreferrer" className={styles['open']}>
            <ExternalLink />
            Open show page
          </a>
        </>
      }
    >
      {direction === null && !isFailed && (
        <Skeleton label="Loading the show page" shapes={['line', 'field']} />
      )}
      {isFailed && message !== null && (
        <ErrorNote
          message={message}
          busy={busy}
          onRetry={() => control.send({ type: 'control.retry' })}
        />
      )}
      {direction !== null && (
        <>
          <Directed show={show} cards={cards} direction={direction} chosen={chosen}>
            <Spoken urgent>
              {!isFailed && message !== null && <Note tone="danger">{message}</Note>}
            </Spoken>
            <ShowLink show={show} direction={direction} />
          </Directed>
        </>
      )}
    </Card>
  );
}

function Screens({ direction }: { readonly direction: Direction | null }) {
  if (direction === null) return null;
  return <Badge>{`${counted(direction.screens, 'screen')} connected`}</Badge>;
}

interface DirectedProps extends PanelProps {
  readonly direction: Direction;
  /** Stands above the places, which may be many. */
  readonly children: ReactNode;
}

function Directed({ show: { control }, cards, direction, chosen, children }: DirectedProps) {
  const busy = useSelector(control, selectIsActing);
  const questions = useSelector(cards, selectQuestions);
  const { scene, questionId, places } = direction;
  const question = questions?.find(({ id }) => id === questionId);
  const window = useQuestionWindow(cards, question?.game_session_id ?? '');
  const why = whyNoReveal(direction, useWindowSelector(window, selectIsOpen));
  const isQuestion = scene === 'question';
  const isRevealed = isQuestion && places.some(({ revealed }) => revealed);
  const panel = useFocusKept<HTMLDivElement>(JSON.stringify([scene, questionId, why, isRevealed]));
  // What was done has changed the button by the time the second click of two arrives.
  const press = (act: ShowAct) => (click: MouseEvent) => {
    if (click.detail < 2) control.send(act);
  };
  const isChosen = isQuestion && chosen === questionId;
  const shortcut = (act: keyof typeof SHOW_KEYS) => {
    const isOfQuestion = act === 'reveal' || act === 'hide';
    return chosen !== null && (isChosen || !isOfQuestion) ? SHOW_KEYS[act] : undefined;
  };
  return (
    <div ref={panel} tabIndex={-1}>
      <Stack>
        <Now direction={direction} question={question} />
        <Cluster>
          <Button
            busy={busy}
            disabled={why !== null}
            shortcut={why === null ? shortcut('reveal') : undefined}
            onClick={press({ type: 'show.reveal', groupId: null })}
          >
            Reveal next
          </Button>
          {isRevealed && (
            <Button
              busy={busy}
              shortcut={shortcut('hide')}
              onClick={press({ type: 'show.hide', groupId: null })}
            >
              Hide last
            </Button>
          )}
          {scene !== 'board' && (
            <Button
              busy={busy}
              shortcut={shortcut('board')}
              onClick={press({ type: 'show.direct', scene: 'board' })}
            >
              Show board
            </Button>
          )}
          {scene !== 'idle' && (
            <Button
              busy={busy}
              shortcut={shortcut('clear')}
              onClick={press({ type: 'show.direct', scene: 'idle' })}
            >
              Clear
            </Button>
          )}
        </Cluster>
        {why !== null && <Note>{why}</Note>}
        {children}
        {isQuestion && places.length > 0 && (
          <ol className={styles['places']}>
            {places.map(
              ({
                groupId,
                representative,
                isHeld = false,
                count,
                homePoints,
                contestantPoints,
                revealed,
              }) => (
                <li key={groupId} data-revealed={revealed || undefined}>
                  <span>
                    <strong dir="auto" translate="no">
                      {representative}
                    </strong>{' '}
                    {isHeld && <Badge tone="danger">Held back</Badge>}
                    <span className={styles['facts']}>
                      {`${counted(count, 'answer')}, Home +${homePoints}, Studio +${contestantPoints}`}
                    </span>
                  </span>
                  {revealed ? (
                    <Button
                      aria-label={`Hide ${representative}`}
                      onClick={press({ type: 'show.hide', groupId })}
                    >
                      Hide
                    </Button>
                  ) : (
                    <Button
                      aria-label={`Reveal ${representative}`}
                      disabled={why !== null}
                      onClick={press({ type: 'show.reveal', groupId })}
                    >
                      Reveal
                    </Button>
                  )}
                </li>
              ),
            )}
          </ol>
        )}
      </Stack>
    </div>
  );
}

interface NowProps {
  readonly direction: Direction;
  readonly question: ListedQuestion | undefined;
}

/** The scene in words. */
function Now({ direction: { scene, places }, question }: NowProps) {
  if (scene !== 'question') return <p>{`It shows ${SCENE_WORDS[scene]}.`}</p>;
  const revealed = places.filter((place) => place.revealed).length;
  return (
    <p>
      It shows <strong dir="auto">{question?.question_text ?? 'a question'}</strong>{' '}
      <span className={styles['facts']}>{`${revealed} of ${places.length} revealed`}</span>
    </p>
  );
}
