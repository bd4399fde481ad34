import styles from './key-list.module.css';

/** A key, and what it does. */
export interface KeyRow {
  readonly key: string;
  readonly what: string;
}

/** The single keys of a screen. */
export const KeyList = ({ rows }: { readonly rows: readonly KeyRow[] }) => (
  <dl className={styles['keys']}>
    {rows.map(({ key, what }) => (
      <div key={key}>
        <dt>
          <kbd>{key}</kbd>
        </dt>
        <dd>{what}</dd>
      </div>
    ))}
  </dl>
);
