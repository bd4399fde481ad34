import { m } from 'messages';
import { dateText } from 'messages/format';
import { useSelector } from '@xstate/react';
import { LIMITS } from '#machines/contract/limits.ts';
import type { ShowSummary } from '#machines/contract/rundown.ts';
import type { ControlToken } from '#machines/show/control-calls.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { type ProducerActor, selectShows } from '#machines/show/producer.ts';
import { selectTokens } from '#machines/show/control-tokens.ts';
import { selectLoadMessage } from '#machines/kit/loader.ts';
import { textIn, useForm } from '#src/bindings/form.ts';
import { Button } from '#src/components/button.tsx';
import { CopyButton } from '#src/components/copy-button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { SelectField, TextField } from '#src/components/field.tsx';
import { Form } from '#src/components/form.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { useTokens } from './hook.ts';
import styles from './control.module.css';

interface TokensProps {
  readonly producer: ProducerActor;
  readonly onClose: () => void;
}

/** Dialog that lists, creates and revokes control tokens, with which a device such as a Stream Deck runs shows. */
export function Tokens({ producer, onClose }: TokensProps) {
  const shows = useSelector(producer, selectShows);
  const { list, make, revoke } = useTokens();
  const tokens = useSelector(list, selectTokens) ?? [];
  const failed = useSelector(list, selectLoadMessage);
  const { busy, done, message, errors, error } = useForm(make, ['name']);
  const revoking = useForm(revoke, []);
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.controlRemoteControl()}
      wide
      error={revoking.error ?? failed ?? undefined}
    >
      <Stack>
        <p>{m.controlTokenLetsDeviceSuch()}</p>
        <Form
          label={m.controlNewToken()}
          busy={busy}
          error={error}
          onEdit={(field) => make.send({ type: 'form.edited', field })}
          onSubmit={(data) =>
            make.send({
              type: 'form.submit',
              values: { name: textIn(data, 'name'), show: textIn(data, 'show') },
            })
          }
        >
          <TextField
            label={m.controlNameDevice()}
            name="name"
            maxLength={LIMITS.nameLength}
            error={errors.name}
            required
          />
          <SelectField label={m.controlShowRuns()} name="show" defaultValue={HOUSE_SHOW}>
            <option value={HOUSE_SHOW}>{ON_AIR}</option>
            {shows
              .filter(({ state }) => state !== 'ended')
              .map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
          </SelectField>
          <Button type="submit" tone="primary" busy={busy}>
            {m.controlMakeToken()}
          </Button>
        </Form>
        <Spoken>
          {done && message !== null && (
            <Note tone="ok">
              <Stack>
                <span>{m.runSheetCopyNowYouWont()}</span>
                <code className={styles['token']} translate="no">
                  {message}
                </code>
                <CopyButton text={message} what="token" />
              </Stack>
            </Note>
          )}
        </Spoken>
        <ul className={styles['tokens']} aria-label={m.controlTokens()}>
          {tokens.map((token) => (
            <li key={token.id}>
              <strong dir="auto" translate="no">
                {token.name}
              </strong>
              <span className={styles['facts']}>{factsOf(token, shows)}</span>
              <Button
                tone="danger"
                busy={revoking.busy}
                aria-label={m.controlRevoke({ name: token.name })}
                onClick={() => revoke.send({ type: 'form.submit', values: { id: token.id } })}
              >
                {m.controlRevokeButton()}
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

/** What a token controls that belongs to no single show. */
const ON_AIR = m.controlOpenShowAir();

function factsOf(
  { createdAt, usedAt, isOver, showId }: ControlToken,
  shows: readonly ShowSummary[],
): string {
  const show = shows.find(({ id }) => id === showId)?.title ?? ON_AIR;
  const made = dateText(createdAt);
  const facts =
    usedAt === null
      ? m.controlTokenNeverUsed({ show, made })
      : m.controlTokenLastUsed({ show, made, used: dateText(usedAt) });
  return isOver ? `${m.controlTokenNoLongerWorks()} ${facts}` : facts;
}
