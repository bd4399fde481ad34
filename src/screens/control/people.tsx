import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { Direction } from '#machines/contract/entities.ts';
import { type ControlActor, selectIsBusy, selectRundown } from '#machines/show/control.ts';
import { selectDirection, type ShowControlActor } from '#machines/show/show-control.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { AskText } from './ask-text.tsx';
import styles from './control.module.css';

type Person = NonNullable<Direction['people']>[number];

interface PeopleProps {
  readonly control: ControlActor;
  readonly show: ShowControlActor;
}

/** Warns of masked names of people who may appear, one after the other, and lists those who can be removed or restored. */
export function People({ control, show }: PeopleProps) {
  const people = useSelector(show, selectDirection)?.people ?? [];
  const [isListed, setListed] = useState(false);
  const masked = people.filter(({ isMasked }) => isMasked);
  const [first] = masked;
  return (
    <div className={styles['people']}>
      <Spoken>
        {first !== undefined && (
          <Note key={first.userId} tone="danger">
            <div className={styles['warning']}>
              <p>
                <Verbatim>{`"${first.name}"`}</Verbatim> may be unfit for air. Others see{' '}
                <Verbatim>{`"${first.shownName}"`}</Verbatim>.
              </p>
              <Acts control={control} person={first} />
            </div>
          </Note>
        )}
      </Spoken>
      {people.length > 0 && (
        <Button onClick={() => setListed(true)}>
          {masked.length > 1 ? `Players (${masked.length} to check)` : 'Players'}
        </Button>
      )}
      <Dialog open={isListed} onClose={() => setListed(false)} title="Players">
        <Stack>
          {people.map((person) => (
            <Cluster key={person.userId}>
              <Verbatim>{person.name}</Verbatim>
              <Acts control={control} person={person} />
            </Cluster>
          ))}
        </Stack>
      </Dialog>
    </div>
  );
}

interface ActsProps extends Pick<PeopleProps, 'control'> {
  readonly person: Person;
}

function Acts({ control, person: { userId, name, isMasked, isRemoved } }: ActsProps) {
  const busy = useSelector(control, selectIsBusy);
  const [isRenaming, setRenaming] = useState(false);
  const state = useSelector(control, selectRundown)?.state;
  // The people are of the show that is live, or has ended last.
  const isTheirs = state === 'live' || state === 'ended';
  const act = (type: 'allowName' | 'removePlayer' | 'restorePlayer') => () => {
    if (!busy) control.send({ type: 'control.act', act: { type, userId } });
  };
  if (isRemoved)
    return isTheirs ? (
      <Button aria-label={`Restore ${name}`} onClick={act('restorePlayer')}>
        Restore
      </Button>
    ) : null;
  return (
    <Cluster>
      {isMasked && (
        <>
          <Button aria-label={`Allow ${name}`} onClick={act('allowName')}>
            Allow
          </Button>
          <Button aria-label={`Rename ${name}`} onClick={() => setRenaming(true)}>
            Rename…
          </Button>
        </>
      )}
      {isTheirs && (
        <Button tone="danger" aria-label={`Remove ${name}`} onClick={act('removePlayer')}>
          Remove
        </Button>
      )}
      {isRenaming && (
        <AskText
          title={`Rename ${name}`}
          label="Name that others see"
          confirm="Rename"
          busy={busy}
          onClose={() => setRenaming(false)}
          onText={(next) =>
            control.send({ type: 'control.act', act: { type: 'renamePlayer', userId, name: next } })
          }
        />
      )}
    </Cluster>
  );
}
