import { m } from 'messages';
import { numberText } from 'messages/format';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useId } from 'react';
import type { AdminUser } from '#machines/admin/calls.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { audienceOf, roleName } from '#machines/contract/audience.ts';
import { useBrand } from '#src/bindings/runtime.tsx';
import { Address } from '#src/components/address.tsx';
import { AudienceBadge, Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { type Column, DataTable } from '#src/components/data-table.tsx';
import { CardGrid, Cluster, Stack } from '#src/components/layout.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';

interface Acting {
  readonly send: (event: {
    readonly type: 'item.edit' | 'item.delete';
    readonly item: AdminUser;
  }) => void;
}
interface ListProps extends Acting {
  readonly users: readonly AdminUser[];
}

function Role({ user }: { readonly user: AdminUser }) {
  const brand = useBrand();
  const audience = audienceOf(user.role_id);
  return (
    <Cluster>
      <Badge>{roleName(user.role_id, brand)}</Badge>
      {audience !== null && <AudienceBadge audience={audience} />}
    </Cluster>
  );
}

/** Warns of a name that the word list flags, or that others only see after the show. */
export const NameFlag = ({ user: { isFlagged, airedName } }: { readonly user: AdminUser }) => (
  <>
    {isFlagged === true && <Badge tone="danger">{m.deskCheckName()}</Badge>}
    {airedName !== undefined && <Badge>{m.usersSeenAs({ name: airedName })}</Badge>}
  </>
);

/** The buttons to edit and delete an account. Admins cannot be deleted: the button is disabled, and a text says why. */
export function UserActions({ user, send }: { readonly user: AdminUser } & Acting) {
  const reason = useId();
  const isAdmin = user.role_id === ROLE.admin;
  const buttons = (
    <Cluster>
      <Button
        icon={<Pencil />}
        aria-label={m.manageUsersEdit({ name: user.name })}
        onClick={() => send({ type: 'item.edit', item: user })}
      >
        {m.commonEdit()}
      </Button>
      <Button
        icon={<Trash2 />}
        aria-label={m.manageUsersDeleteName({ name: user.name })}
        aria-describedby={isAdmin ? reason : undefined}
        disabled={isAdmin}
        onClick={() => send({ type: 'item.delete', item: user })}
      >
        {m.commonDelete()}
      </Button>
    </Cluster>
  );
  return isAdmin ? (
    <Stack gap="tight">
      {buttons}
      <small id={reason}>{m.usersAdminUndeletable()}</small>
    </Stack>
  ) : (
    buttons
  );
}

const columnsOf = ({ send }: Acting): Column<AdminUser>[] => [
  {
    key: 'user',
    header: m.manageUsersUserDetails(),
    rowHeader: true,
    long: true,
    cell: (user) => (
      <Stack gap="tight">
        <strong dir="auto" translate="no">
          {user.name}
        </strong>
        <Address>{user.email}</Address>
        <NameFlag user={user} />
      </Stack>
    ),
  },
  { key: 'role', header: m.manageUsersRole(), cell: (user) => <Role user={user} /> },
  {
    key: 'score',
    header: m.manageUsersScore(),
    align: 'end',
    cell: (user) => numberText(user.total_score),
  },
  {
    key: 'answers',
    header: m.commonAnswers(),
    align: 'end',
    cell: (user) => numberText(user.total_answers),
  },
  {
    key: 'actions',
    header: m.manageUsersActions(),
    align: 'end',
    cell: (user) => <UserActions user={user} send={send} />,
  },
];

export function UserTable({ users, send }: ListProps) {
  return (
    <DataTable
      caption={m.manageUsersUsers()}
      captionHidden
      rows={users}
      rowKey={({ id }) => id}
      columns={columnsOf({ send })}
    />
  );
}

export function UserGrid({ users, send }: ListProps) {
  return (
    <CardGrid>
      {users.map((user) => (
        <Card
          key={user.id}
          as="article"
          label={user.name}
          title={<Verbatim>{user.name}</Verbatim>}
          badges={
            <Cluster>
              <Role user={user} />
              <NameFlag user={user} />
            </Cluster>
          }
          actions={<UserActions user={user} send={send} />}
        >
          <p>
            <Address>{user.email}</Address>
          </p>
          <p>
            {m.manageUsersPointsInAnswers({
              points: m.countPoints({ count: user.total_score }),
              answers: m.countAnswers({ count: user.total_answers }),
            })}
          </p>
        </Card>
      ))}
    </CardGrid>
  );
}
