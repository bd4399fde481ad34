import { m } from 'messages';
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
      label={m.feedbackFeedback()}
      title={m.feedbackFeedback()}
      lead={m.feedbackWhatDoYouLike()}
      submit={m.feedbackSubmitFeedback()}
      submitting={m.feedbackSending()}
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
        title: m.feedbackFeedbackSent(),
        to: '/',
        way: m.feedbackBackHome(),
        again: m.feedbackGiveMoreFeedback(),
      }}
    >
      {(errors) => (
        <>
          <SelectField
            label={m.feedbackCategory()}
            name="category"
            error={errors.category}
            defaultValue=""
            required
          >
            <option value="" disabled>
              {m.feedbackChooseCategory()}
            </option>
            {Object.entries(FEEDBACK_CATEGORIES).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <Rating error={errors.rating} />
          <TextField label={m.commonTitle()} name="title" error={errors.title} required />
          <TextArea
            label={m.feedbackDescription()}
            name="description"
            rows={5}
            error={errors.description}
            required
          />
          <TextField
            label={m.feedbackEmailOptional()}
            name="email"
            type="email"
            hint={m.feedbackSoWeCanAsk()}
            defaultValue={user?.email}
            error={errors.email}
            autoComplete="email"
          />
          <Checkbox label={m.feedbackIWouldRecommendShow()} name="wouldRecommend" />
        </>
      )}
    </FormScreen>
  );
}
