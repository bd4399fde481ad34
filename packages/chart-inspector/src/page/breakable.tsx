import { Fragment } from 'react';

/** A name that may wrap after dots and slashes and before capitals. */
export function Breakable({ text }: { readonly text: string }) {
  const parts = text.replaceAll(/[./]|[a-z](?=[A-Z])/gu, '$&\n').split('\n');
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts have no identity except their index
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
