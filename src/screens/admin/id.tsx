import { Verbatim } from '#src/components/verbatim.tsx';
import styles from './id.module.css';

/**
 * An id in a table. On a desktop only its end is visible, as ids start alike; the whole id is read aloud, copied and
 * searched.
 */
export function Id({ id }: { readonly id: string }) {
  return (
    <span className={styles['id']} title={id}>
      <Verbatim>{id}</Verbatim>
    </span>
  );
}
