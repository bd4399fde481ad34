import { memo, useState } from 'react';
import { useNames } from './names.tsx';
import { type Entry, entryText, eventOf, LOG_LENGTH, type SeenActor, stateWords } from './seen.ts';
import {
  Button,
  Checkbox,
  Empty,
  InputField,
  LIST,
  Note,
  Row,
  SelectField,
  Stack,
} from '../ui/ui.tsx';
import { useUrlState } from '../ui/url-state.ts';

/** Number of rows that are shown first and added on request; more rows at once make a slow laptop drop frames. */
const ROWS = 100;

export interface LogPanelProps {
  /** The log entries, oldest first. */
  readonly log: readonly Entry[];
  readonly dropped: number;
  readonly actor: SeenActor | null;
  readonly chosen: Entry | null;
  readonly onChoose: (entry: Entry | null) => void;
}

/** Shows the log of a browser window, newest first. */
export function LogPanel({ log, dropped, actor, chosen, onChoose }: LogPanelProps) {
  const nameOf = useNames();
  const [search, setSearch] = useUrlState('search');
  const [type, setType] = useUrlState('type');
  const [isOwn, setOwn] = useState(false);
  /** The log as it was when it was paused; null if it is not paused. */
  const [held, setHeld] = useState<readonly Entry[] | null>(null);
  const [rows, setRows] = useState(ROWS);
  const wanted = search.trim().toLowerCase();
  const entries = held ?? log;
  const types = new Set([
    ...entries.map(({ record }) => eventOf(record)),
    ...(type === '' ? [] : [type]),
  ]);
  const found = entries.filter(
    (entry) =>
      (!isOwn || entry.record.actor === actor?.id) &&
      (type === '' || eventOf(entry.record) === type) &&
      (wanted === '' || `${entryText(entry)} ${nameOf(entry.name).toLowerCase()}`.includes(wanted)),
  );
  const shown = found.slice(-rows).toReversed();

  return (
    <Stack>
      <InputField
        type="search"
        label={`Search the last ${LOG_LENGTH.toLocaleString('en')} events`}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <SelectField label="Event type" value={type} onChange={({ target }) => setType(target.value)}>
        <option value="">every one</option>
        {[...types].toSorted().map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      <Row>
        <Checkbox
          label="Pause"
          checked={held !== null}
          onChange={({ target }) => setHeld(target.checked ? log : null)}
        />
        {actor !== null && (
          <Checkbox
            label={`Only ${nameOf(actor.name)}`}
            checked={isOwn}
            onChange={({ target }) => setOwn(target.checked)}
          />
        )}
        <span>{found.length} found</span>
      </Row>
      {dropped > 0 && (
        <Note>{`${dropped} records were left out because there were too many at once.`}</Note>
      )}
      {shown.length === 0 ? (
        <Empty title="Nothing yet" hint="What happens in this window appears here by itself." />
      ) : (
        <ol className={LIST}>
          {shown.map((entry) => (
            <LogRow
              key={entry.no}
              entry={entry}
              name={nameOf(entry.name)}
              sender={nameOf(entry.sender ?? 'outside')}
              isChosen={entry.no === chosen?.no}
              onChoose={onChoose}
            />
          ))}
        </ol>
      )}
      {found.length > shown.length && (
        <Button onClick={() => setRows(rows + ROWS)}>Show older ones</Button>
      )}
    </Stack>
  );
}

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

interface LogRowProps {
  readonly entry: Entry;
  /** The shown names of the actor (`name`) and of the sender of its event (`sender`). */
  readonly name: string;
  readonly sender: string;
  readonly isChosen: boolean;
  readonly onChoose: (entry: Entry | null) => void;
}
const LogRow = memo(
  function LogRow({ entry: { record }, entry, name, sender, isChosen, onChoose }: LogRowProps) {
    return (
      <li>
        <button
          type="button"
          aria-pressed={isChosen}
          onClick={() => onChoose(isChosen ? null : entry)}
        >
          <time>{CLOCK.format(record.at)}</time>
          <strong>{eventOf(record)}</strong>
          <small>
            {record.kind === 'moved' && `${sender} → `}
            {name}
          </small>
          {record.kind === 'moved' && <small>{wayOf(record.before, record.now.state)}</small>}
        </button>
      </li>
    );
  },
  // `onChoose` is not compared, because every version of it does the same.
  (before, after) =>
    before.entry === after.entry &&
    before.name === after.name &&
    before.sender === after.sender &&
    before.isChosen === after.isChosen,
);

function wayOf(
  before: Parameters<typeof stateWords>[0],
  after: Parameters<typeof stateWords>[0],
): string {
  const [from, to] = [stateWords(before), stateWords(after)];
  return from === to ? to : `${from} → ${to}`;
}
