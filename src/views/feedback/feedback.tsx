import HeartHandshake from 'lucide-react/icons/heart-handshake';
import { Link } from 'react-router-dom';
import type { User } from '#machines/contract/entities.ts';
import { FEEDBACK_CATEGORIES, type FeedbackValues } from '#machines/forms.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { textIn, useForm } from '#src/bindings/form.ts';
import { useFeedbackForm } from '#src/bindings/forms.ts';
import { useUser } from '#src/bindings/runtime.tsx';
import { Button, linkButton } from '#src/components/button.tsx';
import { SelectField, TextArea, TextField } from '#src/components/field.tsx';
import { FormCard } from '#src/components/form-card.tsx';
import { Page } from '#src/components/layout.tsx';
import { Result } from '#src/components/result.tsx';
import { Checkbox } from '#src/components/switch.tsx';
import { Rating } from './rating.tsx';

export default function FeedbackView() {
  return <FeedbackScreen form={useFeedbackForm()} user={useUser()} />;
}

export interface FeedbackScreenProps {
  readonly form: SubmissionActor<FeedbackValues>;
  /** Fills in what is known of whoever is signed in. */
  readonly user: User | null;
}

export function FeedbackScreen({ form, user }: FeedbackScreenProps) {
  const { busy, done, message, errors, error } = useForm(form, [
    'category',
    'rating',
    'title',
    'description',
    'email',
  ]);
  if (done)
    return (
      <Result
        icon={<HeartHandshake />}
        tone="ok"
        title="Feedback Sent"
        words={<p>{message}</p>}
        ways={
          <>
            <Link to="/" className={linkButton('primary')}>
              Back to Home
            </Link>
            <Button onClick={() => form.send({ type: 'form.again' })}>Give More Feedback</Button>
          </>
        }
      />
    );
  return (
    <Page title="Feedback" lead="What do you like, and what would you change?" width="narrow">
      <FormCard
        label="Feedback"
        submit="Submit Feedback"
        submitting="Sending…"
        busy={busy}
        error={error}
        onEdit={(field) => form.send({ type: 'form.edited', field })}
        onSubmit={(data) =>
          form.send({
            type: 'form.submit',
            values: {
              category: textIn(data, 'category'),
              rating: Number(textIn(data, 'rating')),
              title: textIn(data, 'title'),
              description: textIn(data, 'description'),
              email: textIn(data, 'email'),
              wouldRecommend: data.has('wouldRecommend'),
            },
          })
        }
      >
        <SelectField
          label="Category"
          name="category"
          error={errors.category}
          defaultValue=""
          required
        >
          <option value="" disabled>
            Choose a category
          </option>
          {Object.entries(FEEDBACK_CATEGORIES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <Rating error={errors.rating} />
        <TextField label="Title" name="title" error={errors.title} required />
        <TextArea
          label="Description"
          name="description"
          rows={5}
          error={errors.description}
          required
        />
        <TextField
          label="Email (optional)"
          name="email"
          type="email"
          hint="If we may ask you about it."
          defaultValue={user?.email}
          error={errors.email}
          autoComplete="email"
        />
        <Checkbox label="I would recommend the show to a friend" name="wouldRecommend" />
      </FormCard>
    </Page>
  );
}
