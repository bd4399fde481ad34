import { useState } from 'react';
import { Breakable } from './breakable.tsx';
import { useNames } from './names.tsx';
import { type Entry, eventOf } from './seen.ts';
import styles from './inspector.module.css';
import { Empty, SelectField, Stack } from '../ui/ui.tsx';

export interface SequencePanelProps {
  /** The log entries, oldest first. */
  readonly log: readonly Entry[];
  /** The entry of the last event that is shown; null shows the newest events. */
  readonly chosen: Entry | null;
  readonly onChoose: (entry: Entry | null) => void;
}

const LENGTHS = [20, 50, 100];
const COLUMN = 150;
const STEP = 34;
const OUTSIDE = 'outside';
/** Offset of an event's text from the lifeline, if an actor sends the event to itself, px. */
const WITHIN = 24;
/** Width of the widest letter of an event's text, px. */
const LETTER = 7.5;

/** A sequence diagram: one lifeline per actor, one arrow per event; time runs downwards. */
export function SequencePanel({ log, chosen, onChoose }: SequencePanelProps) {
  const [length, setLength] = useState(20);
  const end = chosen === null ? log.length : log.findIndex(({ no }) => no === chosen.no) + 1;
  const stretch = log
    .slice(0, end)
    .filter(({ record }) => record.kind !== 'emitted')
    .slice(-length);
  const nameOf = useNames();
  const lines = linesOf(stretch);
  const height = (stretch.length + 1) * STEP;
  const at = (id: string): number => (lines.findIndex((line) => line.id === id) + 0.5) * COLUMN;
  const messages = stretch.map((entry) => ({
    entry,
    from: at(senderOf(entry)),
    to: at(entry.record.actor),
  }));
  const width = Math.max(lines.length * COLUMN, ...messages.map(endOf));

  return (
    <Stack>
      <SelectField
        label="How many events"
        value={length}
        onChange={({ target }) => setLength(Number(target.value))}
      >
        {LENGTHS.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      {stretch.length === 0 ? (
        <Empty title="Nothing yet" hint="What actors say to each other appears here." />
      ) : (
        <section
          className={styles['sequence']}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an area that scrolls must be reachable by keys
          tabIndex={0}
          aria-label="Sequence of events; the log says the same in words"
        >
          <div style={{ inlineSize: width }} aria-hidden="true">
            {lines.map(({ id, name }) => (
              <span key={id} style={{ inlineSize: COLUMN }}>
                <Breakable text={nameOf(name)} />
              </span>
            ))}
          </div>
          <svg style={{ inlineSize: width, blockSize: height }} aria-hidden="true">
            {lines.map(({ id }) => (
              <line key={id} x1={at(id)} x2={at(id)} y1={0} y2={height} />
            ))}
            {messages.map(({ entry, ...ends }, index) => (
              <Message
                key={entry.no}
                entry={entry}
                {...ends}
                y={(index + 1) * STEP}
                isChosen={entry.no === chosen?.no}
                onChoose={onChoose}
              />
            ))}
          </svg>
        </section>
      )}
    </Stack>
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
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a shortcut for the pointer; the rows of the log do the same for keys
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
        x={isLocal ? from + WITHIN : (from + to) / 2}
        y={isLocal ? y - 2 : y - 6}
        fontSize={12}
        textAnchor={isLocal ? 'start' : 'middle'}
      >
        {eventOf(entry.record)}
      </text>
    </g>
  );
}

/** The right end of an event's text, px. */
function endOf({ entry, from, to }: Pick<MessageProps, 'entry' | 'from' | 'to'>): number {
  const length = eventOf(entry.record).length * LETTER;
  return from === to ? from + WITHIN + length : (from + to) / 2 + length / 2;
}

/** The id of a record's sender. An actor's start is drawn as sent by its parent. */
function senderOf({ record }: Entry): string {
  if (record.kind === 'moved') return record.from ?? OUTSIDE;
  return record.kind === 'started' ? (record.parent ?? OUTSIDE) : record.actor;
}

/** The actors of the shown entries, in order of appearance. */
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
