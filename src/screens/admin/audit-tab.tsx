import { m } from 'messages';
import { dateText } from 'messages/format';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { type AuditActor, selectAuditPages } from '#machines/admin/admin.ts';
import type { AuditEntry } from '#machines/admin/calls.ts';
import { selectList } from '#machines/kit/collection.ts';
import {
  actTitle,
  AUDITED_ACTS,
  detailLines,
  outcomeTitle,
  wholeTitle,
} from '#machines/admin/rules/audit.ts';
import { type Column, DataTable } from '#src/components/data-table.tsx';
import { DateField, SelectField } from '#src/components/field.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { ManagedList } from '../manage-users/managed-list.tsx';
import { useAudit, useAuditQuery } from './hook.ts';
import { Id } from './id.tsx';

const TIME = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' } as const;

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
  const lines = [
    ...detailLines(before, after),
    ...(reason === null ? [] : [m.adminReason({ reason })]),
  ];
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
    header: m.adminWhenUtc(),
    cell: ({ at }) => <time dateTime={new Date(at).toISOString()}>{dateText(at, TIME)}</time>,
  },
  {
    key: 'by',
    header: m.adminWho(),
    cell: ({ by, address }) =>
      by === null ? (
        m.adminServer()
      ) : (
        <span title={address}>
          <Named {...by} />
        </span>
      ),
  },
  {
    key: 'act',
    header: m.adminWhat(),
    rowHeader: true,
    cell: ({ action, after }) => wholeTitle(action, after),
  },
  {
    key: 'target',
    header: m.adminTo(),
    cell: ({ action, status, target }) => {
      if (target === null) return '-';
      // The name of a deleted account is not stored.
      const isGone = action === 'deleteUser' && status === 200;
      return <Named {...target} name={target.name ?? (isGone ? 'Deleted account' : null)} />;
    },
  },
  {
    key: 'outcome',
    header: m.adminOutcome(),
    cell: ({ status, times }) => outcomeTitle(status, times),
  },
  { key: 'details', header: m.commonDetails(), cell: (entry) => <Details entry={entry} /> },
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
      words={{ title: m.adminActs(), loading: m.adminLoadingActs(), none: m.adminNoActs() }}
      searchLabel={m.adminNameEmailId()}
      search={address.person}
      onSearch={address.setPerson}
      filter={
        <>
          <SelectField
            label={m.adminAct()}
            value={action}
            onChange={(event) => address.setAction(event.currentTarget.value)}
          >
            <option value="">{m.adminEveryAct()}</option>
            {AUDITED_ACTS.map((name) => (
              <option key={name} value={name}>
                {actTitle(name)}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={m.adminShow()}
            value={address.kind}
            onChange={(event) =>
              address.setKind(event.currentTarget.value === 'all' ? 'all' : 'changes')
            }
          >
            <option value="changes">{m.adminChanges()}</option>
            <option value="all">{m.adminChangesReads()}</option>
          </SelectField>
          <DateField
            label={m.adminFromUtc()}
            value={from}
            onChange={(event) => address.setFrom(event.currentTarget.value)}
          />
          <DateField
            label={m.adminUtc()}
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
        caption={m.adminActsAdmins()}
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
