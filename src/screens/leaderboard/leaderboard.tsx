import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import {
  type BoardsActor,
  type BoardSubject,
  selectEntriesOf,
  selectIsLoading,
  selectMessage,
  selectPeople,
  selectSeason,
  selectTeams,
} from '#machines/results/boards.ts';
import { useBoards } from './hook.ts';
import { useSignedIn } from '#src/bindings/runtime.tsx';
import { useCurrentShow, useHasSeasons } from '#src/bindings/public-config.ts';
import { useUrlChoice, useUrlState } from '#src/bindings/url-state.ts';
import { Card } from '#src/components/card.tsx';
import { SelectField } from '#src/components/field.tsx';
import { Page } from '#src/components/layout.tsx';
import { EmptyState, ErrorNote, Skeleton } from '#src/components/states.tsx';
import { PrintStyles } from '#src/components/print-styles.tsx';
import { SegmentedControl, Tabs } from '#src/components/tabs.tsx';
import { isSame } from '#src/screens/home/same.ts';
import { BoardTable } from './board-table.tsx';
import { TeamTable } from './team-table.tsx';
import styles from './leaderboard.module.css';

const PERIODS = [
  { value: 'daily', label: m.leaderboardTodaysScores() },
  { value: 'all-time', label: m.leaderboardAllTimeScores() },
] as const;
/** Option for the board of the current or last show; only offered if there is one. */
const SHOW = { value: 'show', label: m.leaderboardShow() } as const;
/** Option for the boards of seasons; only offered if there is one. */
const SEASON = { value: 'season', label: m.commonSeason() } as const;
const NONE = {
  daily: m.questionsNoneToday(),
  'all-time': m.questionsNoneEver(),
  show: m.questionsNoneShow(),
  season: m.questionsNoneSeason(),
};
const LABELS = {
  home: m.leaderboardScoresFromHome(),
  studio: m.leaderboardScoresFromStudio(),
  teams: m.leaderboardScoresTeams(),
} as const;

export default function LeaderboardView() {
  return (
    <LeaderboardScreen
      boards={useBoards()}
      userId={useSignedIn().id}
      show={useCurrentShow()}
      hasSeasons={useHasSeasons()}
    />
  );
}

export interface LeaderboardScreenProps {
  readonly boards: BoardsActor;
  /** The signed-in user. */
  readonly userId: string;
  /** Title of the live show, or of the one that ended last; null: none, or not known yet. */
  readonly show?: string | null;
  /** Whether there is a board of a season. */
  readonly hasSeasons?: boolean;
}

/** Both audiences' boards of today, of all time, of a season or of a show; a show with teams has their board too. */
export function LeaderboardScreen({
  boards,
  userId,
  show = null,
  hasSeasons = false,
}: LeaderboardScreenProps) {
  const [period, setPeriod] = useUrlChoice('period', ['daily', 'all-time', 'show', 'season']);
  const [seasonId, setSeasonId] = useUrlState('season');
  const [from, setFrom] = useUrlChoice('from', ['home', 'studio', 'teams']);
  useEffect(() => {
    boards.send({ type: 'board.show', subject: subjectOf(period, seasonId) });
  }, [boards, period, seasonId]);
  const entries = {
    home: useSelector(boards, (snapshot) => selectEntriesOf(snapshot, 'home'), isSame),
    studio: useSelector(boards, (snapshot) => selectEntriesOf(snapshot, 'studio'), isSame),
  };
  const people = {
    home: useSelector(boards, selectPeople('home')),
    studio: useSelector(boards, selectPeople('studio')),
  };
  const message = useSelector(boards, selectMessage);
  const isLoading = useSelector(boards, selectIsLoading);
  const teams = useSelector(boards, selectTeams, isSame);
  const ofSeason = useSelector(boards, selectSeason, isSame);
  const shownTeams = from === 'teams' ? teams : null;
  const audience = from === 'teams' ? 'home' : from;
  const players = entries[audience];
  const rows = shownTeams?.entries ?? players;
  const items = [
    ...(['home', 'studio'] as const).map((key) => ({
      key,
      label: LABELS[key],
      count: people[key],
    })),
    ...(teams === null
      ? []
      : [{ key: 'teams' as const, label: LABELS.teams, count: teams.entries.length }]),
  ];
  const table =
    shownTeams === null ? (
      players && <BoardTable caption={LABELS[audience]} entries={players} userId={userId} />
    ) : (
      <TeamTable caption={LABELS.teams} {...shownTeams} />
    );
  return (
    <Page title={m.commonLeaderboard()} lead={m.leaderboardScoresUpdateLiveAs()} width="text">
      <div className={styles['period']}>
        <SegmentedControl
          label={m.leaderboardPeriod()}
          options={[
            ...PERIODS,
            ...(show === null && period !== 'show' ? [] : [SHOW]),
            ...(hasSeasons || period === 'season' ? [SEASON] : []),
          ]}
          value={period}
          onChange={setPeriod}
        />
      </div>
      {period === 'show' && (
        <p>
          {show === null
            ? m.leaderboardPointsPublishedSoFar()
            : m.leaderboardPointsOfShow({ name: show })}
        </p>
      )}
      {ofSeason !== null && <SeasonChoice {...ofSeason} onChoose={setSeasonId} />}
      <Card>
        <Tabs
          label={m.leaderboardAudiences()}
          items={items}
          selected={shownTeams === null ? audience : 'teams'}
          onSelect={setFrom}
        >
          {message !== null && (
            <ErrorNote
              message={message}
              busy={isLoading}
              onRetry={() => boards.send({ type: 'board.retry' })}
            />
          )}
          {rows === null && message === null && (
            <Skeleton label={m.leaderboardLoadingScores()} shapes={['rows']} />
          )}
          {rows !== null && rows.length > 0 && (
            <div data-print>
              <PrintStyles />
              {table}
            </div>
          )}
          {rows?.length === 0 && message === null && (
            <EmptyState title={ofSeason?.season === null ? m.questionsNoSeason() : NONE[period]} />
          )}
        </Tabs>
      </Card>
    </Page>
  );
}

/** `seasonId` empty: the season of the newest show. */
function subjectOf(
  period: 'daily' | 'all-time' | 'show' | 'season',
  seasonId: string,
): BoardSubject {
  if (period === 'show') return { kind: 'show' };
  if (period === 'season') return { kind: 'season', ...(seasonId !== '' && { seasonId }) };
  return { kind: 'pair', period };
}

type OfSeason = NonNullable<ReturnType<typeof selectSeason>>;

/** The season on the board, and a choice if there are several. */
function SeasonChoice({
  season,
  seasons,
  onChoose,
}: OfSeason & { readonly onChoose: (id: string) => void }) {
  if (season === null) return null;
  return (
    <>
      {seasons.length > 1 && (
        <SelectField
          label={m.commonSeason()}
          value={season.id}
          onChange={({ currentTarget: { value } }) => onChoose(value)}
        >
          {seasons.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <p>{m.leaderboardPointsOfSeason({ name: season.name, count: season.shows.length })}</p>
    </>
  );
}
