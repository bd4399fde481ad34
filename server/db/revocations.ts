/** A statement that revokes the access that rows of a table grant. */
interface Revocation {
  readonly table: string;
  readonly statement: string;
}

/**
 * Revokes all access that a restored backup grants: tokens, links, mailed secrets and the mails that contain them,
 * because the backup does not know what was revoked after it was made. `version` (epoch s of the restore) is above any
 * token version, so that tokens issued since the backup end too. `nameOf` returns the full name of a table; an older
 * backup lacks some tables.
 */
export const revocations = (
  nameOf: (table: string) => string,
  version: number,
): readonly Revocation[] => [
  {
    table: 'user',
    statement: `update ${nameOf('user')} set pending_email = null, token_version =
      case when token_version < ${version} then ${version} else token_version + 1 end`,
  },
  { table: 'mail_token', statement: `delete from ${nameOf('mail_token')}` },
  { table: 'mail', statement: `delete from ${nameOf('mail')}` },
  { table: 'control_token', statement: `delete from ${nameOf('control_token')}` },
  // Backups from before each show had its own stage have the table `show_page` instead.
  ...['stage', 'show_page'].map((table) => ({
    table,
    statement: `update ${nameOf(table)} set link_id = null, link_hash = null,
      link_created_at = null, link_created_by = null`,
  })),
  { table: 'inspector', statement: `update ${nameOf('inspector')} set open_until = null` },
];
