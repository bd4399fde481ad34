import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { useDeferredValue } from 'react';
import type { Desk } from '#machines/contract/desk.ts';
import {
  type GroupingDeskActor,
  selectDesk,
  selectIsFailed,
  selectMessage,
} from '#machines/results/grouping-desk.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { stateText } from '#machines/results/rules/result.ts';
import { useBanner } from '#src/bindings/announcements.ts';
import { stillWorking, useLiveKeys } from '#src/bindings/live-keys.ts';
import { useDeskRun } from '#src/bindings/desk-run.ts';
import { useUser } from '#src/bindings/runtime.tsx';
import { useUrlState } from '#src/bindings/url-state.ts';
import { linkButton } from '#src/components/button.tsx';
import { KeyLink } from '#src/components/key-link.tsx';
import { DensePage } from '#src/components/dense-page.tsx';
import { Link } from '#src/components/link.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { EmptyState, ErrorNote, Skeleton } from '#src/components/states.tsx';
import { GroupList } from './group-list.tsx';
import styles from './grouping.module.css';
import { Conflict, History } from './history.tsx';
import { useGameSessionId, useGroupingDesk } from './hook.ts';
import { Lock } from './lock.tsx';
import { Preview } from './preview.tsx';
import { Suggestions } from './suggestions.tsx';
import { Toolbar } from './toolbar.tsx';
import { SHOW_KEYS } from '#src/words/show-keys.ts';
import { sizeOf, WHY_IDLE } from './words.ts';

export default function GroupingView() {
  const gameSessionId = useGameSessionId();
  return <OneDesk key={gameSessionId} gameSessionId={gameSessionId} />;
}

const OneDesk = ({ gameSessionId }: { readonly gameSessionId: string }) => (
  <GroupingScreen actor={useGroupingDesk(gameSessionId)} />
);

export function GroupingScreen({ actor }: { readonly actor: GroupingDeskActor }) {
  const banner = useBanner();
  useLiveKeys({
    onIdle: (key, isBusy) => {
      const why = WHY_IDLE[key];
      if (isBusy) banner(stillWorking(key));
      else if (why !== undefined) banner(why({ key }));
    },
  });
  const user = useUser();
  const desk = useSelector(actor, selectDesk);
  const message = useSelector(actor, selectMessage);
  const isFailed = useSelector(actor, selectIsFailed);
  return (
    <DensePage
      width="full"
      title={m.groupingGroupingDesk()}
      actions={
        <div className={styles['ways']}>
          {user?.role_id === ROLE.admin && (
            <Link to="/que-cards" className={linkButton()}>
              {m.groupingQueCards()}
            </Link>
          )}
          <KeyLink to="/control" shortcut={SHOW_KEYS.desk}>
            {m.commonControlRoom()}
          </KeyLink>
        </div>
      }
    >
      {message !== null && isFailed && (
        <ErrorNote message={message} onRetry={() => actor.send({ type: 'load.retry' })} />
      )}
      <Spoken urgent>
        {message !== null && !isFailed && <Note tone="danger">{message}</Note>}
      </Spoken>
      {desk === null ? (
        message === null && (
          <Skeleton label={m.groupingLoadingGroups()} shapes={['field', 'card', 'rows']} />
        )
      ) : (
        <Groups actor={actor} desk={desk} />
      )}
    </DensePage>
  );
}

const countText = ({ groups }: Desk): string => {
  const answers = groups.reduce((sum, group) => sum + sizeOf(group), 0);
  return m.groupingIn({
    answers: m.countAnswers({ count: answers }),
    length: m.countGroups({ count: groups.length }),
  });
};

interface GroupsProps {
  readonly actor: GroupingDeskActor;
  readonly desk: Desk;
}

function Groups({ actor, desk }: GroupsProps) {
  const [search, setSearch] = useUrlState('search');
  // Deferred, so that rendering thousands of texts does not block typing or clicking.
  const wanted = useDeferredValue(search);
  const shown = useDeferredValue(desk.groups);
  const run = useDeskRun();
  return (
    <div className={styles['desk']} data-run={run}>
      <div className={styles['about']}>
        <div>
          <p dir="auto" className={styles['question']}>
            {desk.question}
          </p>
          <p className={styles['state']}>{`${countText(desk)} ${stateText(desk)}`}</p>
        </div>
        <Lock desk={desk} />
      </div>
      <div className={styles['hand']}>
        <Suggestions actor={actor} desk={desk} />
        <Toolbar actor={actor} desk={desk} search={search} onSearch={setSearch} />
      </div>
      <div className={styles['list']}>
        {desk.groups.length === 0 ? (
          <EmptyState title={m.questionsNoAnswers()} />
        ) : (
          <GroupList actor={actor} groups={shown} search={wanted} />
        )}
        <History desk={desk} />
        {desk.groups.some(({ isFlagged }) => isFlagged) && (
          <p className={styles['limits']}>{m.groupingCheckNameComesFrom()}</p>
        )}
      </div>
      <Preview actor={actor} desk={desk} />
      <Conflict actor={actor} desk={desk} />
    </div>
  );
}
