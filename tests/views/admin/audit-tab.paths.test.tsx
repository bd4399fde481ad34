import { type AuditQuery, auditMachine } from '#machines/admin/admin.ts';
import type { ReplyOf } from '#machines/contract/calls.ts';
import type { AuditEntry } from '#machines/contract/entities.ts';
import { AuditScreen } from '#src/screens/admin/audit-tab.tsx';
import { AUDIT_ENTRY } from '#src/inspector/events/samples.ts';
import { describeCollection } from '#tests/support/collection-paths.tsx';

const QUERY: AuditQuery = { person: '', action: '', from: '', to: '', reads: false, page: 1 };

describeCollection<AuditQuery, AuditEntry, ReplyOf<'adminAudit'>, null>('the audit tab', {
  machine: auditMachine,
  screen: (audit) => <AuditScreen audit={audit} />,
  query: QUERY,
  asked: { typed: { ...QUERY, person: 'ann' }, text: 'ann', paged: { ...QUERY, page: 2 } },
  searchLabel: 'Name, email or id',
  // The first of three pages.
  list: { entries: [{ ...AUDIT_ENTRY, action: 'updateUser' }], total: 41 },
  rows: ['Change an account'],
  item: AUDIT_ENTRY,
  itemName: '',
  good: null,
  bad: null,
  fields: () => ({}),
  // Nothing of it can be changed.
  faces: {},
});
