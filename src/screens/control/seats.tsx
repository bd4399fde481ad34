import { m } from 'messages';
import { numberText } from 'messages/format';
import { slot, withElements } from '#src/components/slots.tsx';
import { useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import type { BodyOf } from '#machines/contract/calls.ts';
import type { Rundown } from '#machines/contract/rundown.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { ROLE } from '#machines/contract/roles.ts';
import type { Submitted } from '#machines/kit/submission.ts';
import type { Member } from '#machines/show/join-calls.ts';
import { type ProducerActor, selectMessage } from '#machines/show/producer.ts';
import { type SeatActActor, type SeatLink, selectPeople } from '#machines/show/seats.ts';
import { selectLoadMessage } from '#machines/kit/loader.ts';
import { textIn, useForm } from '#src/bindings/form.ts';
import { useJoinOrigin } from '#src/bindings/public-config.ts';
import { useRelay } from '#src/bindings/screen.ts';
import { Button } from '#src/components/button.tsx';
import { CopyButton } from '#src/components/copy-button.tsx';
import { ConfirmDialog, Dialog } from '#src/components/dialog.tsx';
import { SelectField, TextField } from '#src/components/field.tsx';
import { Form } from '#src/components/form.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { QrCode } from '#src/components/qr-code.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { usePeopleOfSeats, useSeats } from './hook.ts';
import { PersonActs } from './people.tsx';
import { Adjustments, Points } from './points.tsx';
import styles from './control.module.css';
import { FindPeople } from './find-people.tsx';

interface SeatsProps {
  readonly producer: ProducerActor;
  readonly rundown: Rundown;
  readonly onClose: () => void;
}

/** Dialog with the people of a show and the seats of its contestants. Each seat has a link that signs a device in. */
export function Seats({ producer, rundown, onClose }: SeatsProps) {
  const { id: showId, state } = rundown;
  const seats = useSeats();
  const message = useSelector(producer, selectMessage);
  const [link, setLink] = useState<SeatLink | null>(null);
  const [name, setName] = useState('');
  const [search, setSearch] = useState('');
  useRelay(seats.add, linkIn, {
    send: (added) => {
      setLink(added);
      setName('');
    },
  });
  useRelay(seats.act, linkIn, { send: setLink });
  const adding = useForm(seats.add, ['name']);
  const acting = useForm(seats.act, []);
  const isOpen = state !== 'ended';
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.controlSeatsPeople()}
      wide
      error={acting.error ?? message ?? undefined}
    >
      <Stack>
        {isOpen && (
          <Form
            label={m.controlNewSeat()}
            busy={adding.busy}
            error={adding.error}
            onEdit={(field) => seats.add.send({ type: 'form.edited', field })}
            onSubmit={(data) =>
              seats.add.send({
                type: 'form.submit',
                values: { showId, name: textIn(data, 'name') },
              })
            }
          >
            <TextField
              label={m.controlNewSeatContestant()}
              name="name"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              hint={m.controlNameBoardsExampleDesk()}
              maxLength={LIMITS.nameLength}
              autoComplete="off"
              error={adding.errors.name}
              required
            />
            <Button type="submit" tone="primary" busy={adding.busy}>
              {m.controlAddSeat()}
            </Button>
          </Form>
        )}
        <Spoken>{link !== null && <LinkNote key={link.key} seat={link} />}</Spoken>
        <FindPeople producer={producer} onSearch={setSearch} />
        <List key={search} {...{ producer, rundown, search, seats }} />
        <Cluster>
          <Button onClick={onClose}>{m.commonClose()}</Button>
        </Cluster>
      </Stack>
    </Dialog>
  );
}

const linkIn = (emitted: Submitted<SeatLink | null> | { readonly type: 'navigate' | 'fault' }) =>
  emitted.type === 'submitted' ? emitted.value : null;

/** Shows the link of a seat, to be opened on the contestant's device. */
function LinkNote({ seat: { name, key } }: { readonly seat: SeatLink }) {
  const link = `${useJoinOrigin()}/join#${key}`;
  return (
    <Note tone="ok">
      <Stack>
        <span>
          {withElements(m.controlOpenOnDeviceOf({ name: slot(0) }), <Verbatim>{name}</Verbatim>)}
        </span>
        <QrCode text={link} label={m.controlLink({ name })} />
        <code className={styles['token']} translate="no">
          {link}
        </code>
        <CopyButton text={link} what="link" />
      </Stack>
    </Note>
  );
}

interface ListProps extends Pick<SeatsProps, 'producer' | 'rundown'> {
  readonly search: string;
  readonly seats: ReturnType<typeof useSeats>;
}

function List({ producer, rundown, search, seats }: ListProps) {
  const { id: showId, state, teams } = rundown;
  const isOpen = state !== 'ended';
  const hasBegun = state === 'live' || state === 'ended';
  const list = usePeopleOfSeats({ showId, search }, seats);
  const { people, adjustments = [] } = useSelector(list, selectPeople) ?? {};
  const failed = useSelector(list, selectLoadMessage);
  return (
    <>
      <Spoken>
        {failed !== null && <Note tone="danger">{failed}</Note>}
        {people?.length === 0 && (
          <p>{search === '' ? m.controlNoOneHasJoined() : m.controlNoOneHereHas()}</p>
        )}
      </Spoken>
      <ul className={styles['tokens']} aria-label={m.controlPeople()}>
        {people?.map((person) => (
          <li key={person.userId}>
            <Verbatim>{person.name}</Verbatim>
            <span className={styles['facts']}>{factsOf(person, teams)}</span>
            <Cluster>
              {isOpen && isSeat(person) && (
                <SeatActs showId={showId} seat={person} actor={seats.act} />
              )}
              <PersonActs producer={producer} person={person} />
            </Cluster>
          </li>
        ))}
      </ul>
      {teams !== undefined && hasBegun && (
        <>
          <h3>{m.controlTeams()}</h3>
          <ul className={styles['tokens']} aria-label={m.controlTeams()}>
            {teams.list.map(({ id: teamId, name }) => (
              <li key={teamId}>
                <Verbatim>{name}</Verbatim>
                <Points producer={producer} name={name} to={{ teamId }} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Adjustments producer={producer} adjustments={adjustments} />
    </>
  );
}

const isSeat = ({ isGuest, role_id: role }: Member): boolean => isGuest && role === ROLE.contestant;

function factsOf(person: Member, teams: Rundown['teams']): string {
  const role =
    person.role_id === ROLE.contestant ? m.controlPersonContestant() : m.controlPersonHomeViewer();
  const { isHere, hasAnswered, ofDevice, teamId } = person;
  const team = teams?.list.find(({ id }) => id === teamId);
  return [
    isSeat(person) ? m.controlPersonSeat() : role,
    ...(team === undefined ? [] : [m.controlPersonTeam({ name: team.name })]),
    ...(isHere === undefined ? [] : [isHere ? m.controlPersonHere() : m.controlPersonAway()]),
    ...(hasAnswered ? [m.controlPersonAnswered()] : []),
    ...(ofDevice === undefined
      ? []
      : [m.controlPersonSharesDevice({ count: numberText(ofDevice) })]),
  ].join(', ');
}

interface SeatActsProps {
  readonly showId: string;
  readonly seat: Member;
  readonly actor: SeatActActor;
}

function SeatActs({ showId, seat: { userId, name }, actor }: SeatActsProps) {
  const { busy } = useForm(actor, []);
  const [asking, setAsking] = useState<'renew' | 'remove' | null>(null);
  const close = () => setAsking(null);
  return (
    <>
      <Button aria-label={m.controlNewLink({ name })} onClick={() => setAsking('renew')}>
        {m.controlNewLinkButton()}
      </Button>
      <Button
        tone="danger"
        aria-label={m.controlRemoveSeat({ name })}
        onClick={() => setAsking('remove')}
      >
        {m.controlRemoveSeatButton()}
      </Button>
      {asking === 'renew' && (
        <Renew
          name={name}
          busy={busy}
          onClose={close}
          onRenew={(body) =>
            actor.send({ type: 'form.submit', values: { type: 'renew', showId, userId, body } })
          }
        />
      )}
      <ConfirmDialog
        open={asking === 'remove'}
        title={m.controlAskRemoveSeat({ name })}
        confirmLabel={m.controlConfirmRemoveSeat()}
        busy={busy}
        onClose={close}
        onConfirm={() => {
          actor.send({ type: 'form.submit', values: { type: 'remove', showId, userId } });
          close();
        }}
      >
        <p>{m.controlDeviceLoggedOutLink()}</p>
      </ConfirmDialog>
    </>
  );
}

interface RenewProps {
  readonly name: string;
  readonly busy: boolean;
  readonly onRenew: (body: BodyOf<'renewSeat'>) => void;
  readonly onClose: () => void;
}

/** Dialog that creates a new link for the contestant of a seat, or for another contestant who takes the seat. */
function Renew({ name, busy, onRenew, onClose }: RenewProps) {
  const [next, setNext] = useState(name);
  const [points, setPoints] = useState<'keep' | 'zero'>('keep');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = next.trim();
    if (given === '' || busy) return;
    onRenew({ points, ...(given !== name && { name: given }) });
    onClose();
  };
  return (
    <Dialog open onClose={onClose} title={m.controlNewLink({ name })}>
      <form noValidate onSubmit={submit}>
        <Stack>
          <p>{m.controlLogsOutDeviceSeat()}</p>
          <TextField
            label={m.commonName()}
            hint={m.controlChangeIfSomeoneElse()}
            value={next}
            maxLength={LIMITS.nameLength}
            onChange={({ currentTarget: { value } }) => setNext(value)}
          />
          <SelectField
            label={m.controlAnswersPointsSoFar()}
            value={points}
            onChange={({ currentTarget: { value } }) =>
              setPoints(value === 'zero' ? 'zero' : 'keep')
            }
          >
            <option value="keep">{m.controlKeepThem()}</option>
            <option value="zero">{m.controlStartZeroPreviousPlayer()}</option>
          </SelectField>
          <Button type="submit" tone="primary" wide busy={busy} disabled={next.trim() === ''}>
            {m.controlMakeNewLink()}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
