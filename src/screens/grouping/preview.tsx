import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import type { Desk, DeskAct } from '#machines/contract/desk.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { type GroupingDeskActor, selectProposed } from '#machines/results/grouping-desk.ts';
import { needsReason, previewOf } from '#machines/results/rules/desk-decisions.ts';
import { textIn } from '#src/bindings/form.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { TextField } from '#src/components/field.tsx';
import { Form } from '#src/components/form.tsx';
import { Cluster } from '#src/components/layout.tsx';
import styles from './grouping.module.css';
import { previewLines, titleOf } from './words.ts';

interface PreviewProps {
  readonly actor: GroupingDeskActor;
  readonly desk: Desk;
}

/** Previews the effect of an act on points. */
export function Preview({ actor, desk }: PreviewProps) {
  const act = useSelector(actor, selectProposed);
  return (
    <Dialog
      open={act !== null}
      onClose={() => actor.send({ type: 'preview.cancel' })}
      title={act === null ? '' : titleOf(act, desk.groups)}
    >
      {act !== null && <Proposed actor={actor} desk={desk} act={act} />}
    </Dialog>
  );
}

function Proposed({ actor, desk, act }: PreviewProps & { readonly act: DeskAct }) {
  const lines = useMemo(() => previewLines(desk, act), [desk, act]);
  const isVain = act.kind === 'gather' && previewOf(desk, act) === null;
  const isReasonWanted = !isVain && needsReason(desk, act);
  const [error, setError] = useState<string>();
  return (
    <Form
      error={error}
      onSubmit={(data) => {
        const reason = textIn(data, 'reason').trim();
        if (isReasonWanted && reason === '') setError(m.deskNoReason());
        else actor.send({ type: 'preview.confirm', reason: reason === '' ? null : reason });
      }}
    >
      <ul translate="no" className={styles['lines']}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {isReasonWanted && (
        <TextField
          label={m.groupingWhy()}
          name="reason"
          hint={m.groupingResultPublishedSoCorrection()}
          maxLength={LIMITS.reasonLength}
        />
      )}
      <Cluster>
        {!isVain && (
          <Button type="submit" tone="primary">
            {m.groupingConfirm()}
          </Button>
        )}
        <Button onClick={() => actor.send({ type: 'preview.cancel' })}>{m.commonCancel()}</Button>
      </Cluster>
    </Form>
  );
}
