import { m } from 'messages';
import { timeText } from 'messages/format';
import { useSelector } from '@xstate/react';
import type { StageView } from '#machines/contract/stage.ts';
import { selectConnectionState } from '#machines/connection/connection.ts';
import { CONNECTION_WORDS } from '#src/words/connection.ts';
import {
  selectConnection,
  selectIsStale,
  selectRefusal,
  selectStage,
  selectUpdatedAt,
  type StageScreenActor,
} from '#machines/show/stage-screen.ts';
import { type Opened, useOpened, useShow, useShowSound, usePointerActivity } from './hook.ts';
import { useQuestionWindow } from '#src/bindings/question-window.ts';
import { useBrand } from '#src/bindings/runtime.tsx';
import { useSpokenText } from '#src/bindings/show.ts';
import { useWakeLock } from '#src/bindings/wake-lock.ts';
import { classes } from '#src/components/classes.ts';
import { LiveRegion } from '#src/components/live-region.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { isOpenAt } from '#machines/show/rules/stage.ts';
import {
  selectNumberOneStep,
  selectQuestionStep,
  selectScene,
  selectStep,
  selectShow,
  type StageActor,
} from '#machines/show/stage.ts';
import { useNow } from '#src/bindings/countdown.ts';
import { Controls } from './controls.tsx';
import { Podium, Winner } from './finale.tsx';
import { fitted, ofHeight } from './fit.ts';
import { Idle } from './idle.tsx';
import { Countdown, Holding, TestCard } from './interludes.tsx';
import { LastPicture } from './last-picture.tsx';
import { Lights } from './lights.tsx';
import { useOverlay } from './overlay.ts';
import { StageMedia } from './media.tsx';
import { Question } from './question.tsx';
import { Scores } from './scores.tsx';
import './archivo.css';
import styles from './stage-screen.module.css';
import over from './overlay.module.css';

export default function StageScreenView() {
  const opened = useOpened();
  // The key remounts the page for another link or show.
  return <OnAir key={JSON.stringify(opened)} opened={opened} />;
}

function OnAir({ opened }: { readonly opened: Opened }) {
  return <StageScreen actor={useShow(opened)} />;
}

/** The picture for the audience in the room. A failed rendering is tried again after the next server event. */
export function StageScreen({ actor }: { readonly actor: StageScreenActor }) {
  const updatedAt = useSelector(actor, selectUpdatedAt);
  return (
    <LastPicture
      resetKey={String(updatedAt)}
      onError={(error) => actor.send({ type: 'picture.failed', error })}
    >
      <Picture actor={actor} />
    </LastPicture>
  );
}

/** The current scene, full screen, as the producer chose it. */
function Picture({ actor }: { readonly actor: StageScreenActor }) {
  const brand = useBrand();
  const refusal = useSelector(actor, selectRefusal);
  const stage = useSelector(actor, selectStage);
  const isStirring = usePointerActivity();
  const overlay = useOverlay();
  const sound = useShowSound(stage);
  const said = useSpokenText();
  useWakeLock(refusal === null);
  return (
    <>
      {overlay !== null && overlay.keyColour !== null && (
        <div className={over['key']} style={{ background: overlay.keyColour }} data-key />
      )}
      <main
        className={classes(styles['stage'], overlay !== null && over['overlay'])}
        // Not translated: shown as the producer and the players wrote it.
        translate="no"
        data-stage
        data-overlay={overlay !== null || undefined}
        data-layers={overlay?.layers.join(' ')}
        data-out={overlay?.isIn === false || undefined}
        data-stirring={isStirring || undefined}
        style={overlay?.place ?? undefined}
      >
        <title>{m.stageScreenAir({ name: brand.name })}</title>
        {refusal === null && stage !== undefined ? (
          <Scene actor={actor} stage={stage} isOverlay={overlay !== null} level={sound.level} />
        ) : overlay !== null ? null : (
          <Title text={brand.name}>
            <p className={styles['refusal']}>{refusal}</p>
          </Title>
        )}
        {overlay === null && <Staleness actor={actor} />}
        {overlay === null && <Controls sound={sound} />}
        <LiveRegion polite={refusal === null ? said : ''} assertive={refusal ?? ''} />
      </main>
    </>
  );
}

interface SceneProps {
  readonly actor: StageScreenActor;
  readonly stage: StageActor;
  /** Whether the page is an overlay, without the lights of the stage. */
  readonly isOverlay: boolean;
  /** The volume of this screen; 0 is off. */
  readonly level: number;
}

function Scene({ actor, stage, isOverlay, level }: SceneProps) {
  const show = useSelector(stage, selectShow);
  const window = useQuestionWindow(actor, show?.question?.game_session_id ?? '');
  const mood = useMood(stage);
  const isArriving = useSelector(stage, selectQuestionStep) === 'arriving';
  const arriving = isArriving ? (show?.question?.game_session_id ?? null) : null;
  return (
    <>
      {!isOverlay && <Lights mood={mood} arriving={arriving} />}
      {show?.rehearsal === true && <p className={styles['rehearsal']}>{m.rehearsalName()}</p>}
      {!isOverlay && <StageMedia show={show} stage={stage} level={level} />}
      {show?.question ? (
        <Question {...{ show, stage, window, isOverlay }} question={show.question} />
      ) : show?.board ? (
        <Board
          scene={show.scene}
          board={show.board}
          title={show.title}
          hasMore={show.hasMore ?? false}
          stage={stage}
        />
      ) : (
        !isOverlay && <Without show={show} stage={stage} hasSound={level > 0} />
      )}
    </>
  );
}

interface WithoutProps extends Pick<SceneProps, 'stage'> {
  readonly show: StageView | null;
  /** Whether the sound of this screen is on. */
  readonly hasSound: boolean;
}

/** A scene with neither a question nor a board. */
function Without({ show, ...props }: WithoutProps) {
  if (show?.scene === 'holding') return <Holding show={show} />;
  if (show?.scene === 'test') return <TestCard show={show} {...props} />;
  return show?.scene === 'countdown' ? <Countdown show={show} /> : <Idle show={show} />;
}

function Board({ scene, ...props }: React.ComponentProps<typeof Scores>) {
  if (scene === 'podium') return <Podium {...props} />;
  return scene === 'winner' ? <Winner {...props} /> : <Scores {...props} scene={scene} />;
}

/** The mood of the lights: amber (`live`) only while a question can be answered. */
function useMood(stage: StageActor): 'calm' | 'live' | 'narrow' {
  const now = useNow();
  return useSelector(stage, (snapshot) => {
    const question = selectShow(snapshot)?.question ?? null;
    if (question === null) return 'calm';
    if (selectScene(snapshot) === 'question')
      return selectStep(snapshot) === 'counted' && isOpenAt(question.windows, now())
        ? 'live'
        : 'calm';
    const step = selectNumberOneStep(snapshot);
    return step !== null && step !== 'back' ? 'narrow' : 'calm';
  });
}

interface TitleProps {
  readonly text: string;
  readonly children?: React.ReactNode;
}

/** The name of the show, and why nothing else is shown. */
function Title({ text, children }: TitleProps) {
  return (
    <div className={styles['title']}>
      <div className={styles['words']}>
        <h1 tabIndex={-1} style={{ fontSize: fitted(text, ofHeight(34)) }}>
          {text}
        </h1>
      </div>
      {children}
    </div>
  );
}

const LINE_WORDS = {
  ...CONNECTION_WORDS,
  online: m.stageScreenConnecting,
  back: m.stageScreenConnecting,
};

/** A note to the operator of the device that the content may be outdated; never shown on air. */
function Staleness({ actor }: { readonly actor: StageScreenActor }) {
  const isStale = useSelector(actor, selectIsStale);
  const updatedAt = useSelector(actor, selectUpdatedAt);
  const line = useSelector(useSelector(actor, selectConnection) ?? undefined, (snapshot) =>
    snapshot === undefined ? 'reconnecting' : selectConnectionState(snapshot),
  );
  return (
    <Spoken className={styles['stale']}>
      {isStale && (
        <p>
          {LINE_WORDS[line]()}
          {updatedAt !== null && <> {m.stageScreenAsOf({ time: timeText(updatedAt) })}</>}
        </p>
      )}
    </Spoken>
  );
}
