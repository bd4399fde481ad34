import { m } from 'messages';
import { slot, withElements } from '#src/components/slots.tsx';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { Direction } from '#machines/contract/stage.ts';
import { ROLE, type Team } from '#machines/contract/entities.ts';
import type { Member as ShowMember } from '#machines/show/join-calls.ts';
import {
  type ProducerActor,
  selectAirDirection,
  selectIsBusy,
  selectRundown,
} from '#machines/show/producer.ts';
import { Button } from '#src/components/button.tsx';
import { ConfirmDialog, Dialog } from '#src/components/dialog.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { SelectField } from '#src/components/field.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { AskText } from './ask-text.tsx';
import { More } from './more.tsx';
import { LastPoints, Points } from './points.tsx';
import styles from './control.module.css';

type Person = NonNullable<Direction['people']>[number];
/** A person of the show, with their role and team if these are known. */
type Member = Person & Partial<Pick<ShowMember, 'role_id' | 'teamId'>>;

interface PeopleProps {
  readonly producer: ProducerActor;
}

const NO_PEOPLE: readonly Person[] = [];

/** Warns of the masked names of people who may appear on air, one name at a time. */
export function MaskedNames({ producer }: PeopleProps) {
  const people = useSelector(producer, selectAirDirection)?.people ?? NO_PEOPLE;
  const first = people.find(({ isMasked }) => isMasked);
  return (
    <div className={styles['people']}>
      <Spoken>
        {first !== undefined && (
          <Note key={first.userId} tone="danger">
            <div className={styles['warning']}>
              <p>
                {withElements(
                  m.controlNameMayNotFitAir({ name: slot(0), shownName: slot(1) }),
                  <Verbatim>{first.name}</Verbatim>,
                  <Verbatim>{first.shownName}</Verbatim>,
                )}
              </p>
              <PersonActs producer={producer} person={first} />
            </div>
          </Note>
        )}
      </Spoken>
    </div>
  );
}

/** Lists the people who may appear on air, so that the producer can remove them from the show or restore them. */
export function ListPeople({ producer }: PeopleProps) {
  const people = useSelector(producer, selectAirDirection)?.people ?? NO_PEOPLE;
  const [isListed, setListed] = useState(false);
  const masked = people.filter(({ isMasked }) => isMasked);
  if (people.length === 0) return null;
  return (
    <>
      <Button onClick={() => setListed(true)}>
        {masked.length > 1
          ? m.controlPlayersCheck({ length: masked.length })
          : m.controlManagePlayers()}
      </Button>
      {isListed && <Players producer={producer} people={people} onClose={() => setListed(false)} />}
    </>
  );
}

interface PlayersProps extends PeopleProps {
  readonly people: readonly Person[];
  readonly onClose: () => void;
}

/**
 * Dialog with the people. Points change who is among the best, so the list keeps the people and the order that it opened
 * with, and no button moves under the finger.
 */
function Players({ producer, people, onClose }: PlayersProps) {
  const rundown = useSelector(producer, selectRundown);
  const [listed] = useState(people);
  const current = new Map(people.map((person) => [person.userId, person]));
  const ids = new Set(listed.map(({ userId }) => userId));
  const shown = [
    ...listed.map((person) => current.get(person.userId) ?? person),
    ...people.filter(({ userId }) => !ids.has(userId)),
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.controlPlayers()}
      footer={
        <>
          {rundown !== null && <LastPoints producer={producer} showId={rundown.id} />}
          <Button onClick={onClose}>{m.commonClose()}</Button>
        </>
      }
    >
      <ul className={styles['tokens']} aria-label={m.controlPlayers()}>
        {shown.map((person) => (
          <li key={person.userId}>
            <Verbatim>{person.name}</Verbatim>
            <PersonActs producer={producer} person={person} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface PersonActsProps extends Pick<PeopleProps, 'producer'> {
  readonly person: Member;
}

/**
 * Buttons that mask, allow or change a person's name, put a home viewer into another team, give or take points, and
 * remove the person from the show or restore them.
 */
export function PersonActs({ producer, person }: PersonActsProps) {
  const { userId, name, isMasked, isRemoved, role_id: role, teamId } = person;
  const busy = useSelector(producer, selectIsBusy);
  const [isRenaming, setRenaming] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const { state, teams } = useSelector(producer, selectRundown) ?? {};
  // The people belong to the live show, or to the one that ended last.
  const isTheirs = state === 'live' || state === 'ended';
  const act = (type: 'allowName' | 'muteName' | 'removePlayer' | 'restorePlayer') => () => {
    if (!busy) producer.send({ type: 'producer.act', act: { type, userId } });
  };
  if (isRemoved)
    return isTheirs ? (
      <Button aria-label={m.controlRestore({ name })} onClick={act('restorePlayer')}>
        {m.controlRestoreButton()}
      </Button>
    ) : null;
  return (
    <Cluster>
      {isMasked ? (
        <>
          <Button aria-label={m.controlAllow({ name })} onClick={act('allowName')}>
            {m.controlAllowButton()}
          </Button>
          <Button aria-label={m.controlRename({ name })} onClick={() => setRenaming(true)}>
            {m.controlRenameButton()}
          </Button>
        </>
      ) : (
        <Button aria-label={m.controlMute({ name })} onClick={act('muteName')}>
          {m.controlMuteButton()}
        </Button>
      )}
      {teams !== undefined && role === ROLE.home && (
        <Button aria-label={m.controlTeam({ name })} onClick={() => setMoving(true)}>
          {m.controlTeamButton()}
        </Button>
      )}
      {isTheirs && <Points producer={producer} name={name} to={{ userId }} />}
      {isTheirs && (
        <More of={name}>
          <Button
            tone="danger"
            aria-label={m.controlRemovePerson({ name })}
            onClick={() => setRemoving(true)}
          >
            {m.controlRemovePersonAsks()}
          </Button>
        </More>
      )}
      <ConfirmDialog
        open={isRemoving}
        title={m.controlRemovePersonQuestion({ name })}
        confirmLabel={m.commonRemove()}
        busy={busy}
        onClose={() => setRemoving(false)}
        onConfirm={() => {
          act('removePlayer')();
          setRemoving(false);
        }}
      >
        <p>{m.controlTheyDisappearFromBoards()}</p>
      </ConfirmDialog>
      {isMoving && teams !== undefined && (
        <AskTeam
          name={name}
          teams={teams.list}
          current={teamId}
          busy={busy}
          onClose={() => setMoving(false)}
          onTeam={(next) =>
            producer.send({
              type: 'producer.act',
              act: { type: 'movePlayer', userId, teamId: next },
            })
          }
        />
      )}
      {isRenaming && (
        <AskText
          title={m.controlRename({ name })}
          label={m.controlNameOthersSee()}
          confirm={m.controlConfirmRename()}
          onClose={() => setRenaming(false)}
          onText={(next) =>
            producer.send({
              type: 'producer.act',
              act: { type: 'renamePlayer', userId, name: next },
            })
          }
        />
      )}
    </Cluster>
  );
}

interface AskTeamProps {
  readonly name: string;
  readonly teams: readonly Team[];
  /** The id of the person's team; undefined: none. */
  readonly current: string | undefined;
  readonly busy: boolean;
  readonly onTeam: (teamId: string) => void;
  readonly onClose: () => void;
}

/** Dialog that asks for the team of a person. */
function AskTeam({ name, teams, current, busy, onTeam, onClose }: AskTeamProps) {
  const [teamId, setTeamId] = useState(current ?? teams[0]?.id ?? '');
  return (
    <Dialog open onClose={onClose} title={m.controlTeam({ name })}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          if (teamId !== current) onTeam(teamId);
          onClose();
        }}
      >
        <Stack>
          <SelectField
            label={m.commonTeam()}
            hint={m.controlAllTheirPointsCount()}
            value={teamId}
            onChange={({ currentTarget: { value } }) => setTeamId(value)}
          >
            {teams.map(({ id, name: team }) => (
              <option key={id} value={id}>
                {team}
              </option>
            ))}
          </SelectField>
          <Button type="submit" tone="primary" busy={busy}>
            {m.controlMove()}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
