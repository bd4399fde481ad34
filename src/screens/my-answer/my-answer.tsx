import { m } from 'messages';
import { useSelector } from '@xstate/react';
import Lock from 'lucide-react/icons/lock';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import UserRound from 'lucide-react/icons/user-round';
import Wifi from 'lucide-react/icons/wifi';
import WifiOff from 'lucide-react/icons/wifi-off';
import { lazy, type ReactNode, Suspense } from 'react';
import {
  type ConnectionActor,
  selectIsConnected,
  selectConnectionState,
} from '#machines/connection/connection.ts';
import type { ActiveQuestion, Audience, OwnAnswer, User } from '#machines/contract/entities.ts';
import {
  type PlayerAnswerActor,
  selectAnswer,
  selectIsChecking,
  selectIsLoading,
  selectHasNoQuestion,
  selectMessage,
  selectQuestion,
} from '#machines/answering/player-answer.ts';
import {
  type QuestionWindow,
  selectClosesAt,
  selectIsRunning,
} from '#machines/answering/release-window.ts';
import { audienceOf } from '#machines/contract/audience.ts';
import { isFinal, voidText } from '#machines/results/rules/finality.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import { useCountdown } from '#src/bindings/countdown.ts';
import { usePlayerAnswer } from './hook.ts';
import {
  useLockedLabel,
  useQuestionWindow,
  useWindowSelector,
  useWindowState,
} from '#src/bindings/question-window.ts';
import { useConnection, useSignedIn } from '#src/bindings/runtime.tsx';
import { useTimeAnnouncements } from '#src/bindings/show.ts';
import { AnswerStateNote } from '#src/components/answer-state-note.tsx';
import { Badge, RehearsalBadge } from '#src/components/badge.tsx';
import { linkButton } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { Cluster, Page } from '#src/components/layout.tsx';
import { Link } from '#src/components/link.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { EmptyState, ErrorNote, Skeleton } from '#src/components/states.tsx';
import { Timer, urgencyOf } from '#src/components/timer.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { atText } from '#src/words/counts-and-times.ts';
import styles from './my-answer.module.css';

const Explained = lazy(() => import('#src/screens/home/explained.tsx'));

export default function MyAnswerView() {
  // The key starts the page again when the role changes, as the question depends on the role.
  return <MyAnswer key={useSignedIn().role_id} />;
}

function MyAnswer() {
  return (
    <MyAnswerScreen
      user={useSignedIn()}
      actor={usePlayerAnswer()}
      connection={useConnection() ?? undefined}
    />
  );
}

export interface MyAnswerScreenProps {
  readonly user: User;
  readonly actor: PlayerAnswerActor;
  readonly connection: ConnectionActor | undefined;
}

/** The newest question of the reader's audience with their answer: the page that a contestant holds to the camera. */
export function MyAnswerScreen({ user, actor, connection }: MyAnswerScreenProps) {
  const isLoading = useSelector(actor, selectIsLoading);
  const message = useSelector(actor, selectMessage);
  return (
    <Page
      title={m.myAnswerMyAnswer()}
      width="wide"
      badges={
        <>
          <Status connection={connection} />
          <Badge icon={<UserRound />}>
            <Verbatim>{user.name}</Verbatim>
          </Badge>
        </>
      }
    >
      {isLoading && <Skeleton label={m.myAnswerLoadingYourAnswer()} shapes={['card']} />}
      {message !== null && (
        <ErrorNote message={message} onRetry={() => actor.send({ type: 'answer.retry' })} />
      )}
      {!isLoading && message === null && <LastAnswer actor={actor} user={user} />}
    </Page>
  );
}

const STATUS = {
  connected: { word: m.myAnswerConnected(), tone: 'ok', Icon: Wifi },
  connecting: { word: m.myAnswerConnecting(), tone: 'plain', Icon: RefreshCw },
  reconnecting: { word: m.myAnswerReconnecting(), tone: 'plain', Icon: RefreshCw },
  disconnected: { word: m.myAnswerDisconnected(), tone: 'danger', Icon: WifiOff },
} as const;
const LINES = {
  online: 'connecting',
  back: 'connected',
  reconnecting: 'reconnecting',
  offline: 'disconnected',
  serverAway: 'disconnected',
} as const;

/** State of the connection to the show (specification §4). */
function Status({ connection }: Pick<MyAnswerScreenProps, 'connection'>) {
  const status = useSelector(connection, (snapshot) => {
    if (snapshot === undefined) return 'disconnected';
    return selectIsConnected(snapshot) ? 'connected' : LINES[selectConnectionState(snapshot)];
  });
  const { word, tone, Icon } = STATUS[status];
  return (
    <Spoken>
      <Badge tone={tone} icon={<Icon />}>
        {word}
      </Badge>
    </Spoken>
  );
}

function LastAnswer({ actor, user }: Pick<MyAnswerScreenProps, 'actor' | 'user'>) {
  const question = useSelector(actor, selectQuestion);
  const answer = useSelector(actor, selectAnswer);
  const window = useQuestionWindow(actor, question?.game_session_id ?? '');
  const audience = audienceOf(user.role_id);
  const closesAt = useWindowSelector(window, (each) =>
    audience !== null && selectIsRunning(each, audience) ? selectClosesAt(each, audience) : null,
  );
  const isNone = useSelector(actor, selectHasNoQuestion);
  const isChecking = useSelector(actor, selectIsChecking);
  const isOver = closesAt === null;
  const isLocked = answer !== null;
  const isVoid = question?.result?.voided !== undefined;
  const isWaiting = isLocked && !isVoid && (!isOver || answer.held === true);
  if (isChecking)
    return (
      <Sheet audience={audience}>
        <Card
          as="article"
          label={question?.question_text ?? m.commonQuestion()}
          title={question?.question_text ?? undefined}
        >
          <AnswerStateNote state="checking" />
        </Card>
      </Sheet>
    );
  if (isNone || question === null)
    return (
      <EmptyState
        title={isNone ? m.questionsNoRecent() : m.questionsWaiting()}
        hint={isNone ? m.questionsWaiting() : undefined}
      />
    );
  return (
    <>
      {/* The key replaces the whole sheet, so that its parts are not animated. */}
      <Sheet key={String(isWaiting)} {...{ audience, isLocked, isWaiting }}>
        <Card
          as="article"
          label={question.question_text ?? m.commonQuestion()}
          tone={isOver || answer !== null ? 'plain' : 'live'}
          title={question.question_text ?? m.questionsWaiting()}
          badges={question.rehearsal === true ? <RehearsalBadge /> : undefined}
        >
          {isOver ? (
            <Answer answer={answer} question={question} window={window} audience={audience} />
          ) : (
            <Running key={closesAt} closesAt={closesAt} answer={answer} />
          )}
        </Card>
      </Sheet>
      {isOver && answer !== null && answer.held !== true && (
        // Reserves the line before its text arrives, so that nothing moves.
        <Suspense fallback={<p>&nbsp;</p>}>
          {question.result === undefined ? (
            <p>&nbsp;</p>
          ) : (
            <Explained key={answer.gameSessionId} gameSessionId={answer.gameSessionId} />
          )}
        </Suspense>
      )}
    </>
  );
}

interface SheetProps {
  readonly audience: Audience | null;
  /** Whether an answer is saved, so that the whole sheet has the audience's colour. */
  readonly isLocked?: boolean;
  /** Whether the answer is the only content, until the board opens. */
  readonly isWaiting?: boolean;
  readonly children: ReactNode;
}

/** Fills the screen, as it is read at arm's length in a lit studio, and by a camera over the shoulder. */
function Sheet({ audience, isLocked = false, isWaiting = false, children }: SheetProps) {
  return (
    <div
      data-audience={audience}
      data-contestant={audience === 'studio' || undefined}
      data-locked={isLocked}
      data-waiting={isWaiting}
      className={styles['sheet']}
    >
      {children}
    </div>
  );
}

/** The countdown of the player page updates ten times a second (specification §9). */
const STEP_MS = 100;

interface AnswerProps {
  readonly answer: OwnAnswer | null;
}

/** While others still answer, shows that an answer is saved, but not its text. */
function Running({ closesAt, answer }: AnswerProps & { readonly closesAt: number }) {
  useTimeAnnouncements(closesAt);
  const left = useCountdown(closesAt, STEP_MS) ?? 0;
  return (
    <>
      <Cluster>
        {/* Never `over`: another sheet shows the end, and nothing should move before it appears. */}
        <Timer size="large" text={shortClockText(left)} urgency={urgencyOf(Math.max(left, 1))} />
      </Cluster>
      {answer === null ? (
        <Cluster spread>
          <AnswerStateNote state="notAnswered" />
          <Link to="/" className={linkButton('primary')}>
            {m.myAnswerAnswerQuestion()}
          </Link>
        </Cluster>
      ) : (
        <>
          <Lock aria-hidden className={styles['lock']} />
          <AnswerStateNote state="saved">{atText(answer.answeredAt)}</AnswerStateNote>
        </>
      )}
    </>
  );
}

interface OverProps {
  readonly window: QuestionWindow;
  /** The reader's own audience. */
  readonly audience: Audience | null;
}

interface LastProps extends AnswerProps, OverProps {
  readonly question: ActiveQuestion;
}

function Answer({ answer, question, ...over }: LastProps) {
  if (answer === null) return <NoAnswer {...over} />;
  return <OwnAnswer answer={answer} result={question.result} />;
}

interface OwnAnswerProps {
  readonly answer: OwnAnswer;
  readonly result: ActiveQuestion['result'];
}

function OwnAnswer({ answer, result }: OwnAnswerProps) {
  return (
    <div className={styles['answer']}>
      <Lock aria-hidden className={styles['lock']} />
      <p>{m.myAnswerYourAnswer()}</p>
      <p dir="auto" translate="no">
        {answer.answer_text}
      </p>
      <span>{m.myAnswerSaved({ at: atText(answer.answeredAt) })}</span>
      {/* Reserves the line before its text arrives, so that nothing moves. */}
      <span>{worth(answer, result) ?? '\u00a0'}</span>
    </div>
  );
}

function worth(
  { held, awardedPoints }: OwnAnswer,
  result: OwnAnswerProps['result'],
): string | null {
  if (result?.voided !== undefined) return voidText(result.voided.reason);
  if (held === true) return m.answerHeld();
  const text = m.countPoints({ count: awardedPoints });
  return isFinal(result) ? text : m.soFar({ text });
}

/** Shown without an answer: a link to answer if the question is open, or who may answer instead. */
function NoAnswer({ window, audience }: OverProps) {
  const label = useLockedLabel(window, audience);
  const isOpen = useWindowState(window, audience ?? 'home') === 'open' && audience !== null;
  return label === null ? (
    <Cluster spread>
      <p className={styles['none']}>{m.questionsNoAnswer()}</p>
      {isOpen && (
        <Link to="/" className={linkButton('primary')}>
          {m.myAnswerAnswerQuestion()}
        </Link>
      )}
    </Cluster>
  ) : (
    <AnswerStateNote state="notForYou">{label}</AnswerStateNote>
  );
}
