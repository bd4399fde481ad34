import { m } from 'messages';
import { timeText } from 'messages/format';
import LinkOff from 'lucide-react/icons/link-2-off';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { ROLE } from '#machines/contract/roles.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import type { RunSheet, RunSheetItem } from '#machines/show/run-sheet-calls.ts';
import {
  type RunSheetActor,
  type RunSheetQuery,
  selectRunSheet,
} from '#machines/show/run-sheet.ts';
import { selectLoadMessage } from '#machines/kit/loader.ts';
import {
  BESIDES_SECONDS,
  planned,
  type PlannedItem,
  UNTIMED_SECONDS,
} from '#machines/show/rules/run-sheet.ts';
import { useUser } from '#src/bindings/runtime.tsx';
import { Button, linkButton } from '#src/components/button.tsx';
import { type Column, DataTable } from '#src/components/data-table.tsx';
import { Page } from '#src/components/layout.tsx';
import { Link } from '#src/components/link.tsx';
import { Result } from '#src/components/result.tsx';
import { PrintStyles } from '#src/components/print-styles.tsx';
import { slot, withElements } from '#src/components/slots.tsx';
import { ErrorNote, Skeleton } from '#src/components/states.tsx';
import { usePrint, useRunSheet, useRunSheetQuery } from './hook.ts';
import { Sharing } from './sharing.tsx';
import styles from './run-sheet.module.css';

export default function RunSheetView() {
  const query = useRunSheetQuery();
  if ('key' in query && query.key === '') return <Incomplete />;
  return <OneSheet key={Object.values(query).join()} query={query} />;
}

/** For an address without a show or the key of a link, which no other try completes. */
function Incomplete() {
  const user = useUser();
  const isProducer = user?.produces === true || user?.role_id === ROLE.admin;
  return (
    <Result
      icon={<LinkOff />}
      title={m.runSheetRunSheet()}
      words={<p>{m.runSheetIncomplete()}</p>}
      ways={
        isProducer && (
          <Link to="/control" className={linkButton('primary')}>
            {m.commonControlRoom()}
          </Link>
        )
      }
    />
  );
}

const OneSheet = ({ query }: { readonly query: RunSheetQuery }) => (
  <RunSheetScreen actor={useRunSheet(query)} query={query} />
);

export interface RunSheetScreenProps {
  readonly actor: RunSheetActor;
  readonly query: RunSheetQuery;
}

/** The run sheet of a show, to print; for producers also with the link that shares it. */
export function RunSheetScreen({ actor, query }: RunSheetScreenProps) {
  const print = usePrint();
  const [isSharing, setSharing] = useState(false);
  const loaded = useSelector(actor, selectRunSheet);
  const message = useSelector(actor, selectLoadMessage);
  const retry = () => actor.send({ type: 'load.retry' });
  const showId = 'showId' in query ? query.showId : null;
  return (
    <Page
      title={m.runSheetRunSheet()}
      width="wide"
      actions={
        <>
          {showId !== null && (
            <>
              <Link to="/control" className={linkButton()}>
                {m.commonControlRoom()}
              </Link>
              <Button onClick={() => setSharing(true)}>{m.runSheetShare()}</Button>
            </>
          )}
          <Button tone="primary" disabled={loaded === null} onClick={print}>
            {m.runSheetPrint()}
          </Button>
        </>
      }
    >
      {loaded === null && message === null && (
        <Skeleton label={m.runSheetLoadingRunSheet()} shapes={['heading', 'rows']} />
      )}
      {message !== null && <ErrorNote message={message} onRetry={retry} />}
      {loaded !== null && <Sheet sheet={loaded.sheet} />}
      {isSharing && showId !== null && (
        <Sharing
          sheet={actor}
          showId={showId}
          sharedAt={loaded?.sharedAt ?? null}
          onClose={() => setSharing(false)}
        />
      )}
    </Page>
  );
}

function Sheet({ sheet }: { readonly sheet: RunSheet }) {
  const { items, seconds } = planned(sheet);
  const total = {
    questions: m.countQuestions({ count: items.length }),
    minutes: minutesText(seconds),
    untimed: shortClockText(UNTIMED_SECONDS),
    besides: shortClockText(BESIDES_SECONDS),
  };
  return (
    <div data-print>
      <PrintStyles />
      <DataTable
        caption={sheet.title}
        columns={columnsFrom(sheet.startsAt)}
        rows={items}
        rowKey={({ number }) => String(number)}
      />
      <p className={styles['total']}>
        {sheet.startsAt === null
          ? m.runSheetTotal(total)
          : m.runSheetTotalUntil({ ...total, clock: clockText(sheet.startsAt, seconds) })}
      </p>
    </div>
  );
}

/** `startsAt`: epoch ms; null: times count from the start of the show. */
const columnsFrom = (startsAt: number | null): readonly Column<PlannedItem>[] => [
  { key: 'number', header: m.runSheetNo(), cell: ({ number }) => number, short: true },
  {
    key: 'time',
    header: m.runSheetTime(),
    cell: ({ begins }) =>
      begins === null
        ? m.runSheetSkipped()
        : startsAt === null
          ? `+${shortClockText(begins)}`
          : clockText(startsAt, begins),
    short: true,
  },
  {
    key: 'question',
    header: m.runSheetQuestionNote(),
    cell: ({ text, media, note }) => (
      <div className={styles['question']}>
        <span dir="auto" translate="no">
          {text}
        </span>
        {media !== undefined && (
          <span className={styles['note']}>
            {withElements(
              (media.kind === 'picture' ? m.runSheetPicture : m.runSheetSound)({ alt: slot(0) }),
              <span dir="auto" translate="no">
                {media.alt}
              </span>,
            )}
          </span>
        )}
        {note !== '' && (
          <span dir="auto" translate="no" className={styles['note']}>
            {note}
          </span>
        )}
      </div>
    ),
    rowHeader: true,
  },
  { key: 'timers', header: m.runSheetTimers(), cell: presetsText, short: true },
];

/** The time of day so many seconds after the start (epoch ms). */
const clockText = (startsAt: number, seconds: number): string =>
  timeText(startsAt + seconds * 1_000, { timeStyle: 'short' });

const minutesText = (seconds: number): string => m.countMinutes({ count: Math.ceil(seconds / 60) });

const secondsText = (seconds: number | null): string =>
  seconds === null ? m.runSheetNoTimer() : shortClockText(seconds);

/** The timers of an item, and the audience that is released first, if any. */
function presetsText({ studioSeconds, homeSeconds, order }: RunSheetItem): string {
  const timers =
    studioSeconds === homeSeconds
      ? secondsText(studioSeconds)
      : m.runSheetStudioHome({
          studio: secondsText(studioSeconds),
          home: secondsText(homeSeconds),
        });
  if (order === 'both') return timers;
  return order === 'studio' ? m.runSheetStudioFirst({ timers }) : m.runSheetHomeFirst({ timers });
}
