/* This module is separate from the schemas, so that a phone can load it without them. */

/** Roles on the wire: 1 admin, 2 home viewer, 3 contestant. */
export const ROLE = { admin: 1, home: 2, contestant: 3 } as const;

/** The two audiences a question is released to. */
export const AUDIENCES = ['studio', 'home'] as const;
