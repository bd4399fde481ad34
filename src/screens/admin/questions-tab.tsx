import { m } from 'messages';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useSelector } from '@xstate/react';
import type { QuestionsAdminActor } from '#machines/admin/admin.ts';
import type { AdminQuestion } from '#machines/contract/entities.ts';
import { USERS_PAGE_SIZE } from '#machines/contract/limits.ts';
import { selectList } from '#machines/kit/collection.ts';
import { isIdSearch } from '#machines/admin/rules/people.ts';
import { useQuestionsAdmin } from './hook.ts';
import { pageIn, useUrlState } from '#src/bindings/url-state.ts';
import { Button } from '#src/components/button.tsx';
import { type Column, DataTable } from '#src/components/data-table.tsx';
import { Cluster } from '#src/components/layout.tsx';
import { ManagedList } from '../manage-users/managed-list.tsx';
import { Id } from './id.tsx';
import { QuestionDialogs } from './question-dialogs.tsx';

/** The status as text: Draft, On Air, To Home, or the last two together; after the end of its show none of the last two. */
function statusText({
  shown_on_air: onAir,
  shown_to_home: toHome,
  show_ended: hasEnded,
}: AdminQuestion): string {
  if (!onAir && !toHome) return m.adminDraft();
  if (hasEnded === true) return m.adminShowEnded();
  if (onAir && toHome) return m.adminOnAirAndToHome();
  return onAir ? m.adminOnAir() : m.adminToHome();
}

const found = (questions: readonly AdminQuestion[], search: string): readonly AdminQuestion[] => {
  const wanted = search.trim().toLowerCase();
  return questions.filter(
    ({ id, question_text: text, session_date: day }) =>
      text.toLowerCase().includes(wanted) || day.includes(wanted) || isIdSearch(id, wanted),
  );
};

const columnsOf = (send: QuestionsAdminActor['send']): Column<AdminQuestion>[] => [
  { key: 'id', header: m.adminId(), long: true, cell: ({ id }) => <Id id={id} /> },
  {
    key: 'text',
    header: m.adminQuestionTextColumn(),
    rowHeader: true,
    cell: ({ question_text: text }) => text,
  },
  { key: 'date', header: m.adminSessionDate(), short: true, cell: ({ session_date: day }) => day },
  { key: 'status', header: m.adminStatus(), cell: statusText },
  {
    key: 'actions',
    header: m.adminActions(),
    align: 'end',
    cell: (item) => (
      <Cluster>
        <Button
          icon={<Pencil />}
          aria-label={m.adminEdit({ question_text: item.question_text })}
          onClick={() => send({ type: 'item.edit', item })}
        >
          {m.commonEdit()}
        </Button>
        <Button
          icon={<Trash2 />}
          aria-label={m.adminDelete({ question_text: item.question_text })}
          onClick={() => send({ type: 'item.delete', item })}
        >
          {m.commonDelete()}
        </Button>
      </Cluster>
    ),
  },
];

/** Searches by text, id or session date; edits and deletes. */
export function QuestionsScreen({ questions }: { readonly questions: QuestionsAdminActor }) {
  const [search, setSearch] = useUrlState('search');
  const [wantedPage, setPage] = useUrlState('page', '1');
  const rows = found(useSelector(questions, selectList) ?? [], search);
  const pages = Math.max(1, Math.ceil(rows.length / USERS_PAGE_SIZE));
  const page = Math.min(pageIn(wantedPage), pages);
  return (
    <>
      <ManagedList
        list={questions}
        words={{
          title: m.commonQuestions(),
          loading: m.adminLoadingQuestions(),
          none: m.adminNoQuestions(),
        }}
        searchLabel={m.adminSearchTextIdSession()}
        search={search}
        onSearch={setSearch}
        total={rows.length}
        page={page}
        pages={pages}
        onPage={(next) => setPage(String(next))}
      >
        <DataTable
          caption={m.commonQuestions()}
          captionHidden
          rows={rows.slice((page - 1) * USERS_PAGE_SIZE, page * USERS_PAGE_SIZE)}
          rowKey={({ id }) => id}
          columns={columnsOf((event) => questions.send(event))}
        />
      </ManagedList>
      <QuestionDialogs questions={questions} />
    </>
  );
}

export function QuestionsTab() {
  return <QuestionsScreen questions={useQuestionsAdmin()} />;
}
