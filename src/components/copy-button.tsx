import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { Button } from './button.tsx';
import { TextArea } from './field.tsx';
import { Spoken } from './spoken.tsx';

export interface CopyButtonProps {
  readonly text: string;
  /** What is copied, e.g. 'password'. */
  readonly what: string;
}

/** Copies a text and says so until the focus moves on. Shows the text, selected, where the browser does not copy it. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle');
  const words = { idle: `Copy ${what}`, copied: 'Copied', failed: `Copy ${what}` };
  return (
    <>
      <Button
        icon={outcome === 'copied' ? <Check /> : <Copy />}
        onBlur={() => {
          if (outcome === 'copied') setOutcome('idle');
        }}
        onClick={() => {
          // The text is selected each time that its field appears.
          setOutcome('idle');
          copy(text).then(
            () => setOutcome('copied'),
            () => setOutcome('failed'),
          );
        }}
      >
        {words[outcome]}
      </Button>
      {outcome === 'failed' && (
        <TextArea
          ref={select}
          label={`Your ${what} to copy`}
          hint="Your browser can't copy it here. It is selected: press Ctrl+C, or ⌘C on a Mac."
          value={text}
          readOnly
        />
      )}
      <Spoken hidden>{outcome === 'copied' ? words.copied : ''}</Spoken>
    </>
  );
}

/** Rejects where the browser refuses, and on plain http in a LAN, where there is no clipboard. */
async function copy(text: string): Promise<void> {
  // oxlint-disable-next-line no-restricted-properties -- where it is absent, the text is shown to copy
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard === undefined) throw new Error('no clipboard');
  await clipboard.writeText(text);
}

function select(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.select();
}
