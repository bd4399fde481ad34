import { m } from 'messages';
import Sparkles from 'lucide-react/icons/sparkles';
import { LIMITS } from '#machines/contract/limits.ts';
import type { TopicActor } from '#machines/show/question-forms.ts';
import { textIn, useForm } from '#src/bindings/form.ts';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { TextField } from '#src/components/field.tsx';
import { Form } from '#src/components/form.tsx';

interface Props {
  readonly topic: TopicActor;
  /** Null: not known yet. */
  readonly hasModel: boolean | null;
  /** The message shown once a question was written. */
  readonly written?: string;
}

/** Asks the model for a question. If no model is set up, the card says so, and its controls are disabled. */
export function TopicCard({
  topic,
  hasModel,
  written = m.generateQuestionYourQuestionFieldBelow(),
}: Props) {
  const { busy, done, errors, error } = useForm(topic, ['topic']);
  return (
    <Card title={m.generateQuestionLetAiWrite()} as="section">
      <Form
        label={m.generateQuestionTopic()}
        busy={busy}
        error={error}
        success={done ? written : undefined}
        onEdit={(field) => topic.send({ type: 'form.edited', field })}
        onSubmit={(data) =>
          topic.send({ type: 'form.submit', values: { topic: textIn(data, 'topic') } })
        }
      >
        <TextField
          label={m.generateQuestionTopic()}
          name="topic"
          // Each hint takes one line, so that nothing moves when the reply arrives.
          hint={
            hasModel === false ? m.generateQuestionAiIsntSetUp() : m.generateQuestionEGHolidaysSea()
          }
          maxLength={LIMITS.topicLength}
          disabled={hasModel === false}
          error={errors.topic}
        />
        <Button type="submit" icon={<Sparkles />} busy={busy} disabled={hasModel === false}>
          {busy ? m.generateQuestionGenerating() : m.generateQuestionGenerateWithAi()}
        </Button>
      </Form>
    </Card>
  );
}
