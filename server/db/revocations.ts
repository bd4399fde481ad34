/** A statement that ends what a table of the store lets people in with. */
interface Revocation {
  readonly table: string;
  readonly statement: string;
}

/**
 * Ends every way in that a restored backup holds: tokens, links, mailed secrets and the mails that carry them. It may have
 * been revoked since the backup was made, and the backup does not say so. `version` (of a restore, epoch s) is beyond what
 * counting new passwords reaches, so that tokens issued since the backup are over too.
 * The backup of an earlier version lacks some of the tables; `nameOf` gives the full name of one that is there.
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
  {
    table: 'show_page',
    statement: `update ${nameOf('show_page')} set link_id = null, link_hash = null,
      link_created_at = null, link_created_by = null`,
  },
  { table: 'inspector', statement: `update ${nameOf('inspector')} set open_until = null` },
];
