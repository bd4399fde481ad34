/**
 * Values by the names that an admin reads: `{ name: 'Ann', role: 'Contestant' }`. Players are named by their ids: names
 * go with their accounts.
 */
export type AuditState = Readonly<
  Record<string, string | number | boolean | null | readonly string[]>
>;

/** What an act changed and why, for the audit, as the third argument of `inTransaction` makes it. */
export interface AuditDetails {
  /** What it was done to, where the path of the call has no id: an account that was made. */
  readonly target?: string;
  /** The target's name, kept after its deletion. Never a person's: their name is deleted with the account. */
  readonly name?: string;
  readonly before?: AuditState;
  readonly after?: AuditState;
  /** As the admin typed it. */
  readonly reason?: string;
}
