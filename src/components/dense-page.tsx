import styles from './dense-page.module.css';
import { Page, type PageProps } from './layout.tsx';

/** A page of tables on which people work: lower rows and a smaller title where a mouse is used. */
export const DensePage = (props: PageProps) => <Page {...props} className={styles['dense']} />;
