import { useState } from 'react';
import { LIMITS } from '#machines/contract/limits.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { TextField } from '#src/components/field.tsx';
import { Stack } from '#src/components/layout.tsx';

interface AskTextProps {
  readonly title: string;
  /** What the act does, if its title does not say it all. */
  readonly hint?: string;
  readonly label: string;
  readonly initial?: string;
  readonly confirm: string;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** Asks for a text that an act needs, such as a title or a reason. */
export function AskText({
  title,
  hint,
  label,
  initial = '',
  confirm,
  onText,
  onClose,
}: AskTextProps) {
  const [text, setText] = useState(initial);
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '') return;
          onText(text.trim());
          onClose();
        }}
      >
        <Stack>
          {hint !== undefined && <p>{hint}</p>}
          <TextField
            label={label}
            value={text}
            maxLength={LIMITS.titleLength}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" tone="primary" wide disabled={text.trim() === ''}>
            {confirm}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
