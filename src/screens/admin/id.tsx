import { Verbatim } from '#src/components/verbatim.tsx';
import styles from './id.module.css';

/** An id in a table: on a desk its end alone, since ids begin alike; whole to read, copy and search. */
export function Id({ id }: { readonly id: string }) {
  return (
    <span className={styles['id']} title={id}>
      <Verbatim>{id}</Verbatim>
    </span>
  );
}
