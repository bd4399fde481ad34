import { m } from 'messages';
import { useSelector } from '@xstate/react';
import type { Presets } from '#machines/contract/rundown.ts';
import { type ProducerActor, selectIsBusy, selectMessage } from '#machines/show/producer.ts';
import { useHasModel } from '#src/bindings/public-config.ts';
import { useRelay } from '#src/bindings/screen.ts';
import { presetsWarning } from '#machines/show/rules/item.ts';
import { type Column, COLUMNS, type TableRow } from '#machines/show/rules/question-table.ts';
import { DEFAULT_PRESETS } from '#machines/show/rules/item.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { SelectField, TextArea } from '#src/components/field.tsx';
import { FieldRow } from '#src/components/form.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Switch } from '#src/components/switch.tsx';
import { useTopic, useWrittenQuestion } from '#src/screens/generate-question/hook.ts';
import { TopicCard } from '#src/screens/generate-question/topic-card.tsx';
import { type Import, useImport } from './import.hook.ts';
import { ORDER_WORDS } from './words.ts';
import styles from './control.module.css';

/** The presets of a row; values that it does not contain are those of a new item. */
const presetsOf = ({ studioSeconds, homeSeconds, order, note }: TableRow): Presets => ({
  // Null: no timer.
  studioSeconds: studioSeconds === undefined ? DEFAULT_PRESETS.studioSeconds : studioSeconds,
  homeSeconds: homeSeconds === undefined ? DEFAULT_PRESETS.homeSeconds : homeSeconds,
  order: order ?? DEFAULT_PRESETS.order,
  note,
});

interface AddQuestionsProps {
  readonly producer: ProducerActor;
  readonly onClose: () => void;
}

/** Dialog that adds many questions at once: typed, pasted from a table or loaded from a file, with a preview. */
export default function AddQuestions({ producer, onClose }: AddQuestionsProps) {
  const table = useImport();
  const { text, layout, rows, file, unread } = table;
  const hasModel = useHasModel();
  const topic = useTopic();
  useWrittenQuestion(topic, table.append);
  const good = rows.filter(({ kind }) => kind === 'question');
  const message = useSelector(producer, selectMessage);
  const busy = useSelector(producer, selectIsBusy);
  const add = () => {
    const questions = good.map((row) => ({ text: row.text, presets: presetsOf(row) }));
    producer.send({ type: 'producer.act', act: { type: 'add', questions } });
  };
  // Rows that were not stored stay in the dialog.
  useRelay(producer, (emitted) => (emitted.type === 'questions.added' ? emitted : null), {
    send: () => {
      if (!table.keepWrong()) onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.controlAddQuestions()}
      wide
      error={message ?? undefined}
      footer={
        <>
          <Button onClick={onClose}>{m.commonCancel()}</Button>
          <Button tone="primary" busy={busy} disabled={good.length === 0} onClick={add}>
            {good.length === 0
              ? m.controlAddQuestions()
              : m.controlAddCounted({ count: good.length })}
          </Button>
        </>
      }
    >
      <Stack>
        <TextArea
          label={m.controlOneQuestionPerLine()}
          rows={6}
          value={text}
          onChange={(event) => table.type(event.currentTarget.value)}
        />
        <label className={styles['file']}>
          {m.controlExcelCsvFile()}
          <input
            type="file"
            accept=".xlsx,.csv,.tsv,.txt,.zip,text/csv"
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? [];
              if (chosen !== undefined) void table.readFile(chosen);
            }}
          />
        </label>
        {unread !== null && <Note tone="danger">{unread}</Note>}
        {file !== null && <FileChoices table={table} file={file} />}
        {hasModel === true && (
          <TopicCard topic={topic} hasModel written={m.controlYourQuestionLastLine()} />
        )}
        {layout.columns.length > 1 && <Columns table={table} />}
        {rows.length > 0 && <Preview rows={rows} hasOrder={layout.columns.includes('order')} />}
        {rows.length > 0 && <Counts rows={rows} />}
      </Stack>
    </Dialog>
  );
}

/** Encodings other than Unicode that spreadsheet programs use for files. */
const ENCODINGS: Readonly<Record<string, string>> = {
  'windows-1252': m.controlWesternEuropean(),
  'windows-1250': m.controlCentralEuropean(),
  'windows-1251': m.controlCyrillic(),
  'windows-1253': m.controlGreek(),
  'windows-1254': m.controlTurkish(),
  'windows-1255': m.controlHebrew(),
  'windows-1256': m.controlArabic(),
  'windows-1257': m.controlBaltic(),
  macintosh: m.controlWesternEuropeanMac(),
  shift_jis: m.controlJapaneseShiftJis(),
  'euc-jp': m.controlJapaneseEuc(),
  'euc-kr': m.controlKorean(),
  gb18030: m.controlChineseSimplified(),
  big5: m.controlChineseTraditional(),
};

interface FileChoicesProps {
  readonly table: Import;
  readonly file: NonNullable<Import['file']>;
}

function sheetText(name: string, isHidden: boolean, isTooLarge: boolean): string {
  if (isHidden)
    return isTooLarge ? m.controlSheetHiddenTooLarge({ name }) : m.controlSheetHidden({ name });
  return isTooLarge ? m.controlSheetTooLarge({ name }) : name;
}

/** Asks for the sheet to read and for the encoding, if the file does not determine them. */
function FileChoices({ table, file }: FileChoicesProps) {
  const { sheets, sheet, guessedEncoding } = file;
  const indexed = sheets.map((each, at) => ({ ...each, at }));
  return (
    <FieldRow>
      {sheets.length > 1 && (
        <SelectField
          label={m.controlSheet()}
          value={sheet}
          onChange={(event) => table.chooseSheet(Number(event.currentTarget.value))}
        >
          {indexed
            .sort((one, other) => Number(one.isHidden) - Number(other.isHidden))
            .map(({ name, isHidden, isTooLarge, at }) => (
              <option key={at} value={at} disabled={isTooLarge}>
                {sheetText(name, isHidden, isTooLarge)}
              </option>
            ))}
        </SelectField>
      )}
      {guessedEncoding !== null && (
        <SelectField
          label={m.controlCharacterSet()}
          hint={m.controlTryAnotherIfLetters()}
          value={guessedEncoding}
          onChange={(event) => void table.readFile(file.file, event.currentTarget.value)}
        >
          {Object.entries({ [guessedEncoding]: guessedEncoding, ...ENCODINGS }).map(
            ([encoding, words]) => (
              <option key={encoding} value={encoding}>
                {words}
              </option>
            ),
          )}
        </SelectField>
      )}
    </FieldRow>
  );
}

const COLUMN_WORDS: Readonly<Record<Column, string>> = {
  question: m.commonQuestion(),
  studio: m.controlTimerStudio(),
  home: m.controlTimerHome(),
  timer: m.controlTimerBoth(),
  note: m.controlNote(),
  order: m.controlReleaseOrder(),
  audience: m.controlAudience(),
  unknown: m.controlPleaseChoose(),
  none: m.controlLeaveOut(),
};

/** Lets the producer choose the meaning of each table column. */
function Columns({ table }: { readonly table: Import }) {
  const { layout, rows, headings, chooseLayout, chooseColumns } = table;
  const { columns, heading, areMinutes } = layout;
  const first = heading ?? rows[0]?.row ?? 1;
  return (
    <fieldset className={styles['columnsOf']}>
      <legend>{m.controlColumns()}</legend>
      {columns.map((column, at) => (
        <SelectField
          // oxlint-disable-next-line react/no-array-index-key -- a column is its index
          key={at}
          label={
            headings?.[at]
              ? m.controlColumn({ at: at + 1, headings: headings[at] })
              : m.controlColumnNumber({ at: at + 1 })
          }
          value={column}
          onChange={({ currentTarget: { value } }) => {
            const wanted = COLUMNS.find((each) => each === value) ?? 'none';
            const isMany = wanted === 'none' || wanted === 'unknown';
            chooseColumns(
              // Only one column can have this meaning, so a column that had it before gets `none`.
              columns.map((each, index) => {
                if (index === at) return wanted;
                return each === wanted && !isMany ? 'none' : each;
              }),
            );
          }}
        >
          {COLUMNS.map((each) => (
            <option key={each} value={each}>
              {COLUMN_WORDS[each]}
            </option>
          ))}
        </SelectField>
      ))}
      <div className={styles['switches']}>
        <Switch
          label={first === 1 ? m.controlFirstRowHeading() : m.controlRowHeading({ first })}
          checked={heading !== null}
          onChange={() => chooseLayout({ ...layout, heading: heading === null ? first : null })}
        />
        {areMinutes !== undefined && (
          <Switch
            label={m.controlTimesAreMinutes()}
            checked={areMinutes}
            onChange={() => chooseLayout({ ...layout, areMinutes: !areMinutes })}
          />
        )}
      </div>
    </fieldset>
  );
}

const timer = (seconds: number | null): string =>
  seconds === null ? m.controlNoTimer() : shortClockText(seconds);

interface PreviewProps {
  readonly rows: readonly TableRow[];
  readonly hasOrder: boolean;
}

function Preview({ rows, hasOrder }: PreviewProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
    <section className={styles['preview']} aria-label={m.controlPreview()} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{m.controlRow()}</th>
            <th scope="col">{m.commonQuestion()}</th>
            <th scope="col">{m.commonStudio()}</th>
            <th scope="col">{m.commonHome()}</th>
            {hasOrder && <th scope="col">{m.controlOrder()}</th>}
            <th scope="col">{m.controlNote()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const { studioSeconds, homeSeconds, order, note } = presetsOf(row);
            const warning = presetsWarning(presetsOf(row));
            return (
              <tr key={row.row}>
                <td>{row.row}</td>
                {row.kind === 'question' ? (
                  <>
                    <td dir="auto">{row.text}</td>
                    <td>{timer(studioSeconds)}</td>
                    <td>{timer(homeSeconds)}</td>
                    {hasOrder && <td>{ORDER_WORDS[order]}</td>}
                    <td>
                      {note}
                      {warning !== null && <p className={styles['problem']}>{warning}</p>}
                    </td>
                  </>
                ) : (
                  <td
                    colSpan={hasOrder ? 5 : 4}
                    className={row.kind === 'wrong' ? styles['problem'] : styles['leftOut']}
                  >
                    {leftOutText(row)}
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

/** Describes a row that adds no question. */
function leftOutText({ kind, text, cells, problem }: TableRow): string {
  const shown = cells.filter((cell) => cell !== '').join(' | ');
  if (kind === 'heading') return m.controlHeading({ shown });
  if (kind === 'merged') return m.controlTimerHomeQuestionAbove();
  return `${text === '' ? shown : text} ${problem ?? ''}`;
}

const KIND_WORDS = [
  ['question', m.countQuestions],
  ['merged', m.controlRowsOfOtherTimer],
  ['heading', m.controlHeadingRows],
  ['wrong', m.controlRowsWithErrors],
] as const;

/** Number of rows by kind. */
function Counts({ rows }: Pick<Import, 'rows'>) {
  const parts = KIND_WORDS.flatMap(([kind, counted]) => {
    const count = rows.filter((row) => row.kind === kind).length;
    return count === 0 ? [] : [counted({ count })];
  });
  const hasWrong = rows.some(({ kind }) => kind === 'wrong');
  return (
    <Note tone={hasWrong ? 'danger' : 'plain'}>
      {m.controlRowsRead({ count: rows.length, parts: parts.join(', ') })}
      {hasWrong && ` ${m.controlRowsWithErrorsStay()}`}
    </Note>
  );
}
