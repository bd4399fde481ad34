import { useSelector } from '@xstate/react';
import {
  type QuestionsAdminActor,
  selectBusy,
  selectDialog,
  selectItem,
  selectLoading,
  selectMessage,
  selectNotice,
  selectQuestions,
  selectRefusal,
} from '#machines/admin.ts';
import type { AdminQuestion } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { useQuestionsAdmin } from '#src/bindings/admin.ts';
import { textIn } from '#src/bindings/form.ts';
import { useUrlState } from '#src/bindings/url-state.ts';
import { Button } from '#src/components/button.tsx';
import { type Column, DataTable } from '#src/components/data-table.tsx';
import { ConfirmDialog, Dialog } from '#src/components/dialog.tsx';
import { SearchField, SelectField, TextArea } from '#src/components/field.tsx';
import { Form } from '#src/components/form.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { EmptyState, ErrorNote, Skeleton } from '#src/components/states.tsx';

const STATUSES = ['Draft', 'On Air', 'To Home'] as const;
type Status = (typeof STATUSES)[number];

/** Draft, On Air, To Home, or both of the latter. */
const statusText = ({ shown_on_air: onAir, shown_to_home: toHome }: AdminQuestion): string =>
  [...(onAir ? ['On Air'] : []), ...(toHome ? ['To Home'] : [])].join(', ') || 'Draft';
const statusOf = ({ shown_on_air: onAir, shown_to_home: toHome }: AdminQuestion): Status => {
  if (onAir) return 'On Air';
  return toHome ? 'To Home' : 'Draft';
};

const found = (questions: readonly AdminQuestion[], search: string): AdminQuestion[] => {
  const wanted = search.trim().toLowerCase();
  return questions.filter((question) =>
    [question.question_text, question.id, question.session_date].some((text) =>
      text.toLowerCase().includes(wanted),
    ),
  );
};

const columnsOf = (send: QuestionsAdminActor['send']): Column<AdminQuestion>[] => [
  { key: 'id', header: 'ID', long: true, cell: ({ id }) => id },
  {
    key: 'text',
    header: 'Question Text',
    rowHeader: true,
    cell: ({ question_text: text }) => text,
  },
  { key: 'date', header: 'Session Date', cell: ({ session_date: day }) => day },
  { key: 'status', header: 'Status', cell: statusText },
  {
    key: 'actions',
    header: 'Actions',
    cell: (item) => (
      <Cluster>
        <Button
          aria-label={`Edit ${item.question_text}`}
          onClick={() => send({ type: 'item.edit', item })}
        >
          Edit
        </Button>
        <Button
          aria-label={`Delete ${item.question_text}`}
          onClick={() => send({ type: 'item.delete', item })}
        >
          Delete
        </Button>
      </Cluster>
    ),
  },
];

/** Search by text, id or session date; edit and delete. */
export function QuestionsTab() {
  const questions = useQuestionsAdmin();
  const list = useSelector(questions, selectQuestions);
  const message = useSelector(questions, selectMessage);
  const notice = useSelector(questions, selectNotice);
  const loading = useSelector(questions, selectLoading);
  const [search, setSearch] = useUrlState('search');
  const rows = found(list ?? [], search);
  return (
    <Stack>
      <Spoken>{notice !== null && <Note tone="ok">{notice}</Note>}</Spoken>
      <SearchField
        label="Search by text, id or session date"
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
        }}
      />
      {message !== null && (
        <ErrorNote
          message={message}
          busy={loading}
          onRetry={() => questions.send({ type: 'list.reload' })}
        />
      )}
      {list === null && message === null && (
        <Skeleton label="Loading questions" shapes={['rows']} />
      )}
      {list !== null && rows.length === 0 && <EmptyState title="No questions found" />}
      {rows.length > 0 && (
        <DataTable
          caption="Questions"
          captionHidden
          rows={rows}
          rowKey={({ id }) => id}
          columns={columnsOf((event) => questions.send(event))}
        />
      )}
      <QuestionDialogs questions={questions} />
    </Stack>
  );
}

function QuestionDialogs({ questions }: { readonly questions: QuestionsAdminActor }) {
  const dialog = useSelector(questions, selectDialog);
  const item = useSelector(questions, selectItem);
  const refusal = useSelector(questions, selectRefusal);
  const busy = useSelector(questions, selectBusy);
  const close = () => questions.send({ type: 'dialog.cancel' });
  const answers = item === null ? 0 : item.answered.studio + item.answered.home;
  return (
    <>
      <Dialog open={dialog === 'form'} title="Edit Question" onClose={close}>
        <Form
          label="Edit question"
          busy={busy}
          error={refusal?.field === 'question_text' ? undefined : refusal?.message}
          onSubmit={(data) => {
            const status = textIn(data, 'status');
            questions.send({
              type: 'dialog.submit',
              values: {
                question_text: textIn(data, 'question_text'),
                shown_on_air: status === 'On Air',
                shown_to_home: status === 'To Home',
              },
            });
          }}
        >
          <TextArea
            label="Question text"
            name="question_text"
            defaultValue={item?.question_text}
            maxLength={LIMITS.questionLength}
            error={refusal?.field === 'question_text' ? refusal.message : undefined}
            required
          />
          <SelectField
            label="Status"
            name="status"
            defaultValue={item === null ? 'Draft' : statusOf(item)}
            hint="Draft revokes the question everywhere, the others release it to exactly one audience."
          >
            {STATUSES.map((status) => (
              <option key={status}>{status}</option>
            ))}
          </SelectField>
          <Cluster>
            <Button type="submit" tone="primary" busy={busy}>
              Save Changes
            </Button>
            <Button onClick={close}>Cancel</Button>
          </Cluster>
        </Form>
      </Dialog>
      <ConfirmDialog
        open={dialog === 'confirm'}
        title="Delete this question?"
        confirmLabel="Delete question"
        busy={busy}
        error={refusal?.message}
        onConfirm={() => questions.send({ type: 'dialog.confirm' })}
        onClose={close}
      >
        <p>{item?.question_text}</p>
        <p>
          {answers === 0
            ? 'Nobody has answered it yet. This cannot be undone.'
            : `Its ${answers} answers go with it, and the points they brought. This cannot be undone.`}
        </p>
      </ConfirmDialog>
    </>
  );
}
