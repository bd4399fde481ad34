import { Fragment } from 'react';
import styles from './address.module.css';

/** Parts of an address after which a line may break. */
const PARTS = /[^@.]*[@.]|[^@.]+/g;
/** Number of characters that fit every column. */
const ROOM = 24;

/** An e-mail address that breaks after `@` and dots. Copying gives the whole address. */
export function Address({ children }: { readonly children: string }) {
  return (
    <bdi className={styles['address']} translate="no">
      {(children.match(PARTS) ?? []).map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a part is its place in the address
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part.length > ROOM ? <span className={styles['long']}>{part}</span> : part}
        </Fragment>
      ))}
    </bdi>
  );
}
