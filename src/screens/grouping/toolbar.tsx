import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useState } from 'react';
import type { Desk, DeskAct } from '#machines/contract/desk.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import {
  type GroupingDeskActor,
  selectChosenGroups,
  selectChosenTexts,
  selectIsActing,
} from '#machines/results/grouping-desk.ts';
import { textIn } from '#src/bindings/form.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { SearchField, TextField } from '#src/components/field.tsx';
import { Form } from '#src/components/form.tsx';
import { Cluster } from '#src/components/layout.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import styles from './grouping.module.css';
import { foundIn, nextFound } from './search.ts';
import { entryText, listed, previewLines, sizeOf } from './words.ts';

interface ToolbarProps {
  readonly actor: GroupingDeskActor;
  readonly desk: Desk;
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** Buttons for acts on the chosen groups and texts, each with its own key. */
export function Toolbar({ actor, desk, search, onSearch }: ToolbarProps) {
  const groups = useSelector(actor, selectChosenGroups);
  const texts = useSelector(actor, selectChosenTexts);
  const busy = useSelector(actor, selectIsActing);
  const [dialog, setDialog] = useState<'move' | 'rename' | null>(null);
  const chosen = desk.groups.filter(({ groupId }) => groups.includes(groupId));
  const chosenTexts = desk.groups.flatMap((group) =>
    group.texts.flatMap(({ key, text }) => (texts.includes(key) ? [text] : [])),
  );
  const ask = (act: DeskAct) => actor.send({ type: 'act.ask', act });
  const isMergeable = groups.length + texts.length > 1 && groups.length > 0;
  const gather: DeskAct = { kind: 'gather', groups: [...groups], texts: [...texts] };
  const merge = () => ask(gather);
  const searchByKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && field.value === '') field.blur();
    if (event.key !== 'Enter' || event.repeat) return;
    // Otherwise Enter would press the first button of the preview.
    event.preventDefault();
    const found = nextFound(desk.groups, field.value, groups);
    if (found !== undefined) {
      actor.send({ type: 'choice.toggle', of: 'groups', id: found.groupId });
      field.value = '';
      onSearch('');
    } else if (field.value === '' && isMergeable && !busy) merge();
  };
  const [only] = chosen;
  const isOne = chosen.length === 1 && texts.length === 0;
  const isHeld = chosen.length > 0 && chosen.every((group) => group.isHeld);
  const last = desk.history.find(({ turn }) => turn === desk.undo);
  return (
    <div className={styles['tools']}>
      <SearchField
        label={m.groupingSearchAnswers()}
        hint={<span className={styles['keys']}>{m.groupingFSearchEnterChoose()}</span>}
        aria-keyshortcuts="F"
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onKeyDown={searchByKey}
      />
      <Spoken className={styles['chosen']}>
        {groups.length + texts.length > 0
          ? m.groupingChosen({
              listed: listed([...chosen.map(({ label }) => label), ...chosenTexts]),
            })
          : last !== undefined && entryText(last)}
      </Spoken>
      <Cluster>
        {isMergeable && (
          <Button tone="primary" shortcut="M" busy={busy} onClick={merge}>
            {m.groupingMerge()}
          </Button>
        )}
        {texts.length > 0 && groups.length === 0 && (
          <Button
            shortcut="S"
            busy={busy}
            onClick={() => ask({ kind: 'gather', groups: [], texts: [...texts] })}
          >
            {m.groupingSplitOut()}
          </Button>
        )}
        {groups.length + texts.length > 0 && (
          <Button shortcut="V" busy={busy} onClick={() => setDialog('move')}>
            {m.groupingMove()}
          </Button>
        )}
        {isOne && (
          <Button shortcut="R" busy={busy} onClick={() => setDialog('rename')}>
            {m.groupingRename()}
          </Button>
        )}
        {chosen.length > 0 && texts.length === 0 && (
          <Button
            shortcut="H"
            busy={busy}
            onClick={() => ask({ kind: isHeld ? 'restore' : 'hold', groups: [...groups] })}
          >
            {isHeld ? m.groupingRestore() : m.groupingHoldBack()}
          </Button>
        )}
        {groups.length + texts.length > 0 && (
          <Button shortcut="C" onClick={() => actor.send({ type: 'choice.clear' })}>
            {m.groupingClear()}
          </Button>
        )}
        {desk.undo !== null && (
          <Button shortcut="U" busy={busy} onClick={() => ask({ kind: 'undo' })}>
            {m.commonUndo()}
          </Button>
        )}
        {desk.redo !== null && (
          <Button shortcut="I" busy={busy} onClick={() => ask({ kind: 'redo' })}>
            {m.groupingRedo()}
          </Button>
        )}
      </Cluster>
      {isMergeable && <Effect lines={previewLines(desk, gather)} />}
      <MoveDialog
        open={dialog === 'move'}
        desk={desk}
        groups={groups}
        onClose={() => setDialog(null)}
        onChoose={(groupId) => {
          setDialog(null);
          const all = [...new Set([...groups, groupId])];
          ask({ kind: 'gather', groups: all, texts: [...texts] });
        }}
      />
      <Dialog
        open={dialog === 'rename'}
        onClose={() => setDialog(null)}
        title={m.groupingRenameGroup()}
      >
        <Form
          onSubmit={(data) => {
            setDialog(null);
            const name = textIn(data, 'name').trim();
            if (only !== undefined)
              ask({ kind: 'rename', group: only.groupId, name: name === '' ? null : name });
          }}
        >
          <TextField
            label={m.groupingNameAir()}
            name="name"
            hint={m.groupingLeaveEmptyUseMost()}
            defaultValue={only?.label}
            maxLength={LIMITS.answerLength}
          />
          <Button type="submit" tone="primary">
            {m.groupingConfirmRename()}
          </Button>
        </Form>
      </Dialog>
    </div>
  );
}

/** Maximum number of changes shown beside the groups; the dialog of the merge shows all. */
const MOST_LINES = 4;

/** What a merge of the chosen groups would change, below its button, so that the button stays in view. */
function Effect({ lines }: { readonly lines: readonly string[] }) {
  const more = lines.length - MOST_LINES;
  const shown = more > 0 ? [...lines.slice(0, MOST_LINES), m.groupingMore({ more })] : lines;
  return (
    <ul translate="no" aria-label={m.groupingMerge()} className={styles['effect']}>
      {shown.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** Maximum number of target groups shown; the producer types to narrow the list down. */
const MOST_TARGETS = 12;

interface MoveDialogProps {
  readonly open: boolean;
  readonly desk: Desk;
  /** The chosen groups, which cannot be the target. */
  readonly groups: readonly string[];
  readonly onClose: () => void;
  readonly onChoose: (groupId: string) => void;
}

const MoveDialog = ({ open, onClose, ...rest }: MoveDialogProps) => (
  <Dialog open={open} onClose={onClose} title={m.groupingMoveWhichGroup()}>
    <Targets {...rest} />
  </Dialog>
);

function Targets({ desk, groups, onChoose }: Omit<MoveDialogProps, 'open' | 'onClose'>) {
  const [search, setSearch] = useState('');
  const targets = foundIn(desk.groups, search)
    .filter(({ groupId }) => !groups.includes(groupId))
    .slice(0, MOST_TARGETS);
  const [first] = targets;
  return (
    <Form
      onSubmit={() => {
        if (first !== undefined) onChoose(first.groupId);
      }}
    >
      <SearchField
        label={m.groupingSearchGroups()}
        hint={m.groupingEnterChooseTopResult()}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul className={styles['targets']}>
        {targets.map((group) => (
          <li key={group.groupId}>
            <Button wide onClick={() => onChoose(group.groupId)}>
              {`${group.label} (${sizeOf(group)})`}
            </Button>
          </li>
        ))}
      </ul>
    </Form>
  );
}
