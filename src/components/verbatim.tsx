import type { ReactNode } from 'react';

/** What a person wrote: browsers do not translate it, and its direction is its own. */
export const Verbatim = ({ children }: { readonly children: ReactNode }) => (
  <bdi translate="no">{children}</bdi>
);
