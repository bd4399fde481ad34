import { m } from 'messages';
import { useSelector } from '@xstate/react';
import Image from 'lucide-react/icons/image';
import Music from 'lucide-react/icons/music';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import type { Rundown, RundownItem } from '#machines/contract/rundown.ts';
import type { Media } from '#machines/contract/entities.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import type { ProducerActor } from '#machines/show/producer.ts';
import {
  type Counts,
  type QueCardsActor,
  selectAnswered,
  selectAppeals,
  selectQuestions,
} from '#machines/show/que-cards.ts';
import { isUntouched, type ItemStage, presetsWarning } from '#machines/show/rules/item.ts';
import { Button, linkButton } from '#src/components/button.tsx';
import { ConfirmDialog } from '#src/components/dialog.tsx';
import { Link } from '#src/components/link.tsx';
import { PrintStyles } from '#src/components/print-styles.tsx';
import { EditItem } from './edit-item.tsx';
import { useInSight } from './hook.ts';
import { ShowAgain } from './show-again.tsx';
import { presetsText, STAGE_WORDS } from './words.ts';
import styles from './control.module.css';
import { VoidItem } from './void-item.tsx';

interface RundownListProps {
  readonly producer: ProducerActor;
  readonly rundown: Rundown;
  readonly busy: boolean;
  readonly stage: (item: RundownItem) => ItemStage;
  readonly cards: QueCardsActor;
}

interface Moved {
  readonly itemId: string;
  readonly text: string;
  readonly from: number;
}

/**
 * The items in order. The buttons below act on the selected item. Items are moved by dragging, or by Alt with the arrow
 * keys.
 */
export function RundownList({ producer, rundown, busy, stage, cards }: RundownListProps) {
  const { items } = rundown;
  const [chosenId, setChosen] = useState<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [moved, setMoved] = useState<Moved | null>(null);
  const [isEditing, setEditing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const chosen = items.find(({ id }) => id === chosenId);
  const warning =
    chosen !== undefined && isUntouched(stage(chosen)) ? presetsWarning(chosen) : null;
  const move = (itemId: string, to: number) => {
    const from = items.findIndex(({ id }) => id === itemId);
    const text = items[from]?.text ?? '';
    if (busy || from === -1 || to < 0 || to >= items.length || to === from) return;
    setMoved({ itemId, text, from });
    producer.send({ type: 'producer.act', act: { type: 'move', itemId, to } });
  };
  const moveByKey = (event: KeyboardEvent, itemId: string, at: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    move(itemId, at + step);
  };
  const index = items.findIndex(({ id }) => id === chosenId);
  return (
    <>
      <PrintStyles />
      <p dir="auto" className={styles['printed']} data-print>
        {rundown.title}
      </p>
      <div className={styles['head']} aria-hidden="true" data-print>
        <span className={styles['number']}>{m.controlNo()}</span>
        <span className={styles['stage']}>{m.controlState()}</span>
        <span className={styles['text']}>{m.commonQuestion()}</span>
        <span className={styles['timer']}>{m.commonTimer()}</span>
        <span className={styles['answers']}>{m.commonAnswers()}</span>
      </div>
      <ol className={styles['items']} aria-label={m.controlRundown()} data-print>
        {items.map((item, at) => (
          <li key={item.id}>
            <ItemRow
              item={item}
              at={at}
              stage={stage(item)}
              cards={cards}
              data-dragged={item.id === dragged || undefined}
              onDragStart={() => setDragged(item.id)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => {
                if (dragged !== null) move(dragged, at);
              }}
              aria-pressed={item.id === chosenId}
              onClick={() => setChosen(item.id)}
              onKeyDown={(event) => moveByKey(event, item.id, at)}
            />
          </li>
        ))}
      </ol>
      {warning !== null && <p className={styles['problem']}>{warning}</p>}
      <div className={styles['acts']}>
        {chosen === undefined ? (
          <p className={styles['hint']}>
            {rundown.state === 'ended'
              ? m.controlChooseItemSeeWhat()
              : m.controlChooseItemArmEdit()}
          </p>
        ) : (
          <>
            <Button
              disabled={busy || chosen.state === 'skipped'}
              onClick={() => {
                producer.send({ type: 'producer.act', act: { type: 'arm', itemId: chosen.id } });
              }}
            >
              {m.controlArm()}
            </Button>
            <Button
              disabled={busy}
              aria-label={m.controlEditNumberedItem({ index: index + 1 })}
              onClick={() => setEditing(true)}
            >
              {m.commonEdit()}
            </Button>
            <Button disabled={busy || index === 0} onClick={() => move(chosenId ?? '', index - 1)}>
              {m.controlUp()}
            </Button>
            <Button
              disabled={busy || index === items.length - 1}
              onClick={() => move(chosenId ?? '', index + 1)}
            >
              {m.controlDown()}
            </Button>
            {isUntouched(stage(chosen)) ? (
              <>
                <Button
                  disabled={busy}
                  onClick={() => {
                    const skipped = chosen.state !== 'skipped';
                    producer.send({
                      type: 'producer.act',
                      act: { type: 'skip', itemId: chosen.id, skipped },
                    });
                  }}
                >
                  {chosen.state === 'skipped' ? m.controlPlanAgain() : m.controlSkip()}
                </Button>
                <Button disabled={busy} onClick={() => setRemoving(true)}>
                  {m.commonRemove()}
                </Button>
              </>
            ) : (
              <>
                <ShowAgain producer={producer} item={chosen} busy={busy} />
                <Link to={`/grouping/${chosen.gameSessionId}`} className={linkButton()}>
                  {m.controlGroupingDesk()}
                </Link>
                <VoidItem key={chosen.id} producer={producer} item={chosen} busy={busy} />
              </>
            )}
          </>
        )}
        {moved !== null && (
          <Button
            busy={busy}
            onClick={() => {
              producer.send({
                type: 'producer.act',
                act: { type: 'move', itemId: moved.itemId, to: moved.from },
              });
              setMoved(null);
            }}
          >
            {m.controlUndoBack({ text: moved.text, from: moved.from + 1 })}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isRemoving && chosen !== undefined}
        title={m.controlRemoveItemQuestion({ text: chosen?.text ?? '' })}
        confirmLabel={m.commonRemove()}
        onClose={() => setRemoving(false)}
        onConfirm={() => {
          if (chosen === undefined || busy) return;
          producer.send({ type: 'producer.act', act: { type: 'remove', itemId: chosen.id } });
          setRemoving(false);
        }}
      >
        <p>{m.controlTakesOutRundownQuestion()}</p>
      </ConfirmDialog>
      {chosen !== undefined && isEditing && (
        <EditItem producer={producer} item={chosen} onClose={() => setEditing(false)} />
      )}
    </>
  );
}

interface ItemRowProps extends ComponentProps<'button'> {
  readonly item: RundownItem;
  /** Index from 0. */
  readonly at: number;
  readonly stage: ItemStage;
  readonly cards: QueCardsActor;
}

function ItemRow({ item, at, stage, cards, ...rest }: ItemRowProps) {
  const listed = useSelector(
    cards,
    (snapshot) => selectQuestions(snapshot)?.find(({ id }) => id === item.questionId)?.answered,
  );
  const answered = useSelector(cards, selectAnswered(item.gameSessionId)) ?? listed;
  const appeals = useSelector(cards, selectAppeals(item.gameSessionId));
  const row = useInSight(item.state === 'armed');
  return (
    <button ref={row} type="button" draggable className={styles['item']} {...rest}>
      <span className={styles['number']}>{at + 1}</span>
      <span className={styles['stage']} data-state={stage}>
        {STAGE_WORDS[stage]}
      </span>
      <span dir="auto" className={styles['text']}>
        {item.text}
        {item.media !== undefined && <MediaMark media={item.media} />}
      </span>
      <span className={styles['timer']}>
        {presetsText(item)}
        {isUntouched(stage) && presetsWarning(item) !== null && (
          <b className={styles['problem']}> {m.controlCheck()}</b>
        )}
      </span>
      <span className={styles['answers']}>{answeredText(item, answered)}</span>
      {appeals > 0 && (
        <span className={styles['appeals']}>{m.countAppeals({ count: appeals })}</span>
      )}
      {item.note !== '' && <span className={styles['printed']}>{item.note}</span>}
    </button>
  );
}

/** Marks a question with a picture or sound. */
function MediaMark({ media: { kind, alt } }: { readonly media: Media }) {
  const Icon = kind === 'picture' ? Image : Music;
  return (
    <span title={alt} className={styles['mark']}>
      <Icon aria-hidden="true" />
      <span className="visually-hidden">
        {' '}
        {kind === 'picture' ? m.controlWithPicture({ alt }) : m.controlWithSound({ alt })}
      </span>
    </span>
  );
}

/** Number of answers, or '' before the release. */
function answeredText({ windows }: RundownItem, answered: Counts | undefined): string {
  if (answered === undefined) return '';
  const total = answered.studio + answered.home;
  return total === 0 && !AUDIENCES.some((audience) => windows[audience].released)
    ? ''
    : String(total);
}
