import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { Form, type FormProps } from './form.tsx';

export interface FormCardProps extends FormProps {
  /** Accessible name of the form. */
  readonly label: string;
  /** The label of the button under the fields. */
  readonly submit: string;
  /** The label of the button while busy. */
  readonly submitting: string;
}

/** A screen's single form: its fields on a card, and one wide submit button. */
export function FormCard({ submit, submitting, children, ...form }: FormCardProps) {
  return (
    <Card>
      <Form {...form}>
        {children}
        <Button type="submit" tone="primary" wide busy={form.busy}>
          {form.busy === true ? submitting : submit}
        </Button>
      </Form>
    </Card>
  );
}
