import { m } from 'messages';
import { numberText } from 'messages/format';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { LIMITS } from '#machines/contract/limits.ts';
import {
  type AnyCollection,
  selectList,
  selectLoading,
  selectMessage,
  selectNotice,
} from '#machines/kit/collection.ts';
import { Button } from '#src/components/button.tsx';
import { Pager } from '#src/components/data-table.tsx';
import { SearchField } from '#src/components/field.tsx';
import { FieldRow } from '#src/components/form.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { EmptyState, ErrorNote, Skeleton } from '#src/components/states.tsx';

/** What the frame of a list says about its items. */
export interface ListWords {
  /** The name of the list, e.g. 'Users'. */
  readonly title: string;
  readonly loading: string;
  readonly none: string;
}

export interface ManagedListProps {
  readonly list: AnyCollection;
  readonly words: ListWords;
  readonly searchLabel: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Shown beside the search. */
  readonly filter?: ReactNode;
  /** The number of matches on all pages. */
  readonly total: number;
  /** Starts at 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
  /** The rows that match; not rendered if there are none. */
  readonly children: ReactNode;
}

/** The frame of a managed list: the result of the last change, search, count, empty state, pages. */
export function ManagedList(props: ManagedListProps) {
  const { list: actor, words, total, page, pages } = props;
  const list = useSelector(actor, selectList);
  const message = useSelector(actor, selectMessage);
  const notice = useSelector(actor, selectNotice);
  const loading = useSelector(actor, selectLoading);
  const reload = () => actor.send({ type: 'list.reload' });
  return (
    <Stack>
      <Spoken>{notice !== null && <Note tone="ok">{notice}</Note>}</Spoken>
      <FieldRow>
        <SearchField
          label={props.searchLabel}
          value={props.search}
          maxLength={LIMITS.searchLength}
          onChange={(event) => {
            props.onSearch(event.currentTarget.value);
          }}
        />
        {props.filter}
      </FieldRow>
      <Cluster spread>
        {/* Reserves the space of the text. */}
        <div>
          <Spoken>
            {list !== null && total > 0 && m.manageUsersFound({ total: numberText(total) })}
          </Spoken>
        </div>
        <Button icon={<RotateCw />} busy={loading} onClick={reload}>
          {m.manageUsersRefresh()}
        </Button>
      </Cluster>
      {message !== null && <ErrorNote message={message} busy={loading} onRetry={reload} />}
      {list === null && message === null && <Skeleton label={words.loading} shapes={['rows']} />}
      {list !== null && total === 0 && (
        <EmptyState title={words.none} hint={m.manageUsersTryAnotherSearch()} />
      )}
      {list !== null && total > 0 && props.children}
      <Pager label={words.title} page={page} pages={pages} onPage={props.onPage} />
    </Stack>
  );
}
