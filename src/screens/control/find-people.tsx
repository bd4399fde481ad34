import { useState } from 'react';
import { LIMITS } from '#machines/contract/limits.ts';
import { Button } from '#src/components/button.tsx';
import { SearchField } from '#src/components/field.tsx';
import { Form } from '#src/components/form.tsx';

/** Searches the people of a show by name; an empty name finds all. */
export function FindPeople({ onSearch }: { readonly onSearch: (name: string) => void }) {
  const [typed, setTyped] = useState('');
  return (
    <Form label="Find people" onSubmit={() => onSearch(typed.trim())}>
      <SearchField
        label="Find by name"
        value={typed}
        maxLength={LIMITS.nameLength}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <Button type="submit">Find</Button>
    </Form>
  );
}
