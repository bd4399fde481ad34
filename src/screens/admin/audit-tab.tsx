import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { type AuditActor, selectAuditPages } from '#machines/admin/admin.ts';
import type { AuditEntry } from '#machines/contract/entities.ts';
import { selectList } from '#machines/kit/collection.ts';
import { actTitle, AUDITED_ACTS, changedLines, outcomeTitle } from '#machines/admin/rules/audit.ts';
import { type Column, DataTable } from '#src/components/data-table.tsx';
import { DateField, SelectField } from '#src/components/field.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { ManagedList } from '../manage-users/managed-list.tsx';
import { useAudit, useAuditQuery } from './hook.ts';
import { Id } from './id.tsx';

const TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

/** Shows the name, or the id if there is no name. */
const Named = ({ id, name }: { readonly id: string; readonly name: string | null }) =>
  name === null ? (
    <Id id={id} />
  ) : (
    <span title={id}>
      <Verbatim>{name}</Verbatim>
    </span>
  );

function Details({ entry: { before, after, reason } }: { readonly entry: AuditEntry }) {
  const lines = [...changedLines(before, after), ...(reason === null ? [] : [`Reason: ${reason}`])];
  if (lines.length === 0) return '-';
  return (
    <ul translate="no">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

const COLUMNS: Column<AuditEntry>[] = [
  {
    key: 'at',
    header: 'When (UTC)',
    cell: ({ at }) => <time dateTime={new Date(at).toISOString()}>{TIME.format(at)}</time>,
  },
  {
    key: 'by',
    header: 'Who',
    cell: ({ by, address }) =>
      by === null ? (
        'The server'
      ) : (
        <span title={address}>
          <Named {...by} />
        </span>
      ),
  },
  { key: 'act', header: 'What', rowHeader: true, cell: ({ action }) => actTitle(action) },
  {
    key: 'target',
    header: 'To',
    cell: ({ action, status, target }) => {
      if (target === null) return '-';
      // The name of a deleted account is not stored.
      const isGone = action === 'deleteUser' && status === 200;
      return <Named {...target} name={target.name ?? (isGone ? 'Deleted account' : null)} />;
    },
  },
  { key: 'outcome', header: 'Outcome', cell: ({ status, times }) => outcomeTitle(status, times) },
  { key: 'details', header: 'Details', cell: (entry) => <Details entry={entry} /> },
];

/** The audit by person, act and day, newest first. */
export function AuditScreen({ audit }: { readonly audit: AuditActor }) {
  const address = useAuditQuery();
  const { query } = address;
  const { person, action, from, to, reads, page } = query;
  useEffect(() => {
    audit.send({ type: 'list.query', query: { person, action, from, to, reads, page } });
  }, [audit, person, action, from, to, reads, page]);
  const list = useSelector(audit, selectList);
  const pages = useSelector(audit, selectAuditPages);
  return (
    <ManagedList
      list={audit}
      what="acts"
      searchLabel="Name, email or id"
      search={address.person}
      onSearch={address.setPerson}
      filter={
        <>
          <SelectField
            label="Act"
            value={action}
            onChange={(event) => address.setAction(event.currentTarget.value)}
          >
            <option value="">Every act</option>
            {AUDITED_ACTS.map((name) => (
              <option key={name} value={name}>
                {actTitle(name)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Show"
            value={address.kind}
            onChange={(event) =>
              address.setKind(event.currentTarget.value === 'all' ? 'all' : 'changes')
            }
          >
            <option value="changes">Changes</option>
            <option value="all">Changes and reads</option>
          </SelectField>
          <DateField
            label="From (UTC)"
            value={from}
            onChange={(event) => address.setFrom(event.currentTarget.value)}
          />
          <DateField
            label="To (UTC)"
            value={to}
            onChange={(event) => address.setTo(event.currentTarget.value)}
          />
        </>
      }
      total={list?.total ?? 0}
      page={page}
      pages={pages}
      onPage={(next) => address.setPage(String(next))}
    >
      <DataTable
        caption="Acts of admins"
        captionHidden
        rows={list?.entries ?? []}
        rowKey={({ id }) => id}
        columns={COLUMNS}
      />
    </ManagedList>
  );
}

export function AuditTab() {
  const { query } = useAuditQuery();
  return <AuditScreen audit={useAudit(query)} />;
}
