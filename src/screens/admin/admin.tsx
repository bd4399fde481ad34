import { m } from 'messages';
import { numberText, timeText } from 'messages/format';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  selectNotices,
  selectStats,
  selectStatsBusy,
  type Stats,
  type StatsActor,
} from '#machines/admin/admin.ts';
import { selectLoadMessage } from '#machines/kit/loader.ts';
import { useStats } from './hook.ts';
import { useNow } from '#src/bindings/countdown.ts';
import { useUrlChoice } from '#src/bindings/url-state.ts';
import { StatCard } from '#src/components/card.tsx';
import { DensePage } from '#src/components/dense-page.tsx';
import { CardGrid, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { ErrorNote, Skeleton } from '#src/components/states.tsx';
import { Tabs } from '#src/components/tabs.tsx';
import styles from './admin.module.css';
import { AuditTab } from './audit-tab.tsx';
import { InspectorPanel } from './inspector.tsx';
import { QuestionsTab } from './questions-tab.tsx';
import { TimeZonePanel } from './time-zone.tsx';
import { UsersTab } from './users-tab.tsx';

const TABS = ['dashboard', 'users', 'questions', 'audit'] as const;

interface DashboardProps {
  readonly stats: StatsActor;
  /** When the totals were loaded, epoch ms; undefined: not known. */
  readonly updatedAt?: number | undefined;
}

/** The totals of the show (specification §2, Admin panel, Dashboard). */
export function Dashboard({ stats: actor, updatedAt }: DashboardProps) {
  const stats = useSelector(actor, selectStats);
  const notices = useSelector(actor, selectNotices);
  const message = useSelector(actor, selectLoadMessage);
  const busy = useSelector(actor, selectStatsBusy);
  return (
    <Stack>
      {message !== null && (
        <ErrorNote
          message={message}
          busy={busy}
          onRetry={() => actor.send({ type: 'load.retry' })}
        />
      )}
      {stats === null && message === null && (
        <Skeleton label={m.adminLoadingTotals()} shapes={['stats']} />
      )}
      {notices.map((notice) => (
        <Note key={notice} tone="danger">
          {notice}
        </Note>
      ))}
      {stats !== null && <Totals stats={stats} updatedAt={updatedAt} />}
    </Stack>
  );
}

function Totals({
  stats,
  updatedAt,
}: { readonly stats: Stats } & Pick<DashboardProps, 'updatedAt'>) {
  const { user_breakdown: users, question_breakdown: questions } = stats;
  return (
    <>
      <CardGrid of="stats">
        <StatCard
          label={m.adminTotalUsers()}
          value={numberText(stats.total_users)}
          detail={[
            m.countAdmins({ count: users.admins }),
            m.countHomeViewers({ count: users.home_viewers }),
            m.countContestants({ count: users.contestants }),
            ...(users.guests > 0 ? [m.countGuests({ count: users.guests })] : []),
          ].join(', ')}
        />
        <StatCard
          label={m.adminTotalQuestions()}
          value={numberText(stats.total_questions)}
          detail={m.adminAirHome({
            on_air: numberText(questions.on_air),
            to_home: numberText(questions.to_home),
          })}
        />
        <StatCard label={m.adminGameSessions()} value={numberText(stats.total_game_sessions)} />
        <StatCard label={m.adminTotalPoints()} value={numberText(stats.total_points)} />
      </CardGrid>
      <p>
        {m.adminUpdatedToday()} {updatedAt !== undefined && <time>{timeText(updatedAt)}</time>}
      </p>
    </>
  );
}

const Tonight = lazy(() => import('../home/tonight.tsx'));

const ignored = (): void => {};

/** The dashboard tab, with the current show first, loaded on demand. */
function DashboardTab() {
  const actor = useStats();
  const stats = useSelector(actor, selectStats);
  const message = useSelector(actor, selectLoadMessage);
  const now = useNow();
  const [seen, setSeen] = useState({ stats, at: now() });
  if (seen.stats !== stats) setSeen({ stats, at: now() });
  return (
    <Stack>
      <div className={styles['show']}>
        <Suspense fallback={null}>
          <Tonight onRun={ignored} isLate />
        </Suspense>
      </div>
      <Dashboard stats={actor} updatedAt={seen.at} />
      {/* Rendered once the totals above are there, as they would push it down. */}
      {(stats !== null || message !== null) && (
        <>
          <TimeZonePanel />
          <InspectorPanel />
        </>
      )}
    </Stack>
  );
}

export default function AdminView() {
  const [tab] = useUrlChoice('tab', TABS);
  const [, setAddress] = useSearchParams();
  return (
    <DensePage title={m.adminAdminDashboard()} lead={m.adminShowNumbersPeopleQuestions()}>
      <Tabs
        label={m.commonAdmin()}
        items={[
          { key: 'dashboard', label: m.adminDashboard() },
          { key: 'users', label: m.adminUsers() },
          { key: 'questions', label: m.commonQuestions() },
          { key: 'audit', label: m.adminAudit() },
        ]}
        selected={tab}
        // Clears the other parameters, as each tab has its own search.
        onSelect={(key) => setAddress(key === TABS[0] ? {} : { tab: key }, { replace: true })}
      >
        {tab === 'dashboard' && <DashboardTab />}
        {tab === 'users' && <UsersTab />}
        {tab === 'questions' && <QuestionsTab />}
        {tab === 'audit' && <AuditTab />}
      </Tabs>
    </DensePage>
  );
}
