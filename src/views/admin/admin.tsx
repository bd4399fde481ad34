import { useSelector } from '@xstate/react';
import {
  selectStats,
  selectStatsBusy,
  selectStatsMessage,
  type StatsActor,
} from '#machines/admin.ts';
import { useStats } from '#src/bindings/admin.ts';
import { useUrlChoice } from '#src/bindings/url-state.ts';
import { StatCard } from '#src/components/card.tsx';
import { CardGrid, Page, Stack } from '#src/components/layout.tsx';
import { ErrorNote, Skeleton } from '#src/components/states.tsx';
import { Tabs } from '#src/components/tabs.tsx';
import { QuestionsTab } from './questions-tab.tsx';
import { UsersTab } from './users-tab.tsx';

const TABS = ['dashboard', 'users', 'questions'] as const;

/** The totals of the show (specification §2, Admin panel, Dashboard). */
export function Dashboard({ stats: actor }: { readonly stats: StatsActor }) {
  const stats = useSelector(actor, selectStats);
  const message = useSelector(actor, selectStatsMessage);
  const busy = useSelector(actor, selectStatsBusy);
  if (message !== null)
    return (
      <ErrorNote message={message} busy={busy} onRetry={() => actor.send({ type: 'load.retry' })} />
    );
  if (stats === null) return <Skeleton label="Loading totals" shapes={['stats']} />;
  const { user_breakdown: users, question_breakdown: questions } = stats;
  return (
    <Stack>
      <CardGrid of="stats">
        <StatCard
          label="Total Users"
          value={stats.total_users}
          detail={`${users.admins} admins, ${users.home_viewers} home viewers, ${users.contestants} contestants`}
        />
        <StatCard
          label="Total Questions"
          value={stats.total_questions}
          detail={`${questions.on_air} On Air, ${questions.to_home} To Home`}
        />
        <StatCard label="Game Sessions" value={stats.total_game_sessions} />
        <StatCard label="Total Points" value={stats.total_points} />
      </CardGrid>
      <p>Updated today</p>
    </Stack>
  );
}

export default function AdminView() {
  const [tab, setTab] = useUrlChoice('tab', TABS);
  const stats = useStats();
  return (
    <Page title="Admin Dashboard" lead="The show in numbers, its people and its questions.">
      <Tabs
        label="Admin"
        items={[
          { key: 'dashboard', label: 'Dashboard' },
          { key: 'users', label: 'Users' },
          { key: 'questions', label: 'Questions' },
        ]}
        selected={tab}
        onSelect={(key) => setTab(TABS.find((each) => each === key) ?? 'dashboard')}
      >
        {tab === 'dashboard' && <Dashboard stats={stats} />}
        {tab === 'users' && <UsersTab />}
        {tab === 'questions' && <QuestionsTab />}
      </Tabs>
    </Page>
  );
}
