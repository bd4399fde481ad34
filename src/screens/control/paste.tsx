import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { Presets } from '#machines/contract/entities.ts';
import { type ControlActor, selectIsBusy, selectMessage } from '#machines/control.ts';
import { useHasModel } from '#src/bindings/published.ts';
import { useRelay } from '#src/bindings/screen.ts';
import {
  type Column,
  COLUMNS,
  type Layout,
  layoutOf,
  LINE,
  type PastedRow,
  readPaste,
} from '#machines/rules/rundown.ts';
import { shortClockText } from '#machines/rules/clock.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { SelectField, TextArea } from '#src/components/field.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Switch } from '#src/components/switch.tsx';
import { useTopic, useWritten } from '#src/screens/generate-question/hook.ts';
import { TopicCard } from '#src/screens/generate-question/topic-card.tsx';
import { counted } from '#src/screens/home/words.ts';
import { readImport } from './hook.ts';
import styles from './control.module.css';

/** What an item has that its row does not say. */
const PRESETS: Presets = { studioSeconds: 30, homeSeconds: 30, order: 'both', note: '' };

const presetsOf = ({ studioSeconds, homeSeconds, note }: PastedRow): Presets => ({
  ...PRESETS,
  studioSeconds: studioSeconds ?? PRESETS.studioSeconds,
  homeSeconds: homeSeconds ?? PRESETS.homeSeconds,
  note,
});

interface AddQuestionsProps {
  readonly control: ControlActor;
  readonly onClose: () => void;
}

/** Many questions at once: typed, pasted from a table, or from a CSV file, with a preview of what will be added. */
export function AddQuestions({ control, onClose }: AddQuestionsProps) {
  const [text, setText] = useState('');
  const [isCsv, setCsv] = useState(false);
  const [unread, setUnread] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Layout | null>(null);
  const hasModel = useHasModel();
  const topic = useTopic();
  const readFile = async (file: File | undefined) => {
    if (file === undefined) return;
    const read = await readImport(file);
    setUnread(read.ok ? null : read.message);
    if (!read.ok) return;
    setCsv(true);
    setChosen(null);
    setText(read.value);
  };
  const guess = layoutOf(text, isCsv);
  // Of another table nothing was chosen.
  const layout = chosen?.columns.length === guess.columns.length ? chosen : guess;
  useWritten(topic, (question) => {
    const at = layout.columns.indexOf('question');
    const quoted = isCsv ? `"${question.replaceAll('"', '""')}"` : question;
    const line = at > 0 ? `${'\t'.repeat(at)}${question}` : quoted;
    setText(text.trim() === '' ? line : `${text.trimEnd()}\n${line}`);
  });
  const rows = readPaste(text, isCsv, layout);
  const good = rows.filter(({ problem }) => problem === null);
  const message = useSelector(control, selectMessage);
  const busy = useSelector(control, selectIsBusy);
  const add = () => {
    const questions = good.map((row) => ({ text: row.text, presets: presetsOf(row) }));
    control.send({ type: 'control.act', act: { type: 'add', questions } });
  };
  // What was not stored stays here.
  useRelay(control, (emitted) => (emitted.type === 'banner' ? emitted : null), {
    send: () => {
      const lines = text.split(LINE);
      const kept = rows.filter(({ problem }) => problem !== null);
      if (kept.length === 0) onClose();
      else {
        setChosen({ ...layout, hasHeading: false });
        setText(kept.map(({ row }) => lines[row - 1] ?? '').join('\n'));
      }
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add questions"
      wide
      error={message ?? undefined}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={busy} disabled={good.length === 0} onClick={add}>
            {good.length === 0 ? 'Add questions' : `Add ${counted(good.length, 'question')}`}
          </Button>
        </>
      }
    >
      <Stack>
        <TextArea
          label="One question a line, or a table: question, timer for Studio, timer for Home, note"
          rows={6}
          value={text}
          onChange={(event) => {
            setCsv(false);
            setText(event.currentTarget.value);
          }}
        />
        <label className={styles['file']}>
          Excel or CSV file
          <input
            type="file"
            accept=".xlsx,.csv,text/csv"
            onChange={(event) => void readFile(event.currentTarget.files?.[0])}
          />
        </label>
        {unread !== null && <Note tone="danger">{unread}</Note>}
        {hasModel === true && (
          <TopicCard
            topic={topic}
            hasModel
            written="The question is the last line above. Read it before it goes on air."
          />
        )}
        {layout.columns.length > 1 && <Columns layout={layout} onChoose={setChosen} />}
        {rows.length > 0 && <Preview rows={rows} />}
        {rows.length > good.length && (
          <Note tone="danger">
            {`Not to be used yet: ${counted(rows.length - good.length, 'row')}. What is wrong stays here to be mended.`}
          </Note>
        )}
      </Stack>
    </Dialog>
  );
}

const COLUMN_WORDS: Readonly<Record<Column, string>> = {
  question: 'Question',
  studio: 'Timer for Studio',
  home: 'Timer for Home',
  note: 'Note',
  none: 'Leave out',
};

interface ColumnsProps {
  readonly layout: Layout;
  readonly onChoose: (layout: Layout) => void;
}

/** What each column of a table holds. */
function Columns({ layout: { columns, hasHeading }, onChoose }: ColumnsProps) {
  return (
    <fieldset className={styles['columnsOf']}>
      <legend>Columns</legend>
      {columns.map((column, at) => (
        <SelectField
          // oxlint-disable-next-line react/no-array-index-key -- a column is its place
          key={at}
          label={`Column ${at + 1}`}
          value={column}
          onChange={({ currentTarget: { value } }) => {
            const wanted = COLUMNS.find((each) => each === value) ?? 'none';
            onChoose({
              // One column of a kind: the one that had it is left out.
              columns: columns.map((each, place) => {
                if (place === at) return wanted;
                return each === wanted ? 'none' : each;
              }),
              hasHeading,
            });
          }}
        >
          {COLUMNS.map((each) => (
            <option key={each} value={each}>
              {COLUMN_WORDS[each]}
            </option>
          ))}
        </SelectField>
      ))}
      <Switch
        label="The first row is a heading"
        checked={hasHeading}
        onChange={() => onChoose({ columns, hasHeading: !hasHeading })}
      />
    </fieldset>
  );
}

const cell = (seconds: number | null): string => (seconds === null ? '' : shortClockText(seconds));

function Preview({ rows }: { readonly rows: readonly PastedRow[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
    <section className={styles['preview']} aria-label="Preview" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Question</th>
            <th scope="col">Studio</th>
            <th scope="col">Home</th>
            <th scope="col">Note</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { studioSeconds, homeSeconds, note } = presetsOf(row);
            return (
              <tr key={row.row}>
                <td>{row.row}</td>
                {row.problem === null ? (
                  <>
                    <td>{row.text}</td>
                    <td>{cell(studioSeconds)}</td>
                    <td>{cell(homeSeconds)}</td>
                    <td>{note}</td>
                  </>
                ) : (
                  <td colSpan={4} className={styles['problem']}>
                    {`${row.text} ${row.problem}`}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
