import ArrowLeft from 'lucide-react/icons/arrow-left';
import Maximize from 'lucide-react/icons/maximize';
import { Link } from 'react-router-dom';
import { ROLE } from '#machines/contract/roles.ts';
import { useFullscreen } from './hook.ts';
import { useLiveKeys } from '#src/bindings/live-keys.ts';
import { useUser } from '#src/bindings/runtime.tsx';
import { Button, linkButton } from '#src/components/button.tsx';
import styles from './gameshow.module.css';

/** For who sets the machine up; seen with the cursor or the focus only. */
export function Controls() {
  const user = useUser();
  const { isFull, toggle } = useFullscreen();
  useLiveKeys({});
  return (
    <div className={styles['controls']}>
      {user?.role_id === ROLE.admin && (
        <Link to="/que-cards" className={linkButton()}>
          <ArrowLeft />
          Que Cards
        </Link>
      )}
      {toggle !== null && (
        <Button icon={<Maximize />} shortcut="F" onClick={toggle}>
          {isFull ? 'Leave full screen' : 'Full screen'}
        </Button>
      )}
    </div>
  );
}
