/**
 * Values by the labels that an admin reads: `{ name: 'Ann', role: 'Contestant' }`. Players appear by id, because their
 * names are deleted with their accounts.
 */
export type AuditState = Readonly<
  Record<string, string | number | boolean | null | readonly string[]>
>;

/** What an act changed and why, returned by the third argument of `inTransaction`. */
export interface AuditDetails {
  /** Id of the target, if the path of the call contains none, such as for a new account. */
  readonly target?: string;
  /**
   * The target's name, kept after the target is deleted. Never a person's name, which must be deleted with the account.
   */
  readonly name?: string;
  readonly before?: AuditState;
  readonly after?: AuditState;
  /** The reason as the admin typed it. */
  readonly reason?: string;
}
