import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { isOpenToAccounts } from '#machines/contract/rundown.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { type ProducerActor, selectHasHouse, selectRundown } from '#machines/show/producer.ts';
import { Button } from '#src/components/button.tsx';
import { SearchField } from '#src/components/field.tsx';
import { Form } from '#src/components/form.tsx';

interface FindPeopleProps {
  readonly producer: ProducerActor;
  readonly onSearch: (name: string) => void;
}

/** Searches the people of a show by name; an empty name finds all its members. */
export function FindPeople({ producer, onSearch }: FindPeopleProps) {
  const { joining } = useSelector(producer, selectRundown)?.join ?? {};
  // Only admins may search all accounts.
  const hasHouse = useSelector(producer, selectHasHouse);
  const isOpen = hasHouse && joining !== undefined && isOpenToAccounts(joining);
  const [typed, setTyped] = useState('');
  return (
    <Form label={m.controlFindPeople()} onSubmit={() => onSearch(typed.trim())}>
      <SearchField
        label={m.controlFindName()}
        hint={isOpen ? m.controlAlsoFindsAccountsHave() : undefined}
        value={typed}
        maxLength={LIMITS.nameLength}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <Button type="submit">{m.controlFind()}</Button>
    </Form>
  );
}
