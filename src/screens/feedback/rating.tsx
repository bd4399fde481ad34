import { m } from 'messages';
import Star from 'lucide-react/icons/star';
import { useId } from 'react';
import { RATINGS } from '#machines/account/forms.ts';
import styles from './rating.module.css';

/** A rating of 1 to 5 labelled stars, as native radio buttons. The field's name is `rating`. */
export function Rating({ error }: { readonly error: string | undefined }) {
  const id = useId();
  const invalid = error === undefined ? undefined : true;
  return (
    <fieldset
      className={styles['rating']}
      name="rating"
      role="radiogroup"
      // Focusable, as a form focuses its first field with an error.
      tabIndex={-1}
      aria-describedby={invalid && id}
      aria-required
      aria-invalid={invalid}
    >
      <legend>{m.feedbackRating()}</legend>
      <div>
        {RATINGS.map((word, index) => (
          <label key={word}>
            <input type="radio" name="rating" value={index + 1} />
            <Star />
            <span>{word}</span>
          </label>
        ))}
      </div>
      {invalid && <p id={id}>{error}</p>}
    </fieldset>
  );
}
