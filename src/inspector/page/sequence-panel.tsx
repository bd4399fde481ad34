import { useState } from 'react';
import { EmptyState, SegmentedControl } from '../product.ts';
import { type Entry, eventOf } from './seen.ts';
import styles from './sequence-panel.module.css';

export interface SequencePanelProps {
  /** Oldest first. */
  readonly log: readonly Entry[];
  /** Where the stretch ends; null: with the newest, as it comes. */
  readonly chosen: Entry | null;
  readonly onChoose: (entry: Entry | null) => void;
}

const LENGTHS = ['20', '50', '100'] as const;
const COLUMN = 150;
const STEP = 34;
const HEAD = 36;
const OUTSIDE = 'outside';

/** Who sent what to whom: a line down for each actor, an arrow for each event, time goes down. */
export function SequencePanel({ log, chosen, onChoose }: SequencePanelProps) {
  const [length, setLength] = useState<(typeof LENGTHS)[number]>('20');
  const end = chosen === null ? log.length : log.findIndex(({ no }) => no === chosen.no) + 1;
  const stretch = log
    .slice(0, end)
    .filter(({ record }) => record.kind !== 'emitted')
    .slice(-Number(length));
  const lines = linesOf(stretch);
  const width = lines.length * COLUMN;
  const height = HEAD + stretch.length * STEP + STEP / 2;
  const at = (id: string): number => (lines.findIndex((line) => line.id === id) + 0.5) * COLUMN;

  return (
    <div className={styles['panel']}>
      <SegmentedControl
        label="How many events"
        value={length}
        onChange={setLength}
        options={LENGTHS.map((value) => ({ value, label: value }))}
      />
      {stretch.length === 0 ? (
        <EmptyState title="Nothing yet" hint="What actors say to each other appears here." />
      ) : (
        <section
          className={styles['scroll']}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keys
          tabIndex={0}
          aria-label="Sequence of events; the log says the same in words"
        >
          <svg width={width} height={height} aria-hidden="true">
            {lines.map(({ id, name }) => (
              <g key={id} className={styles['line']}>
                <line x1={at(id)} x2={at(id)} y1={HEAD} y2={height} />
                <rect
                  x={at(id) - COLUMN / 2 + 6}
                  y={4}
                  width={COLUMN - 12}
                  height={HEAD - 8}
                  rx={6}
                />
                <text x={at(id)} y={HEAD / 2 + 4} fontSize={12} textAnchor="middle">
                  {shortened(name)}
                </text>
              </g>
            ))}
            {stretch.map((entry, index) => (
              <Message
                key={entry.no}
                entry={entry}
                from={at(senderOf(entry))}
                to={at(entry.record.actor)}
                y={HEAD + (index + 1) * STEP}
                isChosen={entry.no === chosen?.no}
                onChoose={onChoose}
              />
            ))}
          </svg>
        </section>
      )}
    </div>
  );
}

interface MessageProps {
  readonly entry: Entry;
  readonly from: number;
  readonly to: number;
  readonly y: number;
  readonly isChosen: boolean;
  readonly onChoose: (entry: Entry | null) => void;
}
function Message({ entry, from, to, y, isChosen, onChoose }: MessageProps) {
  const isLocal = from === to;
  const toward = Math.sign(to - from);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a short cut for the pointer; the log's rows do the same
    <g
      className={styles['message']}
      data-chosen={isChosen || undefined}
      onClick={() => onChoose(isChosen ? null : entry)}
    >
      <path d={isLocal ? `M${from} ${y - 10}h18v10h-12` : `M${from} ${y}H${to - toward * 7}`} />
      <polygon
        points={
          isLocal
            ? `${to},${y} ${to + 7},${y - 4} ${to + 7},${y + 4}`
            : `${to},${y} ${to - toward * 7},${y - 4} ${to - toward * 7},${y + 4}`
        }
      />
      <text
        x={isLocal ? from + 24 : (from + to) / 2}
        y={isLocal ? y - 2 : y - 6}
        fontSize={12}
        textAnchor={isLocal ? 'start' : 'middle'}
      >
        {eventOf(entry.record)}
      </text>
    </g>
  );
}

/** Who sent it; an actor's start is its parent's. */
function senderOf({ record }: Entry): string {
  if (record.kind === 'moved') return record.from ?? OUTSIDE;
  return record.kind === 'started' ? (record.parent ?? OUTSIDE) : record.actor;
}

/** Those who take part, in the order in which they come up. */
function linesOf(
  stretch: readonly Entry[],
): readonly { readonly id: string; readonly name: string }[] {
  const names = new Map<string, string>();
  for (const entry of stretch) {
    const sender = senderOf(entry);
    names.set(sender, names.get(sender) ?? entry.sender ?? sender);
    names.set(entry.record.actor, entry.name);
  }
  return [...names].map(([id, name]) => ({ id, name }));
}

/** Release windows differ in how their names begin and in how they end. */
const shortened = (name: string): string =>
  name.length > 18 ? `${name.slice(0, 8)}…${name.slice(-9)}` : name;
