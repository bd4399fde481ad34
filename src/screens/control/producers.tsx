import { useSelector } from '@xstate/react';
import { LIMITS } from '#machines/contract/limits.ts';
import type { ShowProducer } from '#machines/show/show-producers-calls.ts';
import { selectProducers, selectProducersMessage } from '#machines/show/show-producers.ts';
import { textIn, useForm } from '#src/bindings/form.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { TextField } from '#src/components/field.tsx';
import { Form } from '#src/components/form.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { useShowProducers } from './hook.ts';
import styles from './control.module.css';

interface ShowProducersProps {
  readonly showId: string;
  readonly onClose: () => void;
}

/** Dialog with which an admin lets people run one show, and takes the right back. */
export function ShowProducers({ showId, onClose }: ShowProducersProps) {
  const { list, add, remove } = useShowProducers({ showId });
  const producers = useSelector(list, selectProducers);
  const failed = useSelector(list, selectProducersMessage);
  const adding = useForm(add, ['email']);
  const removing = useForm(remove, []);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Producers of this show"
      wide
      error={removing.error ?? failed ?? undefined}
    >
      <Stack>
        <p>
          A producer runs this show and sees nothing else: no other shows, accounts or payments.
          They can&apos;t play in it.
        </p>
        <Form
          label="New producer"
          busy={adding.busy}
          error={adding.error}
          onEdit={(field) => add.send({ type: 'form.edited', field })}
          onSubmit={(data) =>
            add.send({ type: 'form.submit', values: { showId, email: textIn(data, 'email') } })
          }
        >
          <TextField
            label="Their email address"
            name="email"
            type="email"
            hint="Without an account they get an invitation to register"
            maxLength={LIMITS.emailLength}
            autoComplete="off"
            error={adding.errors.email}
            required
          />
          <Button type="submit" tone="primary" busy={adding.busy}>
            Add producer
          </Button>
        </Form>
        <Spoken>
          {adding.done && adding.message !== null && <Note tone="ok">{adding.message}</Note>}
        </Spoken>
        {producers?.length === 0 && <p>Only admins run this show.</p>}
        <ul className={styles['tokens']} aria-label="Producers">
          {producers?.map((producer) => (
            <li key={producer.id}>
              <strong dir="auto">
                <Verbatim>{producer.name ?? producer.email}</Verbatim>
              </strong>
              <span className={styles['facts']}>{factsOf(producer)}</span>
              <Button
                tone="danger"
                busy={removing.busy}
                aria-label={`Remove ${producer.name ?? producer.email}`}
                onClick={() =>
                  remove.send({
                    type: 'form.submit',
                    values: { showId, producerId: producer.id },
                  })
                }
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
        <Cluster>
          <Button onClick={onClose}>Close</Button>
        </Cluster>
      </Stack>
    </Dialog>
  );
}

function factsOf({ name, email, since }: ShowProducer): string {
  const day = new Date(since).toLocaleDateString(undefined, { dateStyle: 'medium' });
  return name === null ? `Invited ${day}, not registered yet` : `${email}, since ${day}`;
}
