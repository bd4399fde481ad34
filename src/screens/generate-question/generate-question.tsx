import { m } from 'messages';
import { useRef, useState } from 'react';
import { LIMITS } from '#machines/contract/limits.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import type { CreateQuestionValues, TopicActor } from '#machines/show/question-forms.ts';
import { textIn, useForm } from '#src/bindings/form.ts';
import { useCreateQuestion, useTopic, useWrittenQuestion } from './hook.ts';
import { useHasModel } from '#src/bindings/public-config.ts';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { DensePage } from '#src/components/dense-page.tsx';
import { DateTimeField, TextArea } from '#src/components/field.tsx';
import { FieldRow, Form } from '#src/components/form.tsx';
import { Cluster } from '#src/components/layout.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { MatchingExplainer } from './matching-explainer.tsx';
import styles from './generate-question.module.css';
import { TopicCard } from './topic-card.tsx';

interface Props {
  readonly form: SubmissionActor<CreateQuestionValues>;
  readonly topic: TopicActor;
  /** Null: not known yet. */
  readonly hasModel: boolean | null;
}

export function GenerateQuestionScreen({ form, topic, hasModel }: Props) {
  const { busy, done, message, errors, error } = useForm(form, [
    'question',
    'startTime',
    'endTime',
  ]);
  const { question, replaced, swap } = useReplacing(topic, () =>
    form.send({ type: 'form.edited', field: 'question' }),
  );
  return (
    <DensePage
      title={m.generateQuestionGenerateQuestion()}
      lead={m.generateQuestionWriteQuestionPlanWhen()}
    >
      <div className={styles['column']}>
        <TopicCard topic={topic} hasModel={hasModel} />
        <Card title={m.generateQuestionQuestionSession()} as="section">
          <Form
            label={m.generateQuestionQuestionSession()}
            busy={busy}
            error={error}
            success={done ? (message ?? undefined) : undefined}
            onEdit={(field) => form.send({ type: 'form.edited', field })}
            onSubmit={(data) =>
              form.send({
                type: 'form.submit',
                values: {
                  question: textIn(data, 'question'),
                  startTime: textIn(data, 'startTime'),
                  endTime: textIn(data, 'endTime'),
                },
              })
            }
          >
            <TextArea
              ref={question}
              label={m.commonQuestion()}
              name="question"
              maxLength={LIMITS.questionLength}
              error={errors.question}
              required
            />
            <Spoken>
              {replaced !== null && (
                <Cluster>
                  <p>
                    {replaced.isBack
                      ? m.generateQuestionYourEarlierTextBack()
                      : m.generateQuestionYourEarlierTextWas()}
                  </p>
                  <Button onClick={swap}>
                    {replaced.isBack ? m.generateQuestionRedo() : m.commonUndo()}
                  </Button>
                </Cluster>
              )}
            </Spoken>
            <FieldRow>
              <DateTimeField
                label={m.generateQuestionStartTime()}
                name="startTime"
                hint={m.generateQuestionYourTimeZone({ timeZone: timeZone() })}
                error={errors.startTime}
                required
              />
              <DateTimeField
                label={m.generateQuestionEndTime()}
                name="endTime"
                error={errors.endTime}
                required
              />
            </FieldRow>
            <Button type="submit" tone="primary" wide busy={busy}>
              {busy ? m.generateQuestionCreating() : m.generateQuestionCreateQuestionSession()}
            </Button>
          </Form>
        </Card>
        <MatchingExplainer />
      </div>
    </DensePage>
  );
}

/** The time zone of a `datetime-local` input, e.g. 'Europe/Berlin'. */
const timeZone = (): string =>
  new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');

/** The text that the question's field does not show. */
interface Replaced {
  readonly text: string;
  /** Whether the earlier text was restored, so that `text` is the model's. */
  readonly isBack: boolean;
}

/** Puts the model's question into the field; the former text can be restored. */
function useReplacing(topic: TopicActor, onChange: () => void) {
  const question = useRef<HTMLTextAreaElement>(null);
  const [replaced, setReplaced] = useState<Replaced | null>(null);

  const put = (text: string): string => {
    const field = question.current;
    if (field === null) return '';
    const before = field.value;
    field.value = text;
    onChange();
    return before;
  };
  useWrittenQuestion(topic, (text) => {
    const before = put(text);
    const isLoss = before.trim() !== '' && before !== text;
    setReplaced(isLoss ? { text: before, isBack: false } : null);
  });
  const swap = () => {
    if (replaced !== null) setReplaced({ text: put(replaced.text), isBack: !replaced.isBack });
  };
  return { question, replaced, swap };
}

export default function GenerateQuestionView() {
  return (
    <GenerateQuestionScreen
      form={useCreateQuestion()}
      topic={useTopic()}
      hasModel={useHasModel()}
    />
  );
}
