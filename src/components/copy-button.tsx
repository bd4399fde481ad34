import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { Button } from './button.tsx';
import { Spoken } from './spoken.tsx';

export interface CopyButtonProps {
  readonly text: string;
  /** What is copied, e.g. 'password'. */
  readonly what: string;
}

/** Copies a text and says whether it could. Tells its tale until the focus moves on. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'failed'>('idle');
  const words = { idle: `Copy ${what}`, copied: 'Copied', failed: 'Could not copy' };
  return (
    <>
      <Button
        icon={outcome === 'copied' ? <Check /> : <Copy />}
        onBlur={() => setOutcome('idle')}
        onClick={() => {
          navigator.clipboard.writeText(text).then(
            () => setOutcome('copied'),
            () => setOutcome('failed'),
          );
        }}
      >
        {words[outcome]}
      </Button>
      <Spoken hidden>{outcome === 'idle' ? '' : words[outcome]}</Spoken>
    </>
  );
}
