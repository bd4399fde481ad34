import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { QuestionsAdminActor } from '#machines/admin/admin.ts';
import type { AdminQuestion } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { selectBusy, selectItem, selectList, selectRefusal } from '#machines/kit/collection.ts';
import { errorsByField, textIn } from '#src/bindings/form.ts';
import { Button } from '#src/components/button.tsx';
import { SelectField, TextArea } from '#src/components/field.tsx';
import { Form } from '#src/components/form.tsx';
import { Cluster } from '#src/components/layout.tsx';
import { counted } from '#src/words/counts-and-times.ts';
import { ManagedDialogs } from '#src/screens/manage-users/managed-dialogs.tsx';

/** The audiences that see a question: exactly one option (specification §4). */
const STATUSES = {
  Draft: { shown_on_air: false, shown_to_home: false },
  'On Air': { shown_on_air: true, shown_to_home: false },
  'To Home': { shown_on_air: false, shown_to_home: true },
} as const;
type Status = keyof typeof STATUSES;
const NAMES = ['Draft', 'On Air', 'To Home'] as const satisfies readonly Status[];

const statusOf = (item: AdminQuestion): Status => {
  if (item.shown_on_air) return 'On Air';
  return item.shown_to_home ? 'To Home' : 'Draft';
};

const change = (before: boolean, after: boolean, people: string): string[] => {
  if (before === after) return [];
  return [after ? `releases it to ${people} without a timer` : `revokes it from ${people}`];
};
/** Describes, before saving, what the change does for players. */
function effectOf(item: AdminQuestion, status: Status): string {
  const after = STATUSES[status];
  const changes = [
    ...change(item.shown_on_air, after.shown_on_air, 'contestants'),
    ...change(item.shown_to_home, after.shown_to_home, 'home viewers'),
  ];
  return changes.length === 0 ? 'Nothing changes for players.' : `Saving ${changes.join(' and ')}.`;
}

/** The open dialog: edit or delete. */
export function QuestionDialogs({ questions }: { readonly questions: QuestionsAdminActor }) {
  const item = useSelector(questions, selectItem);
  return (
    <ManagedDialogs
      list={questions}
      formTitle="Edit Question"
      form={item !== null && <QuestionForm questions={questions} item={item} />}
      one="question"
      loss={item !== null && <Loss questions={questions} item={item} />}
    />
  );
}

interface AboutProps {
  readonly questions: QuestionsAdminActor;
  readonly item: AdminQuestion;
}

/** The consequences of deleting, with current numbers. */
function Loss({ questions, item }: AboutProps) {
  const list = useSelector(questions, selectList);
  const { answered, points, question_text: text } = list?.find(({ id }) => id === item.id) ?? item;
  const players = answered.studio + answered.home;
  return (
    <>
      <p>{text}</p>
      <p>
        {players === 0
          ? 'No one has answered it yet.'
          : `${counted(players, 'player')} ${players === 1 ? 'loses' : 'lose'} ${points === undefined ? 'their points' : counted(points, 'point')}, and all answers are deleted.`}
      </p>
      <p>This can&apos;t be undone.</p>
    </>
  );
}

function QuestionForm({ questions, item }: AboutProps) {
  const refusal = useSelector(questions, selectRefusal);
  const busy = useSelector(questions, selectBusy);
  const [status, setStatus] = useState<Status>(statusOf(item));
  const { errors, error } = errorsByField(refusal, ['question_text']);
  return (
    <Form
      label="Edit question"
      busy={busy}
      error={error}
      onSubmit={(data) => {
        const values = { question_text: textIn(data, 'question_text'), ...STATUSES[status] };
        questions.send({ type: 'dialog.submit', values });
      }}
    >
      <TextArea
        label="Question text"
        name="question_text"
        defaultValue={item.question_text}
        maxLength={LIMITS.questionLength}
        error={errors.question_text}
        required
      />
      <SelectField
        label="Status"
        name="status"
        value={status}
        hint={effectOf(item, status)}
        onChange={(event) => {
          const chosen = NAMES.find((name) => name === event.currentTarget.value);
          if (chosen !== undefined) setStatus(chosen);
        }}
      >
        {NAMES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <Cluster>
        <Button type="submit" tone="primary" busy={busy}>
          Save Changes
        </Button>
        <Button onClick={() => questions.send({ type: 'dialog.cancel' })}>Cancel</Button>
      </Cluster>
    </Form>
  );
}
