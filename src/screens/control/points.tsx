import { m } from 'messages';
import { timeText } from 'messages/format';
import { slot, withElements } from '#src/components/slots.tsx';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { Adjustment } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { type ProducerActor, selectIsBusy } from '#machines/show/producer.ts';
import type { ShowAct } from '#machines/show/calls.ts';
import { selectPeople } from '#machines/show/seats.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { TextField } from '#src/components/field.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { usePeople } from './hook.ts';
import styles from './control.module.css';

interface PointsProps {
  readonly producer: ProducerActor;
  /** The person or team. */
  readonly name: string;
  readonly to: Extract<ShowAct, { type: 'givePoints' }>['to'];
}

/** Gives points to a person or team by hand, or takes them. */
export function Points({ producer, name, to }: PointsProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button aria-label={m.controlPoints({ name })} onClick={() => setAsking(true)}>
        {m.controlPointsButton()}
      </Button>
      {isAsking && <AskPoints {...{ producer, name, to }} onClose={() => setAsking(false)} />}
    </>
  );
}

function AskPoints({
  producer,
  name,
  to,
  onClose,
}: PointsProps & { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const count = Number(typed);
  const isRight = Number.isInteger(count) && count > 0 && count <= LIMITS.pointsByHand;
  const isReady = isRight && reason.trim() !== '';
  const give = (points: number) => {
    if (!isReady) return;
    const act = { type: 'givePoints', to, points, reason: reason.trim() } as const;
    producer.send({ type: 'producer.act', act });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={m.controlPoints({ name })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          give(count);
        }}
      >
        <Stack>
          {'teamId' in to && <p>{m.controlTheyAddedMeanMembers()}</p>}
          <TextField
            label={m.commonPoints()}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            error={typed === '' || isRight ? undefined : m.pointsBadPoints()}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          <TextField
            label={m.commonReason()}
            hint={m.controlPlayersSee()}
            maxLength={LIMITS.reasonLength}
            value={reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
          <Cluster>
            <Button type="submit" tone="primary" disabled={!isReady}>
              {m.controlGive()}
            </Button>
            <Button disabled={!isReady} onClick={() => give(-count)}>
              {m.controlTake()}
            </Button>
          </Cluster>
        </Stack>
      </form>
    </Dialog>
  );
}

interface AdjustmentsProps extends Pick<PointsProps, 'producer'> {
  readonly adjustments: readonly Adjustment[];
}

/** The points by hand of a show, the newest first; each can be undone. */
export function Adjustments({ producer, adjustments }: AdjustmentsProps) {
  const busy = useSelector(producer, selectIsBusy);
  if (adjustments.length === 0) return null;
  return (
    <>
      <h3>{m.controlPointsHand()}</h3>
      <ul className={styles['tokens']} aria-label={m.controlPointsHand()}>
        {adjustments.map((adjustment) => {
          const { id, reason, undoneAt } = adjustment;
          const text = pointsOf(adjustment);
          return (
            <li key={id}>
              <span>
                <Verbatim>{m.controlPointsWithReason({ points: text, reason })}</Verbatim>
              </span>
              <span className={styles['facts']}>{whenText(adjustment)}</span>
              {undoneAt === null && (
                <Button
                  busy={busy}
                  aria-label={m.controlUndo({ text })}
                  onClick={() =>
                    producer.send({
                      type: 'producer.act',
                      act: { type: 'undoPoints', adjustmentId: id },
                    })
                  }
                >
                  {m.commonUndo()}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

interface LastPointsProps extends Pick<PointsProps, 'producer'> {
  readonly showId: string;
}

/** Undoes the last points by hand of a show. Says so once they are undone, so that a second press undoes no older ones. */
export function LastPoints({ producer, showId }: LastPointsProps) {
  const list = usePeople({ showId, search: '' });
  const busy = useSelector(producer, selectIsBusy);
  const [last] = useSelector(list, selectPeople)?.adjustments ?? [];
  if (last === undefined) return null;
  const text = pointsOf(last);
  if (last.undoneAt !== null)
    return (
      <span className={styles['facts']}>
        {withElements(m.controlPointsUndone({ points: slot(0) }), <Verbatim>{text}</Verbatim>)}
      </span>
    );
  return (
    <Button
      busy={busy}
      onClick={() =>
        producer.send({
          type: 'producer.act',
          act: { type: 'undoPoints', adjustmentId: last.id },
        })
      }
    >
      {withElements(m.controlUndo({ text: slot(0) }), <Verbatim>{text}</Verbatim>)}
    </Button>
  );
}

/** Says who got or lost how many points. */
const pointsOf = ({ name, points }: Adjustment): string =>
  m.commonLabelled({
    label: name ?? m.controlDeletedAccount(),
    value: m.countPoints({ count: points }),
  });

function whenText({ by, at, undoneAt, undoneBy }: Adjustment): string {
  if (undoneAt === null)
    return m.controlPointsBy({ by: by ?? m.controlDeletedAccount(), time: timeText(at) });
  const time = timeText(undoneAt);
  return undoneBy === null
    ? m.controlPointsUndoneByDeleted({ time })
    : m.controlPointsUndoneBy({ by: undoneBy, time });
}
