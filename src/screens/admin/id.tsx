import { Verbatim } from '#src/components/verbatim.tsx';
import styles from './id.module.css';

/**
 * An id in a table. A desktop only shows its end, as ids start alike; reading aloud, copying and searching use the whole id.
 */
export function Id({ id }: { readonly id: string }) {
  return (
    <span className={styles['id']} title={id}>
      <Verbatim>{id}</Verbatim>
    </span>
  );
}
