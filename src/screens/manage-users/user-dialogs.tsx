import { m } from 'messages';
import KeyRound from 'lucide-react/icons/key-round';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { AdminUser } from '#machines/admin/calls.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { roleName } from '#machines/contract/audience.ts';
import { selectBusy, selectItem, selectList, selectRefusal } from '#machines/kit/collection.ts';
import type { UsersActor } from '#machines/admin/users.ts';
import { errorsByField, textIn } from '#src/bindings/form.ts';
import { newPassword } from './hook.ts';
import { useBrand } from '#src/bindings/runtime.tsx';
import { Address } from '#src/components/address.tsx';
import { Button } from '#src/components/button.tsx';
import { CopyButton } from '#src/components/copy-button.tsx';
import { SelectField, TextField } from '#src/components/field.tsx';
import { Form } from '#src/components/form.tsx';
import { Checkbox } from '#src/components/switch.tsx';
import { Cluster } from '#src/components/layout.tsx';
import { slot, withElements } from '#src/components/slots.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { ManagedDialogs } from './managed-dialogs.tsx';

/** The open dialog: create, edit or delete. */
export function UserDialogs({ users }: { readonly users: UsersActor }) {
  const item = useSelector(users, selectItem);
  const busy = useSelector(users, selectBusy);
  return (
    <ManagedDialogs
      list={users}
      formTitle={item === null ? m.manageUsersCreateUser() : m.manageUsersEditUser()}
      form={<UserForm users={users} item={item} busy={busy} />}
      question={m.manageUsersDeleteThisUser()}
      confirm={m.manageUsersDeleteUser()}
      loss={item !== null && <Loss users={users} item={item} />}
    />
  );
}

/** The consequences of deleting an account, with current numbers (decisions §7). */
function Loss({ users, item }: { readonly users: UsersActor; readonly item: AdminUser }) {
  const list = useSelector(users, selectList);
  const { name, email, ...user } = list?.users.find(({ id }) => id === item.id) ?? item;
  return (
    <>
      <p>
        {withElements(
          m.manageUsersLosesAccount({
            name: slot(0),
            email: slot(1),
            points: m.countPoints({ count: user.total_score }),
          }),
          <Verbatim>{name}</Verbatim>,
          <Address>{email}</Address>,
        )}
      </p>
      {user.total_answers > 0 && <p>{m.manageUsersAnswersStay({ count: user.total_answers })}</p>}
      <p>{m.adminCantUndone()}</p>
    </>
  );
}

interface UserFormProps {
  readonly users: UsersActor;
  /** Null for a new account. */
  readonly item: AdminUser | null;
  readonly busy: boolean;
}

function UserForm({ users, item, busy }: UserFormProps) {
  const brand = useBrand();
  const refusal = useSelector(users, selectRefusal);
  const { errors, error } = errorsByField(refusal, ['name', 'email', 'password']);
  const isAnswering = refusal?.code === 'answering';
  return (
    <Form
      label={item === null ? m.manageUsersCreateButton() : m.manageUsersEditTitle()}
      busy={busy}
      error={error}
      onSubmit={(data) => {
        const role = Object.values(ROLE).find((id) => String(id) === textIn(data, 'role_id'));
        users.send({
          type: 'dialog.submit',
          values: {
            name: textIn(data, 'name'),
            email: textIn(data, 'email'),
            password: textIn(data, 'password'),
            role_id: role ?? ROLE.home,
            ...(isAnswering ? { evenIfAnswering: true } : {}),
            ...(data.has('allowName') ? { allowName: true } : {}),
          },
        });
      }}
    >
      <TextField
        label={m.commonName()}
        name="name"
        defaultValue={item?.name}
        maxLength={LIMITS.nameLength}
        error={errors.name}
        autoComplete="off"
        required
      />
      {item?.airedName !== undefined && <Checkbox label={m.usersAllowName()} name="allowName" />}
      <TextField
        label={m.commonEmail()}
        name="email"
        type="email"
        defaultValue={item?.email}
        error={errors.email}
        autoComplete="off"
        required
      />
      {item === null && <NewPassword error={errors.password} />}
      <SelectField
        label={m.manageUsersRole()}
        name="role_id"
        defaultValue={item?.role_id ?? ROLE.home}
      >
        {Object.values(ROLE).map((id) => (
          <option key={id} value={id}>
            {roleName(id, brand)}
          </option>
        ))}
      </SelectField>
      <Cluster>
        <Button type="submit" tone="primary" busy={busy}>
          {isAnswering
            ? m.manageUsersSaveAnyway()
            : item === null
              ? m.manageUsersCreateUser()
              : m.manageUsersSaveChanges()}
        </Button>
        <Button onClick={() => users.send({ type: 'dialog.cancel' })}>{m.commonCancel()}</Button>
      </Cluster>
    </Form>
  );
}

/** The password of a new account, not masked, as the admin has to pass it on. */
function NewPassword({ error }: { readonly error: string | undefined }) {
  const [password, setPassword] = useState('');
  return (
    <>
      <TextField
        label={m.commonPassword()}
        name="password"
        value={password}
        maxLength={LIMITS.passwordLength}
        placeholder={m.manageUsersMinimum6Characters()}
        hint={m.manageUsersCopyBeforeYouCreate()}
        error={error}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
        }}
        aside={
          <Button icon={<KeyRound />} onClick={() => setPassword(newPassword())}>
            {m.manageUsersGenerate()}
          </Button>
        }
        required
      />
      {password !== '' && <CopyButton text={password} what="password" />}
    </>
  );
}
