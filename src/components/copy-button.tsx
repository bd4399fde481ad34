import { m } from 'messages';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { Button } from './button.tsx';
import { TextArea } from './field.tsx';
import { Spoken } from './spoken.tsx';

/** Labels of the button by what it copies. */
const LABELS = {
  address: m.uiCopyAddress,
  link: m.uiCopyLink,
  password: m.uiCopyPassword,
  token: m.uiCopyToken,
} as const;

export interface CopyButtonProps {
  readonly text: string;
  readonly what: keyof typeof LABELS;
}

/** Copies a text and confirms it until the focus moves. If the browser cannot copy, shows the text selected. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle');
  return (
    <>
      <Button
        icon={outcome === 'copied' ? <Check /> : <Copy />}
        onBlur={() => {
          if (outcome === 'copied') setOutcome('idle');
        }}
        onClick={() => {
          // Resets the outcome, so that a field that appears again selects its text again.
          setOutcome('idle');
          copy(text).then(
            () => setOutcome('copied'),
            () => setOutcome('failed'),
          );
        }}
      >
        {outcome === 'copied' ? m.uiCopied() : LABELS[what]()}
      </Button>
      {outcome === 'failed' && (
        <TextArea
          ref={select}
          label={m.uiTextToCopy()}
          hint={m.uiYourBrowserCantCopy()}
          value={text}
          readOnly
        />
      )}
      <Spoken hidden>{outcome === 'copied' ? m.uiCopied() : ''}</Spoken>
    </>
  );
}

/** Copies a text. Rejects if the browser refuses, or has no clipboard, as on plain http in a local network. */
async function copy(text: string): Promise<void> {
  // oxlint-disable-next-line no-restricted-properties -- without it the text is shown for copying by hand
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) throw new Error('no clipboard');
  await clipboard.writeText(text);
}

function select(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.select();
}
