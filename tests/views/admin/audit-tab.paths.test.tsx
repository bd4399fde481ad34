import { type AuditQuery, auditMachine } from '#machines/admin/admin.ts';
import type { ReplyOf } from '#machines/contract/calls.ts';
import type { AuditEntry } from '#machines/admin/calls.ts';
import { AuditScreen } from '#src/screens/admin/audit-tab.tsx';
import { describeCollection } from '#tests/support/collection-paths.tsx';

const ENTRY: AuditEntry = {
  id: 'd1',
  at: Date.UTC(2030, 0, 1),
  by: { id: 'u1', name: 'Ada' },
  action: 'updateUser',
  target: { id: 'u2', name: 'Ann' },
  address: '127.0.0.1',
  status: 200,
  before: { role: 'Home Viewer' },
  after: { role: 'Admin' },
  reason: null,
};
const QUERY: AuditQuery = { person: '', action: '', from: '', to: '', reads: false, page: 1 };

describeCollection<AuditQuery, AuditEntry, ReplyOf<'adminAudit'>, null>('the audit tab', {
  machine: auditMachine,
  screen: (audit) => <AuditScreen audit={audit} />,
  query: QUERY,
  asked: { typed: { ...QUERY, person: 'ann' }, text: 'ann', paged: { ...QUERY, page: 2 } },
  searchLabel: 'Name, email or id',
  // The first of three pages.
  list: { entries: [ENTRY], total: 41 },
  rows: ['Change an account'],
  item: ENTRY,
  itemName: '',
  good: null,
  bad: null,
  fields: () => ({}),
  // The audit cannot be edited.
  faces: {},
});
