import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { REHEARSAL_PLAYERS } from '#machines/contract/limits.ts';
import type { Rundown, RundownItem } from '#machines/contract/rundown.ts';
import { FINAL_SCENES } from '#machines/contract/stage.ts';
import {
  type ProducerActor,
  selectHasHouse,
  selectIsBusy,
  selectIsFailed,
  selectIsWaiting,
  selectMessage,
  selectRundown,
  selectChosenId,
  selectShows,
  selectView,
} from '#machines/show/producer.ts';
import { sceneTitle } from '#machines/show/rules/direction.ts';
import { isFinished, type ItemStage } from '#machines/show/rules/item.ts';
import { codeText } from '#machines/show/rules/join-code.ts';
import { armedOf, isRunning, nextText, whyWait } from '#machines/show/rules/rundown.ts';
import { slipsIn } from '#machines/show/rules/slip.ts';
import type { ShowView } from '#machines/show/calls.ts';
import { useBanner } from '#src/bindings/announcements.ts';
import { stillWorking, useLiveKeys } from '#src/bindings/live-keys.ts';
import { selectQuestions } from '#machines/show/que-cards.ts';
import { SHOW_KEYS } from '#src/words/show-keys.ts';
import { Button, linkButton } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { ConfirmDialog, Dialog } from '#src/components/dialog.tsx';
import { SelectField, TextField } from '#src/components/field.tsx';
import { Cluster, Page, Stack } from '#src/components/layout.tsx';
import { Link } from '#src/components/link.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { EmptyState, ErrorNote, Skeleton } from '#src/components/states.tsx';
import { TimeZoneQuestion } from '#src/screens/admin/time-zone.tsx';
import { type ProducerActors, useProducerActors } from '#src/bindings/producer-actors.ts';
import { Air } from './air.tsx';
import { StayAwake } from '#src/bindings/stay-awake.tsx';
import { Appeals } from './appeals.tsx';
import { Armed } from './armed.tsx';
import { AskText } from './ask-text.tsx';
import { ExportShow } from './export-show.tsx';
import { PrepareInterludes } from './interludes.tsx';
import { Invitation } from './invitation.tsx';
import { Keys } from './keys.tsx';
import { joinCodeOf, Links } from './links.tsx';
import { useStage } from './hook.ts';
import { More } from './more.tsx';
import { MaskedNames } from './people.tsx';
import { ShowSettings } from './show-settings.tsx';
import { ShowProducers } from './producers.tsx';
import { Seats } from './seats.tsx';
import { SoFar } from './so-far.tsx';
import { RundownList } from './rundown-list.tsx';
import { Tokens } from './tokens.tsx';
import { Unshown } from './unshown.tsx';
import styles from './control.module.css';

const AddQuestions = lazy(() => import('./paste.tsx'));

export default function ControlView() {
  const actors = useProducerActors();
  return actors === null ? <Waiting /> : <Room actors={actors} />;
}

interface ControlProps {
  readonly actors: ProducerActors;
}

function Room({ actors }: ControlProps) {
  const { producer } = actors;
  const isWaiting = useSelector(producer, selectIsWaiting);
  const rundown = useSelector(producer, selectRundown);
  const isAdmin = useSelector(producer, selectHasHouse);
  useEffect(() => producer.send({ type: 'producer.enter' }), [producer]);
  if (isWaiting) return <Waiting />;
  return (
    <Page
      width="full"
      title={m.commonControlRoom()}
      actions={<ShowBar actors={actors} rundown={rundown} />}
    >
      <ControlScreen actors={actors} />
      {/* Only for a new show, because there is no space for the question in a running show. At the end, as it loads
          later and would push the rest down. */}
      {isAdmin && (rundown === null || rundown.items.length === 0) && <TimeZoneQuestion />}
    </Page>
  );
}

const Waiting = () => (
  <Page width="full" title={m.commonControlRoom()} actions={<div className={styles['bar']} />}>
    <Skeleton label={m.controlLoadingShow()} shapes={['field', 'card', 'card']} />
  </Page>
);

/** Runs a show: its rundown, the armed item, and what is on air. */
export function ControlScreen({ actors }: ControlProps) {
  const { producer } = actors;
  const view = useSelector(producer, selectView);
  const message = useSelector(producer, selectMessage);
  const isFailed = useSelector(producer, selectIsFailed);
  return (
    <div
      className={styles['control']}
      data-run={view !== null && isRunning(view.rundown) ? 'room' : undefined}
    >
      <Spoken urgent>
        {message !== null && !isFailed && <Note tone="danger">{message}</Note>}
      </Spoken>
      {isFailed && message !== null && (
        <ErrorNote message={message} onRetry={() => producer.send({ type: 'producer.retry' })} />
      )}
      {view === null ? (
        <EmptyState
          title={m.controlNoShowYet()}
          hint={m.controlGiveTitlePasteYour()}
          action={<FirstShow producer={producer} />}
        />
      ) : (
        <Running actors={actors} view={view} />
      )}
    </div>
  );
}

/** The keys of the control room and their labels, for messages about why a key did nothing. */
const KEY_NAMES: Readonly<Record<string, string>> = {
  SPACE: 'Space',
  ENTER: 'Enter',
  PAGEDOWN: 'PageDown',
  PAGEUP: 'PageUp',
  ...Object.fromEntries(
    (
      [
        'extend',
        'close',
        'revealAll',
        'hide',
        'again',
        'board',
        'holding',
        'test',
        'countdown',
      ] as const
    ).map((act) => [SHOW_KEYS[act], SHOW_KEYS[act]]),
  ),
};

/** Why a key did nothing. */
function nothingText(key: string, name: string, { rundown, next }: ShowView): string {
  const why = whyWait(next);
  if (key === 'PAGEUP') return m.controlKeyCantUndo({ name });
  if (why !== null) return m.controlKeyDidNothing({ name, why });
  return rundown.state === 'ended'
    ? m.controlKeyShowEnded({ name })
    : m.controlKeyNothingToDo({ name });
}

interface RunningProps extends ControlProps {
  readonly view: ShowView;
}

function Running({ actors: { cards, producer }, view }: RunningProps) {
  const { rundown, next } = view;
  const banner = useBanner();
  const stage = useStage(cards);
  const item = armedOf(rundown);
  const questions = useSelector(cards, selectQuestions);
  const questionOf = ({ questionId }: RundownItem) =>
    questions?.find(({ id }) => id === questionId);
  const question = item === null ? undefined : questionOf(item);
  const busy = useSelector(producer, selectIsBusy);
  const confirming = useLiveKeys({
    onIdle: (key, isUnderWay) => {
      const name = KEY_NAMES[key];
      if (name === undefined) return;
      banner(isUnderWay ? stillWorking(name) : nothingText(key, name, view));
    },
  });
  return (
    <>
      <Spoken hidden>{confirming}</Spoken>
      <StayAwake wanted={rundown.state === 'live'} />
      <div className={styles['columns']} data-over={rundown.state === 'ended' || undefined}>
        <Armed
          producer={producer}
          cards={cards}
          rundown={rundown}
          item={item}
          question={question}
          stage={item === null ? null : stage(item)}
          finale={finaleOf(view, item === null ? null : stage(item))}
          next={next}
          nextText={nextText(view)}
          slip={slipsIn(view.direction, next.act)[0]?.label ?? null}
          confirming={confirming}
          busy={busy}
        />
        <Card
          as="section"
          label={m.controlItems()}
          title={m.controlItemsCount({ count: rundown.items.length })}
          aside={<Appeals cards={cards} items={rundown.items} />}
        >
          {rundown.items.length === 0 ? (
            <EmptyState
              title={m.controlNoQuestionsYet()}
              hint={m.controlPasteOnePerLine()}
              action={<FirstQuestions producer={producer} />}
            />
          ) : (
            <RundownList
              producer={producer}
              rundown={rundown}
              busy={busy}
              stage={stage}
              cards={cards}
            />
          )}
        </Card>
        <Air producer={producer} cards={cards} view={view} />
        <SoFar
          producer={producer}
          cards={cards}
          showId={rundown.id}
          simulated={rundown.state === 'rehearsal' ? (rundown.players ?? 0) : 0}
          question={rundown.state === 'ended' ? undefined : question}
        />
      </div>
      {/* At the end, so that a new warning does not move buttons while the producer presses them. */}
      <MaskedNames producer={producer} />
    </>
  );
}

/** The title of the final scene on the stage, unless a question is prepared or played behind it. */
function finaleOf({ direction, rundown }: ShowView, stage: ItemStage | null): string | null {
  const scene = FINAL_SCENES.find((each) => each === direction.scene);
  if (scene === undefined || rundown.state === 'ended') return null;
  if (stage !== null && !isFinished(stage)) return null;
  return sceneTitle(scene, direction.hasMore ?? false);
}

interface DialogProps {
  readonly producer: ProducerActor;
  readonly onClose: () => void;
}

function NewShow({ producer, onClose }: DialogProps) {
  return (
    <AskText
      title={m.controlNewShow()}
      label={m.commonTitle()}
      confirm={m.controlCreateShow()}
      onClose={onClose}
      onText={(title) => producer.send({ type: 'producer.act', act: { type: 'create', title } })}
    />
  );
}

/** Replaces the control room while there is no show yet. */
function FirstShow({ producer }: Pick<DialogProps, 'producer'>) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button tone="primary" onClick={() => setAsking(true)}>
        {m.controlCreateFirstShow()}
      </Button>
      {isAsking && <NewShow producer={producer} onClose={() => setAsking(false)} />}
    </>
  );
}

function FirstQuestions({ producer }: Pick<DialogProps, 'producer'>) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button tone="primary" onClick={() => setAsking(true)}>
        {m.controlAddFirstOnes()}
      </Button>
      <Suspense fallback={null}>
        {isAsking && <AddQuestions producer={producer} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  );
}

const STATE_WORDS = {
  draft: m.controlDraft(),
  rehearsal: m.commonRehearsal(),
  live: m.controlLive(),
  ended: m.controlEnded(),
} as const;

/** What a rehearsal is, for its producer. */
const rehearsalText = ({ players = 0 }: Rundown): string =>
  m.controlSimulatedPlayersAnswerPlus({ name: m.rehearsalName(), players });

/** Label of a show in the list. The state comes first, because a long title is cut off. */
const optionText = ({ title, state }: Pick<Rundown, 'title' | 'state'>): string =>
  m.commonLabelled({ label: STATE_WORDS[state], value: title });

interface ShowBarProps extends ControlProps {
  readonly rundown: Rundown | null;
}

/** Selects the show, and acts on it as a whole. */
function ShowBar({ actors, rundown }: ShowBarProps) {
  const { producer } = actors;
  const shows = useSelector(producer, selectShows);
  const chosenId = useSelector(producer, selectChosenId);
  const view = useSelector(producer, selectView);
  const busy = useSelector(producer, selectIsBusy);
  const isAdmin = useSelector(producer, selectHasHouse);
  const [asking, setAsking] = useState<
    | 'new'
    | 'duplicate'
    | 'add'
    | 'export'
    | 'settings'
    | 'tokens'
    | 'rehearse'
    | 'invite'
    | 'interludes'
    | 'join'
    | 'seats'
    | 'producers'
    | 'clear'
    | 'goLive'
    | 'end'
    | 'reopen'
    | 'keys'
    | null
  >(null);
  const close = () => setAsking(null);
  const isOn = rundown !== null && isRunning(rundown);
  const isPlayable = rundown !== null && rundown.state !== 'ended';
  const creating = isAdmin && (
    <Button onClick={() => setAsking('new')}>{m.controlNewShow()}</Button>
  );
  const preparing = (
    <>
      {isPlayable && <Button onClick={() => setAsking('add')}>{m.controlAddQuestions()}</Button>}
      {rundown !== null && (
        <Button onClick={() => setAsking('settings')}>{m.commonSettings()}</Button>
      )}
    </>
  );
  return (
    <>
      <div className={styles['bar']}>
        {rundown !== null && (
          <SelectField
            label={m.controlChosenShow()}
            value={chosenId ?? rundown.id}
            onChange={(event) =>
              producer.send({ type: 'producer.choose', showId: event.currentTarget.value })
            }
          >
            {shows.some(({ id }) => id === rundown.id) ? null : (
              <option value={rundown.id}>{optionText(rundown)}</option>
            )}
            {shows.map((show) => (
              <option key={show.id} value={show.id}>
                {optionText(show)}
              </option>
            ))}
          </SelectField>
        )}
        <Cluster>
          {rundown?.state === 'live' && (
            <strong className={styles['onAir']}>{m.controlLiveBadge()}</strong>
          )}
          {rundown?.state === 'rehearsal' && (
            <strong className={styles['onAir']} data-rehearsal title={rehearsalText(rundown)}>
              {m.commonRehearsal()}
            </strong>
          )}
          {rundown !== null && <LinksButton rundown={rundown} onClick={() => setAsking('join')} />}
          {!isPlayable && creating}
          {!isOn && preparing}
          <More>
            {rundown?.state === 'rehearsal' && (
              <p className={styles['hint']}>{rehearsalText(rundown)}</p>
            )}
            {isOn && preparing}
            {isPlayable && creating}
            <hr />
            {isAdmin && (
              <Button onClick={() => setAsking('tokens')}>{m.controlRemoteControl()}</Button>
            )}
            {rundown !== null && (
              <Button onClick={() => setAsking('interludes')}>
                {m.controlHoldingPictureStart()}
              </Button>
            )}
            {rundown?.join !== undefined && (
              <Button onClick={() => setAsking('seats')}>{m.controlSeatsPeople()}</Button>
            )}
            {isAdmin && rundown !== null && (
              <Button onClick={() => setAsking('producers')}>{m.commonProducers()}</Button>
            )}
            <hr />
            {isAdmin && rundown !== null && (
              <Button onClick={() => setAsking('duplicate')}>{m.controlDuplicate()}</Button>
            )}
            {rundown !== null && (
              <Link to={`/run-sheet/${rundown.id}`} className={linkButton()}>
                {m.controlRunSheet()}
              </Link>
            )}
            {rundown?.state === 'live' && (
              <Button onClick={() => setAsking('export')}>{m.commonExport()}</Button>
            )}
            {rundown !== null && (
              <Button shortcut="?" onClick={() => setAsking('keys')}>
                {m.queCardsKeyboard()}
              </Button>
            )}
            {isOn && (
              <Link to="/" className={linkButton()}>
                {m.notFoundGoHome()}
              </Link>
            )}
            <hr />
            {(rundown?.state === 'draft' || rundown?.state === 'live') && (
              <Button tone="danger" onClick={() => setAsking('end')}>
                {m.controlEndShow()}
              </Button>
            )}
          </More>
          {rundown !== null &&
            SHOW_ACTS[rundown.state].map(({ asking: next, label, ...look }) => (
              <Button key={next} {...look} onClick={() => setAsking(next)}>
                {label}
              </Button>
            ))}
        </Cluster>
      </div>
      <Suspense fallback={null}>
        {asking === 'add' && <AddQuestions producer={producer} onClose={close} />}
      </Suspense>
      {asking === 'keys' && <Keys onClose={close} />}
      {asking === 'tokens' && <Tokens producer={producer} onClose={close} />}
      {asking === 'seats' && rundown !== null && (
        <Seats producer={producer} rundown={rundown} onClose={close} />
      )}
      {asking === 'export' && rundown !== null && <ExportShow rundown={rundown} onClose={close} />}
      {asking === 'settings' && rundown !== null && (
        <ShowSettings producer={producer} rundown={rundown} onClose={close} />
      )}
      {asking === 'new' && <NewShow producer={producer} onClose={close} />}
      {asking === 'duplicate' && rundown !== null && (
        <AskText
          title={m.controlDuplicateShow()}
          label={m.commonTitle()}
          initial={m.controlCopy({ title: rundown.title })}
          confirm={m.controlDuplicate()}
          onClose={close}
          onText={(title) =>
            producer.send({
              type: 'producer.act',
              act: { type: 'create', title, from: rundown.id },
            })
          }
        />
      )}
      {asking === 'reopen' && (
        <AskText
          title={m.controlReopenShow()}
          label={m.commonReason()}
          confirm={m.controlReopenButton()}
          onClose={close}
          onText={(reason) =>
            producer.send({ type: 'producer.act', act: { type: 'reopen', reason } })
          }
        />
      )}
      {asking === 'join' && view !== null && <Links actors={actors} view={view} onClose={close} />}
      {asking === 'interludes' && view !== null && (
        <PrepareInterludes producer={producer} direction={view.direction} onClose={close} />
      )}
      {asking === 'producers' && rundown !== null && (
        <ShowProducers showId={rundown.id} onClose={close} />
      )}
      {asking === 'invite' && rundown !== null && (
        <Invitation showId={rundown.id} onClose={close} />
      )}
      {asking === 'rehearse' && <Rehearse producer={producer} busy={busy} onClose={close} />}
      {CONFIRMED.map(({ act, title, confirm, text }) => (
        <ConfirmDialog
          key={act}
          open={asking === act}
          title={title}
          confirmLabel={confirm}
          busy={busy}
          onClose={close}
          onConfirm={() => {
            producer.send({ type: 'producer.act', act: { type: act } });
            close();
          }}
        >
          <p>{text}</p>
          {act === 'end' && view !== null && <Unshown view={view} />}
        </ConfirmDialog>
      ))}
    </>
  );
}

interface LinksButtonProps {
  readonly rundown: Rundown;
  readonly onClick: () => void;
}

/** Opens the links of the show. Its label is the join code while people can join by it. */
function LinksButton({ rundown, onClick }: LinksButtonProps) {
  const code = joinCodeOf(rundown);
  if (code === null) return <Button onClick={onClick}>{m.controlLinks()}</Button>;
  return (
    <Button onClick={onClick}>
      {m.controlJoinCode()} <span translate="no">{codeText(code)}</span>
    </Button>
  );
}

/** Acts on a show as a whole, by its state. */
const SHOW_ACTS = {
  draft: [
    { asking: 'rehearse', label: m.controlRehearse() },
    { asking: 'goLive', label: m.controlGoLive(), tone: 'primary' },
  ],
  rehearsal: [
    { asking: 'invite', label: m.controlInviteDevices() },
    { asking: 'goLive', label: m.controlGoLive(), tone: 'primary' },
    { asking: 'clear', label: m.showEndRehearsalClear(), tone: 'danger' },
  ],
  live: [],
  ended: [{ asking: 'reopen', label: m.controlReopenButton() }],
} as const;

const CONFIRMED = [
  {
    act: 'clear',
    title: m.controlEndRehearsal(),
    confirm: m.showEndRehearsalClear(),
    text: m.controlDeletesRehearsalsAnswersResults(),
  },
  {
    act: 'goLive',
    title: m.controlAskGoLive(),
    confirm: m.controlGoLive(),
    text: m.controlAnyRehearsalClearedFirst(),
  },
  {
    act: 'end',
    title: m.controlAskEndShow(),
    confirm: m.controlEndShow(),
    text: m.controlYouCantReleaseQuestions(),
  },
] as const;

interface RehearseProps {
  readonly producer: ProducerActor;
  readonly busy: boolean;
  readonly onClose: () => void;
}

/** Asks for the number of simulated players. */
function Rehearse({ producer, busy, onClose }: RehearseProps) {
  const { least, most, usual } = REHEARSAL_PLAYERS;
  const [count, setCount] = useState(String(usual));
  const players = Number(count);
  const isRight = Number.isInteger(players) && players >= least && players <= most;
  return (
    <Dialog open onClose={onClose} title={m.controlRehearse()}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRight || busy) return;
          producer.send({ type: 'producer.act', act: { type: 'rehearse', players } });
          onClose();
        }}
      >
        <Stack>
          <p>{m.controlSimulatedPlayersConnectAnswer()}</p>
          <TextField
            label={m.controlSimulatedPlayers({ least, most })}
            inputMode="numeric"
            value={count}
            error={isRight ? undefined : m.rundownPlayers()}
            onChange={(event) => setCount(event.currentTarget.value)}
          />
          <Button type="submit" tone="primary" wide busy={busy} disabled={!isRight}>
            {m.controlStartRehearsal()}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
