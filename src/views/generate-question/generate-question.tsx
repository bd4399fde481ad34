import Sparkles from 'lucide-react/icons/sparkles';
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { LIMITS } from '#machines/contract/limits.ts';
import { selectBusy, type SubmissionActor } from '#machines/kit/submission.ts';
import type { QuestionValues, TopicValues } from '#machines/question-forms.ts';
import { textIn, useForm } from '#src/bindings/form.ts';
import { useCreateQuestion, useTopic, useWrittenQuestion } from '#src/bindings/producer.ts';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { DateTimeField, TextArea, TextField } from '#src/components/field.tsx';
import { FieldRow, Form } from '#src/components/form.tsx';
import { Page } from '#src/components/layout.tsx';
import { Disclosure } from '#src/components/disclosure.tsx';

interface Props {
  readonly form: SubmissionActor<QuestionValues>;
  readonly topic: SubmissionActor<TopicValues>;
  /** The question that the model wrote last, or null. */
  readonly written: string | null;
}

export function GenerateQuestionScreen({ form, topic, written }: Props) {
  const { busy, done, message, errors, error } = useForm(form, [
    'question',
    'startTime',
    'endTime',
  ]);
  const question = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (written !== null && question.current !== null) question.current.value = written;
  }, [written]);
  return (
    <Page
      title="Generate Question"
      lead="Write a question, plan when it runs, and release it from the Que Cards."
      width="text"
    >
      <TopicCard topic={topic} />
      <Card title="Question session" as="section">
        <Form
          label="Question session"
          busy={busy}
          error={error}
          success={done ? (message ?? undefined) : undefined}
          onEdit={() => form.send({ type: 'form.edited' })}
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
            label="Question"
            name="question"
            maxLength={LIMITS.questionLength}
            error={errors.question}
            required
          />
          <FieldRow>
            <DateTimeField label="Start time" name="startTime" error={errors.startTime} required />
            <DateTimeField label="End time" name="endTime" error={errors.endTime} required />
          </FieldRow>
          <Button type="submit" tone="primary" wide busy={busy}>
            {busy ? 'Creating…' : 'Create Question Session'}
          </Button>
        </Form>
      </Card>
      <Disclosure summary="How answers are matched">
        <p>
          Players answer in their own words. Answers that mean the same (misspellings, plurals,
          numbers in words or digits, other forms) fall into one group, by a language model where
          one is configured, by text matching otherwise. Points depend on the group: a home viewer
          gets as many points as there are home viewers in it, a contestant 5, 4, 3, 2 or 1 by its
          popularity.
        </p>
        <p>
          A good question has many honest answers that are short: “Name something people take to the
          beach” rather than “What do you think of beaches?”
        </p>
      </Disclosure>
    </Page>
  );
}

function TopicCard({ topic }: Pick<Props, 'topic'>) {
  const { errors, error, done } = useForm(topic, ['topic']);
  const busy = useSelector(topic, selectBusy);
  return (
    <Card title="Let the model write it" as="section">
      <Form
        label="Topic"
        busy={busy}
        error={error}
        success={
          done ? 'The question is in the field below. Read it before it goes on air.' : undefined
        }
        onEdit={() => topic.send({ type: 'form.edited' })}
        onSubmit={(data) =>
          topic.send({ type: 'form.submit', values: { topic: textIn(data, 'topic') } })
        }
      >
        <TextField
          label="Topic"
          name="topic"
          hint="E.g. holidays by the sea"
          maxLength={LIMITS.topicLength}
          error={errors.topic}
        />
        <Button type="submit" icon={<Sparkles />} busy={busy}>
          {busy ? 'Generating…' : 'Generate with AI'}
        </Button>
      </Form>
    </Card>
  );
}

export default function GenerateQuestionView() {
  const topic = useTopic();
  return (
    <GenerateQuestionScreen
      form={useCreateQuestion()}
      topic={topic}
      written={useWrittenQuestion(topic)}
    />
  );
}
