import HeartHandshake from 'lucide-react/icons/heart-handshake';
import type { User } from '#machines/contract/entities.ts';
import { FEEDBACK_CATEGORIES, type FeedbackValues } from '#machines/account/forms.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { FormScreen } from '#src/bindings/form-screen.tsx';
import { useFeedbackForm } from '#src/bindings/forms.ts';
import { useUser } from '#src/bindings/runtime.tsx';
import { SelectField, TextArea, TextField } from '#src/components/field.tsx';
import { Checkbox } from '#src/components/switch.tsx';
import { Rating } from './rating.tsx';

export default function FeedbackView() {
  return <FeedbackScreen form={useFeedbackForm()} user={useUser()} />;
}

export interface FeedbackScreenProps {
  readonly form: SubmissionActor<FeedbackValues>;
  /** Fills in the signed-in user's data. */
  readonly user: User | null;
}

export function FeedbackScreen({ form, user }: FeedbackScreenProps) {
  return (
    <FormScreen
      form={form}
      fields={['category', 'rating', 'title', 'description', 'email']}
      label="Feedback"
      title="Feedback"
      lead="What do you like, and what would you change?"
      submit="Submit Feedback"
      submitting="Sending…"
      read={(text, data) => ({
        category: text('category'),
        rating: Number(text('rating')),
        title: text('title'),
        description: text('description'),
        email: text('email'),
        wouldRecommend: data.has('wouldRecommend'),
      })}
      done={{
        icon: <HeartHandshake />,
        title: 'Feedback Sent',
        to: '/',
        way: 'Back to Home',
        again: 'Give More Feedback',
      }}
    >
      {(errors) => (
        <>
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
            hint="So we can ask you about it."
            defaultValue={user?.email}
            error={errors.email}
            autoComplete="email"
          />
          <Checkbox label="I would recommend the show to a friend" name="wouldRecommend" />
        </>
      )}
    </FormScreen>
  );
}
