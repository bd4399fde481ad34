import { m } from 'messages';
import type { ReactNode } from 'react';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { Button, linkButton } from '#src/components/button.tsx';
import { FormCard, type FormCardProps } from '#src/components/form-card.tsx';
import { Page } from '#src/components/layout.tsx';
import { Link } from '#src/components/link.tsx';
import { Result } from '#src/components/result.tsx';
import { type FormState, textIn, useForm } from './form.ts';

interface FormScreenProps<Values extends object, Field extends keyof Values & string> extends Pick<
  FormCardProps,
  'label' | 'submit' | 'submitting'
> {
  readonly form: SubmissionActor<Values>;
  /** The fields that the screen shows. */
  readonly fields: readonly Field[];
  readonly title: string;
  readonly lead: string;
  readonly read: (text: (field: Field) => string, data: FormData) => Values;
  /** Replaces the form on success: the form's message, further text, a link, and a button that returns to the form. */
  readonly done: {
    readonly icon: ReactNode;
    readonly title: string;
    readonly more?: string;
    readonly to: string;
    readonly way: string;
    readonly again?: string;
  };
  /** Content below the card. */
  readonly after?: ReactNode;
  readonly children: (errors: FormState<Field>['errors']) => ReactNode;
}

/**
 * The frame of a screen with a single form: its fields on a card, and after success the result in place of the fields.
 */
export function FormScreen<Values extends object, Field extends keyof Values & string>({
  form,
  fields,
  title,
  lead,
  read,
  done,
  after,
  children,
  ...card
}: FormScreenProps<Values, Field>) {
  const state = useForm(form, fields);
  if (state.done)
    return (
      <Result
        icon={done.icon}
        tone="ok"
        title={done.title}
        words={
          <>
            <p>{state.message}</p>
            {state.mailedTo !== null && (
              <p>
                {m.entered()}{' '}
                <strong dir="auto" translate="no">
                  {state.mailedTo}
                </strong>
                .
              </p>
            )}
            {done.more !== undefined && <p>{done.more}</p>}
          </>
        }
        ways={
          <>
            <Link to={done.to} state={{ email: state.mailedTo }} className={linkButton('primary')}>
              {done.way}
            </Link>
            {done.again !== undefined && (
              <Button onClick={() => form.send({ type: 'form.again' })}>{done.again}</Button>
            )}
          </>
        }
      />
    );
  return (
    <Page title={title} lead={lead} width="narrow">
      <FormCard
        {...card}
        busy={state.busy}
        error={state.error}
        onEdit={(field) => form.send({ type: 'form.edited', field })}
        onSubmit={(data) =>
          form.send({ type: 'form.submit', values: read((field) => textIn(data, field), data) })
        }
      >
        {children(state.errors)}
      </FormCard>
      {after !== undefined && <p>{after}</p>}
    </Page>
  );
}
