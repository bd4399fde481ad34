/**
 * Values under the labels that an admin reads: `{ name: 'Ann', role: 'Contestant' }`. Players appear by id, because their names
 * are deleted with their accounts.
 */
export type AuditState = Readonly<
  Record<string, string | number | boolean | null | readonly string[]>
>;

/** What an act changed and why, returned by the third argument of `inTransaction`. */
export interface AuditDetails {
  /** The target, if the path of the call has no id, such as a new account. */
  readonly target?: string;
  /** The target's name, kept after its deletion. Never a person's: their name is deleted with the account. */
  readonly name?: string;
  readonly before?: AuditState;
  readonly after?: AuditState;
  /** As the admin typed it. */
  readonly reason?: string;
}
