import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import type { AdminUser } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { audienceOf, roleName } from '#machines/rules/audience.ts';
import { useBrand } from '#src/bindings/runtime.tsx';
import { AudienceBadge, Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { type Column, DataTable } from '#src/components/data-table.tsx';
import { CardGrid, Cluster, Stack } from '#src/components/layout.tsx';

interface ListProps {
  readonly users: readonly AdminUser[];
  readonly onEdit: (user: AdminUser) => void;
  readonly onDelete: (user: AdminUser) => void;
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

function UserActions({
  user,
  onEdit,
  onDelete,
}: { readonly user: AdminUser } & Omit<ListProps, 'users'>) {
  return (
    <Cluster>
      <Button icon={<Pencil />} aria-label={`Edit ${user.name}`} onClick={() => onEdit(user)}>
        Edit
      </Button>
      <Button
        icon={<Trash2 />}
        aria-label={`Delete ${user.name}`}
        disabled={user.role_id === ROLE.admin}
        onClick={() => onDelete(user)}
      >
        Delete
      </Button>
    </Cluster>
  );
}

const columnsOf = (acts: Omit<ListProps, 'users'>): Column<AdminUser>[] => [
  {
    key: 'user',
    header: 'User',
    rowHeader: true,
    long: true,
    cell: ({ name, email }) => (
      <Stack gap="tight">
        <strong>{name}</strong>
        <span>{email}</span>
      </Stack>
    ),
  },
  { key: 'role', header: 'Role', cell: (user) => <Role user={user} /> },
  { key: 'score', header: 'Score', align: 'end', cell: (user) => user.total_score },
  { key: 'answers', header: 'Answers', align: 'end', cell: (user) => user.total_answers },
  { key: 'actions', header: 'Actions', cell: (user) => <UserActions user={user} {...acts} /> },
];

export function UserTable({ users, ...acts }: ListProps) {
  return (
    <DataTable
      caption="Users"
      captionHidden
      rows={users}
      rowKey={({ id }) => id}
      columns={columnsOf(acts)}
    />
  );
}

export function UserGrid({ users, onEdit, onDelete }: ListProps) {
  return (
    <CardGrid>
      {users.map((user) => (
        <Card
          key={user.id}
          as="article"
          label={user.name}
          title={user.name}
          badges={<Role user={user} />}
          actions={<UserActions user={user} onEdit={onEdit} onDelete={onDelete} />}
        >
          <p>{user.email}</p>
          <p>
            {user.total_score} points in {user.total_answers} answers
          </p>
        </Card>
      ))}
    </CardGrid>
  );
}
