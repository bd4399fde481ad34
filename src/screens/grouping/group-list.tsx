import { m } from 'messages';
import { useSelector } from '@xstate/react';
import {
  type DragEvent,
  Fragment,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { DeskAct, DeskGroup, DeskText } from '#machines/contract/desk.ts';
import {
  type GroupingDeskActor,
  selectChosenGroups,
  selectChosenTexts,
} from '#machines/results/grouping-desk.ts';
import { STAGE_GROUPS } from '#machines/contract/limits.ts';
import { boardRanks, rankTexts } from '#machines/results/rules/rank-texts.ts';
import { Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { EmptyState } from '#src/components/states.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { MATCH_REASON_WORDS } from '#src/words/match-reasons.ts';
import styles from './grouping.module.css';
import { foundIn } from './search.ts';
import { sizeOf } from './words.ts';

interface GroupListProps {
  readonly actor: GroupingDeskActor;
  readonly groups: readonly DeskGroup[];
  readonly search: string;
}

/** Number of rows that are rendered first: enough to fill any browser window. */
const FIRST_ROWS = 40;
const ROWS_A_FRAME = 40;

/** Number of rows to render. It grows with every frame, so that thousands of rows do not block typing or scrolling. */
function useGrowing(total: number): number {
  const [count, setCount] = useState(FIRST_ROWS);
  useEffect(() => {
    if (count >= total) return undefined;
    const frame = requestAnimationFrame(() => {
      startTransition(() => setCount(count + ROWS_A_FRAME));
    });
    return () => cancelAnimationFrame(frame);
  }, [count, total]);
  return count;
}

/** All groups that match the search. */
export const GroupList = memo(function GroupList({ actor, groups, search }: GroupListProps) {
  const found = foundIn(groups, search);
  if (found.length === 0) return <EmptyState title={m.groupingNoMatchingAnswers()} />;
  // The key makes another search begin with few rows again.
  return <Rows key={search} actor={actor} groups={found} ranks={ranksOf(groups)} />;
});

interface Rank {
  /** As the board shows it. */
  readonly rank: string;
  /** Size compared with the largest group, 0 to 1. */
  readonly share: number;
}

/** Ranks of the groups by size; equally large ones share a rank, and those held back have none. */
function ranksOf(groups: readonly DeskGroup[]): ReadonlyMap<string, Rank> {
  const shown = groups.filter(({ isHeld }) => !isHeld);
  const sizes = shown.map(sizeOf);
  const most = Math.max(1, ...sizes);
  const texts = rankTexts(boardRanks(sizes));
  return new Map(
    shown.map(({ groupId }, at) => [
      groupId,
      { rank: texts[at] ?? '', share: (sizes[at] ?? 0) / most },
    ]),
  );
}

/**
 * Returns a click listener that chooses all groups from the last clicked one to the one clicked with Shift. The clicked
 * checkbox itself changes by its own event.
 */
function useRange(
  actor: GroupingDeskActor,
  groups: readonly DeskGroup[],
  chosen: readonly string[],
): (event: MouseEvent) => void {
  const last = useRef<string | null>(null);
  return ({ target, shiftKey }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const { group } = target.dataset;
    if (group === undefined) return;
    const places = [last.current, group].map((id) =>
      groups.findIndex(({ groupId }) => groupId === id),
    );
    last.current = group;
    if (!shiftKey || !target.checked || places.includes(-1)) return;
    for (const { groupId } of groups.slice(Math.min(...places), Math.max(...places) + 1))
      if (groupId !== group && !chosen.includes(groupId))
        actor.send({ type: 'choice.toggle', of: 'groups', id: groupId });
  };
}

/** Moves focus to the group that now contains the focused text, if the text's row has disappeared. */
function useFocusOnText(groups: readonly DeskGroup[]) {
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const box = focused.current;
    if (box === null || box.isConnected || document.activeElement !== document.body) return;
    const at = groups.findIndex(({ texts }) => texts.some(({ key }) => key === box.value));
    list.current?.querySelectorAll('[data-group-row]')[at]?.querySelector('input')?.focus();
  }, [groups]);
  return {
    ref: list,
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target instanceof HTMLInputElement ? target : null;
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) focused.current = null;
    },
  };
}

interface RowsProps extends Omit<GroupListProps, 'search'> {
  readonly ranks: ReadonlyMap<string, Rank>;
}

function Rows({ actor, groups, ranks }: RowsProps) {
  const focusOnText = useFocusOnText(groups);
  const chosenGroups = useSelector(actor, selectChosenGroups);
  const chosenTexts = new Set(useSelector(actor, selectChosenTexts));
  const count = useGrowing(groups.length);
  const chooseRange = useRange(actor, groups, chosenGroups);
  // The last group that the board shows, if it has no place for all of them.
  const [last, below] =
    ranks.size > STAGE_GROUPS ? [...ranks.keys()].slice(STAGE_GROUPS - 1, STAGE_GROUPS + 1) : [];
  const isTied =
    last !== undefined && below !== undefined && ranks.get(last)?.rank === ranks.get(below)?.rank;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows go between the checkboxes inside
    <ul
      aria-label={m.groupingGroups()}
      className={styles['groups']}
      onKeyDown={moveFocus}
      onClick={chooseRange}
      {...focusOnText}
    >
      {groups.slice(0, count).map((group) => (
        <Fragment key={group.groupId}>
          <GroupRow
            actor={actor}
            group={group}
            rank={ranks.get(group.groupId)?.rank ?? null}
            share={ranks.get(group.groupId)?.share ?? 0}
            isChosen={chosenGroups.includes(group.groupId)}
            chosen={group.texts
              .flatMap(({ key }) => (chosenTexts.has(key) ? [key] : []))
              .join('\n')}
          />
          {group.groupId === last && (
            <li className={styles['end']}>
              {isTied
                ? m.groupingBoardEndsTied({ count: STAGE_GROUPS })
                : m.groupingBoardEnds({ count: STAGE_GROUPS })}
            </li>
          )}
        </Fragment>
      ))}
    </ul>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys move the focus to the next or previous checkbox. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  const at = boxes.findIndex((box) => box === document.activeElement);
  const next = boxes[at + step];
  if (at < 0 || next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** Types of dragged data: the id of a group, or the key of a text. */
const DRAGGED = { group: 'application/x-group', text: 'application/x-text' } as const;

function drop(event: DragEvent, actor: GroupingDeskActor, groupId: string): void {
  event.preventDefault();
  const { groups, texts } = actor.getSnapshot().context;
  const group = event.dataTransfer.getData(DRAGGED.group);
  const text = event.dataTransfer.getData(DRAGGED.text);
  if (group === groupId) return;
  // Chosen groups and texts are dragged together.
  const dragged = groups.includes(group) ? groups : group === '' ? [] : [group];
  const taken = texts.includes(text) ? texts : text === '' ? [] : [text];
  const act: DeskAct = {
    kind: 'gather',
    groups: [...new Set([...dragged, groupId])],
    texts: [...taken],
  };
  if (act.groups.length > 1 || act.texts.length > 0) actor.send({ type: 'act.ask', act });
}

/** How many texts of a group are shown at first; the others are shown on request. */
const MOST_TEXTS = 30;

interface GroupRowProps {
  readonly actor: GroupingDeskActor;
  readonly group: DeskGroup;
  /** Null: the group is held back. */
  readonly rank: string | null;
  readonly share: number;
  readonly isChosen: boolean;
  /** Keys of the group's chosen texts, one per line. */
  readonly chosen: string;
}

const GroupRow = memo(function GroupRow(props: GroupRowProps) {
  const { actor, group, rank, share, isChosen, chosen } = props;
  const { groupId, label, name, isHeld, isFlagged, origin, texts } = group;
  const [isWhole, setWhole] = useState(false);
  const chosenTexts = chosen.split('\n');
  const home = texts.reduce((sum, text) => sum + text.home, 0);
  const answers = sizeOf(group);
  const shown = isWhole ? texts : texts.slice(0, MOST_TEXTS);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the toolbar does the same as dragging
    <li
      className={styles['group']}
      data-group-row
      data-chosen={isChosen || undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => drop(event, actor, groupId)}
    >
      <div
        className={styles['head']}
        draggable
        onDragStart={(event) => event.dataTransfer.setData(DRAGGED.group, groupId)}
      >
        <label className={styles['choice']}>
          <input
            type="checkbox"
            value={texts[0]?.key}
            data-group={groupId}
            checked={isChosen}
            aria-label={m.groupingGroup({ label, answers: m.countAnswers({ count: answers }) })}
            onChange={() => actor.send({ type: 'choice.toggle', of: 'groups', id: groupId })}
          />
          <span className={styles['rank']}>{rank ?? '–'}</span>
          <span aria-hidden className={styles['bar']}>
            <span style={{ inlineSize: `${share * 100}%` }} />
          </span>
          <strong dir="auto" translate="no">
            {label}
          </strong>
        </label>
        <span className={styles['count']}>
          {m.groupingHomeStudio({
            answers: m.countAnswers({ count: answers }),
            home,
            answers2: answers - home,
          })}
        </span>
        {isHeld && <Badge tone="danger">{m.groupingHeldBack()}</Badge>}
        {isFlagged && <Badge tone="danger">{m.deskCheckName()}</Badge>}
        {origin !== undefined && (
          <Badge tone="danger">
            {origin.isOneDomain
              ? m.groupingOriginOneDomain({ percent: origin.percent })
              : m.groupingOriginOneNetwork({ percent: origin.percent })}
          </Badge>
        )}
        {name !== null && <Badge>{m.groupingRenamed()}</Badge>}
        {texts.length === 1 && texts.map((text) => <Spellings key={text.key} text={text} />)}
      </div>
      {texts.length > 1 && (
        <ul aria-label={m.groupingTexts({ label })} className={styles['texts']}>
          {shown.map((text) => (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- as above
            <li
              key={text.key}
              draggable
              onDragStart={(event) => {
                event.stopPropagation();
                event.dataTransfer.setData(DRAGGED.text, text.key);
              }}
            >
              <label className={styles['choice']}>
                <input
                  type="checkbox"
                  value={text.key}
                  checked={chosenTexts.includes(text.key)}
                  onChange={() => actor.send({ type: 'choice.toggle', of: 'texts', id: text.key })}
                />
                <span>
                  <Verbatim>{text.text}</Verbatim>
                  {` × ${text.home + text.studio}`}
                </span>
              </label>
              {MATCH_REASON_WORDS[text.matchReason] !== null && (
                <span className={styles['why']}>{MATCH_REASON_WORDS[text.matchReason]}</span>
              )}
              <Spellings text={text} />
            </li>
          ))}
        </ul>
      )}
      {texts.length > MOST_TEXTS && (
        <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? m.groupingShowFewerTexts() : m.groupingShowAllTexts({ length: texts.length })}
        </Button>
      )}
    </li>
  );
});

/** All spellings of a text, if there are several. */
function Spellings({ text: { spellings } }: { readonly text: DeskText }) {
  if (spellings.length < 2) return null;
  return (
    <span translate="no" className={styles['why']}>
      {m.groupingTyped({
        spellings: spellings.map(([typed, count]) => `‘${typed}’ × ${count}`).join(', '),
      })}
    </span>
  );
}
