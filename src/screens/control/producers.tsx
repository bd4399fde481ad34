import { m } from 'messages';
import { dateText } from 'messages/format';
import { useSelector } from '@xstate/react';
import { LIMITS } from '#machines/contract/limits.ts';
import type { ShowProducer } from '#machines/show/show-producers-calls.ts';
import { selectProducers } from '#machines/show/show-producers.ts';
import { selectLoadMessage } from '#machines/kit/loader.ts';
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
  const failed = useSelector(list, selectLoadMessage);
  const adding = useForm(add, ['email']);
  const removing = useForm(remove, []);
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.controlProducersShow()}
      wide
      error={removing.error ?? failed ?? undefined}
    >
      <Stack>
        <p>{m.controlProducerRunsShowSees()}</p>
        <Form
          label={m.controlNewProducer()}
          busy={adding.busy}
          error={adding.error}
          onEdit={(field) => add.send({ type: 'form.edited', field })}
          onSubmit={(data) =>
            add.send({ type: 'form.submit', values: { showId, email: textIn(data, 'email') } })
          }
        >
          <TextField
            label={m.controlTheirEmailAddress()}
            name="email"
            type="email"
            hint={m.controlWithoutAccountTheyGet()}
            maxLength={LIMITS.emailLength}
            autoComplete="off"
            error={adding.errors.email}
            required
          />
          <Button type="submit" tone="primary" busy={adding.busy}>
            {m.controlAddProducer()}
          </Button>
        </Form>
        <Spoken>
          {adding.done && adding.message !== null && <Note tone="ok">{adding.message}</Note>}
        </Spoken>
        {producers?.length === 0 && <p>{m.controlOnlyAdminsRunShow()}</p>}
        <ul className={styles['tokens']} aria-label={m.commonProducers()}>
          {producers?.map((producer) => (
            <li key={producer.id}>
              <strong dir="auto">
                <Verbatim>{producer.name ?? producer.email}</Verbatim>
              </strong>
              <span className={styles['facts']}>{factsOf(producer)}</span>
              <Button
                tone="danger"
                busy={removing.busy}
                aria-label={m.controlRemovePerson({ name: producer.name ?? producer.email })}
                onClick={() =>
                  remove.send({
                    type: 'form.submit',
                    values: { showId, producerId: producer.id },
                  })
                }
              >
                {m.commonRemove()}
              </Button>
            </li>
          ))}
        </ul>
        <Cluster>
          <Button onClick={onClose}>{m.commonClose()}</Button>
        </Cluster>
      </Stack>
    </Dialog>
  );
}

function factsOf({ name, email, since }: ShowProducer): string {
  const day = dateText(since, { dateStyle: 'medium' });
  return name === null ? m.controlInvitedNotRegisteredYet({ day }) : m.controlSince({ email, day });
}
