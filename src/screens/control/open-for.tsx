import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { RundownItem } from '#machines/contract/rundown.ts';
import { OPEN_FOR_S } from '#machines/contract/limits.ts';
import type { ProducerActor } from '#machines/show/producer.ts';
import { selectPeople } from '#machines/show/seats.ts';
import { selectLoadMessage } from '#machines/kit/loader.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { usePeople } from './hook.ts';
import styles from './control.module.css';
import { FindPeople } from './find-people.tsx';

interface OpenForProps {
  readonly producer: ProducerActor;
  readonly showId: string;
  /** An item that has closed. */
  readonly item: RundownItem;
  readonly busy: boolean;
}

/** Opens a question that has closed again for one person, who could not answer. */
export function OpenFor(props: OpenForProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button busy={props.busy} data-place="second" onClick={() => setAsking(true)}>
        {m.controlLetOnePersonAnswer()}
      </Button>
      {isAsking && <AskPerson {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

type Seconds = (typeof OPEN_FOR_S)[number];

function AskPerson(props: OpenForProps & { readonly onClose: () => void }) {
  const [seconds, setSeconds] = useState<Seconds>(30);
  const [search, setSearch] = useState('');
  return (
    <Dialog open onClose={props.onClose} title={m.controlLetOnePersonAnswer()}>
      <Stack>
        <p>{m.controlOnlyTheySeeQuestion()}</p>
        <fieldset aria-label={m.controlTime()} className={styles['quickTimers']}>
          {OPEN_FOR_S.map((each) => (
            <Button key={each} aria-pressed={each === seconds} onClick={() => setSeconds(each)}>
              {m.controlSeconds({ seconds: each })}
            </Button>
          ))}
        </fieldset>
        <FindPeople producer={props.producer} onSearch={setSearch} />
        <Choices key={search} {...props} search={search} seconds={seconds} />
      </Stack>
    </Dialog>
  );
}

interface ChoicesProps extends OpenForProps {
  readonly search: string;
  readonly seconds: Seconds;
  readonly onClose: () => void;
}

/** The people who have not answered. */
function Choices({ producer, showId, item, busy, search, seconds, onClose }: ChoicesProps) {
  const list = usePeople({ showId, search });
  const { people } = useSelector(list, selectPeople) ?? {};
  const failed = useSelector(list, selectLoadMessage);
  const left = people?.filter(({ hasAnswered }) => !hasAnswered);
  return (
    <>
      <Spoken>
        {failed !== null && <Note tone="danger">{failed}</Note>}
        {left?.length === 0 && <p>{m.controlEveryoneListedHasAnswered()}</p>}
      </Spoken>
      <ul className={styles['tokens']} aria-label={m.controlPeopleWithoutAnswer()}>
        {left?.map(({ userId, name, isHere }) => (
          <li key={userId}>
            <Verbatim>{name}</Verbatim>
            {isHere !== undefined && (
              <span className={styles['facts']}>
                {isHere ? m.controlPersonHere() : m.controlPersonAway()}
              </span>
            )}
            <Button
              busy={busy}
              aria-label={m.controlOpenForSecondsPerson({ seconds, name })}
              onClick={() => {
                const act = { type: 'openFor', itemId: item.id, userId, seconds } as const;
                producer.send({ type: 'producer.act', act });
                onClose();
              }}
            >
              {m.controlOpenForSeconds({ seconds })}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
