import { useSelector } from '@xstate/react';
import { selectLine } from '#machines/connection.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import {
  selectConnection,
  selectIsStale,
  selectRefusal,
  selectShow,
  selectUpdatedAt,
  type ShowActor,
} from '#machines/show.ts';
import { useShow, useShowKey, useStirring } from './hook.ts';
import { useQuestionWindow } from '#src/bindings/question-window.ts';
import { useBrand } from '#src/bindings/runtime.tsx';
import { useSpokenText } from '#src/bindings/show.ts';
import { useWakeLock } from '#src/bindings/wake-lock.ts';
import { LiveRegion } from '#src/components/live-region.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { timeText } from '#src/screens/home/words.ts';
import { Board } from './board.tsx';
import { Controls } from './controls.tsx';
import { fitted } from './fit.ts';
import { Question } from './question.tsx';
import styles from './gameshow.module.css';

export default function GameshowView() {
  const key = useShowKey();
  // Another link is another page.
  return <OnAir key={key} showKey={key} />;
}

function OnAir({ showKey }: { readonly showKey: string | null }) {
  return <GameshowScreen actor={useShow(showKey)} />;
}

/** What the audience in the room sees: one scene, as the producer directs, filling the screen. */
export function GameshowScreen({ actor }: { readonly actor: ShowActor }) {
  const brand = useBrand();
  const refusal = useSelector(actor, selectRefusal);
  const isStirring = useStirring();
  const said = useSpokenText();
  useWakeLock(refusal === null);
  return (
    <main className={styles['stage']} data-stirring={isStirring || undefined}>
      <title>{`On Air · ${brand.name}`}</title>
      {refusal === null ? (
        <Scene actor={actor} />
      ) : (
        <Title text={brand.name}>
          <p className={styles['refusal']}>{refusal}</p>
        </Title>
      )}
      <Staleness actor={actor} />
      <Controls />
      <LiveRegion polite={refusal === null ? said : ''} assertive={refusal ?? ''} />
    </main>
  );
}

function Scene({ actor }: { readonly actor: ShowActor }) {
  const brand = useBrand();
  const show = useSelector(actor, selectShow);
  const window = useQuestionWindow(actor, show?.question?.game_session_id ?? '');
  if (show?.question)
    return <Question question={show.question} window={window} places={show.places} />;
  if (show?.board) return <Board board={show.board} />;
  return <Title text={brand.name} />;
}

interface TitleProps {
  readonly text: string;
  readonly children?: React.ReactNode;
}

/** The name of the show, and nothing else: the studio before the light goes on. */
function Title({ text, children }: TitleProps) {
  return (
    <div className={styles['title']}>
      <div className={styles['words']}>
        <h1 tabIndex={-1} style={{ fontSize: fitted(text, '34cqh') }}>
          {text}
        </h1>
      </div>
      {children}
    </div>
  );
}

const LINE_WORDS = { ...MESSAGES.connection, online: 'Connecting...', back: 'Connecting...' };

/** What is on the screen may no longer be true: since when, and what is being done about it. */
function Staleness({ actor }: { readonly actor: ShowActor }) {
  const isStale = useSelector(actor, selectIsStale);
  const updatedAt = useSelector(actor, selectUpdatedAt);
  const line = useSelector(useSelector(actor, selectConnection) ?? undefined, (snapshot) =>
    snapshot === undefined ? 'reconnecting' : selectLine(snapshot),
  );
  return (
    <Spoken className={styles['stale']}>
      {isStale && (
        <p>
          {LINE_WORDS[line]}
          {updatedAt !== null && ` As of ${timeText(updatedAt)}`}
        </p>
      )}
    </Spoken>
  );
}
