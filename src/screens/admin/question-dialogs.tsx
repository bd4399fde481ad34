import { m } from 'messages';
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
import { ManagedDialogs } from '#src/screens/manage-users/managed-dialogs.tsx';

/** The audiences that see a question: exactly one option (specification §4). */
const STATUSES = {
  Draft: { shown_on_air: false, shown_to_home: false },
  'On Air': { shown_on_air: true, shown_to_home: false },
  'To Home': { shown_on_air: false, shown_to_home: true },
} as const;
type Status = keyof typeof STATUSES;
const STATUS_NAMES: Readonly<Record<Status, () => string>> = {
  Draft: m.adminDraft,
  'On Air': m.adminOnAir,
  'To Home': m.adminToHome,
};
const NAMES = ['Draft', 'On Air', 'To Home'] as const satisfies readonly Status[];

const statusOf = (item: AdminQuestion): Status => {
  if (item.shown_on_air) return 'On Air';
  return item.shown_to_home ? 'To Home' : 'Draft';
};

/** What a change of status does for one audience. */
type Change = 'released' | 'revoked' | null;
const changeOf = (before: boolean, after: boolean): Change => {
  if (before === after) return null;
  return after ? 'released' : 'revoked';
};

/** Describes, before saving, what the change does for players. */
function effectOf(item: AdminQuestion, status: Status): string {
  const after = STATUSES[status];
  const studio = changeOf(item.shown_on_air, after.shown_on_air);
  const home = changeOf(item.shown_to_home, after.shown_to_home);
  // One status releases to one audience, so that never both get the question.
  if (studio === 'released')
    return home === null ? m.adminReleasesToStudio() : m.adminReleasesToStudioOnly();
  if (home === 'released')
    return studio === null ? m.adminReleasesToHome() : m.adminReleasesToHomeOnly();
  if (studio === null && home === null) return m.adminNothingChangesPlayers();
  if (studio === null) return m.adminRevokesFromHome();
  return home === null ? m.adminRevokesFromStudio() : m.adminRevokesFromBoth();
}

/** The open dialog: edit or delete. */
export function QuestionDialogs({ questions }: { readonly questions: QuestionsAdminActor }) {
  const item = useSelector(questions, selectItem);
  return (
    <ManagedDialogs
      list={questions}
      formTitle={m.adminEditQuestion()}
      form={item !== null && <QuestionForm questions={questions} item={item} />}
      question={m.adminDeleteThisQuestion()}
      confirm={m.adminDeleteQuestion()}
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
          ? m.adminNoOneHasAnswered()
          : points === undefined
            ? m.adminPlayersLoseTheirPoints({ count: players })
            : m.adminPlayersLosePoints({
                count: players,
                points: m.countPoints({ count: points }),
              })}
      </p>
      <p>{m.adminCantUndone()}</p>
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
      label={m.adminEditQuestionTitle()}
      busy={busy}
      error={error}
      onSubmit={(data) => {
        const values = { question_text: textIn(data, 'question_text'), ...STATUSES[status] };
        questions.send({ type: 'dialog.submit', values });
      }}
    >
      <TextArea
        label={m.adminQuestionText()}
        name="question_text"
        defaultValue={item.question_text}
        maxLength={LIMITS.questionLength}
        error={errors.question_text}
        required
      />
      <SelectField
        label={m.adminStatus()}
        name="status"
        value={status}
        hint={effectOf(item, status)}
        onChange={(event) => {
          const chosen = NAMES.find((name) => name === event.currentTarget.value);
          if (chosen !== undefined) setStatus(chosen);
        }}
      >
        {NAMES.map((name) => (
          <option key={name} value={name}>
            {STATUS_NAMES[name]()}
          </option>
        ))}
      </SelectField>
      <Cluster>
        <Button type="submit" tone="primary" busy={busy}>
          {m.adminSaveChanges()}
        </Button>
        <Button onClick={() => questions.send({ type: 'dialog.cancel' })}>
          {m.commonCancel()}
        </Button>
      </Cluster>
    </Form>
  );
}
