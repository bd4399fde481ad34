import type { ReactNode } from 'react';

/** Text written by a person: browsers do not translate it, and it has a text direction of its own. */
export const Verbatim = ({ children }: { readonly children: ReactNode }) => (
  <bdi translate="no">{children}</bdi>
);
