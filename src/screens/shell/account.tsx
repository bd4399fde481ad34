import { m } from 'messages';
import LogOut from 'lucide-react/icons/log-out';
import Mic from 'lucide-react/icons/mic';
import { playerWord } from '#machines/contract/brand.ts';
import type { User } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { useAuth, useBrand } from '#src/bindings/runtime.tsx';
import { Badge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { NavLink } from '#src/components/link.tsx';
import { slot, withElements } from '#src/components/slots.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import styles from './shell.module.css';

/** The signed-in user: a contestant's badge, profile, logout. */
export function Account({ user }: { readonly user: User }) {
  const brand = useBrand();
  const auth = useAuth();
  return (
    <>
      {user.role_id === ROLE.contestant && (
        <Badge tone="studio" icon={<Mic />}>
          {playerWord(brand)}
        </Badge>
      )}
      <NavLink to="/profile">
        <span className={styles['welcome']}>
          {withElements(m.shellWelcome({ name: slot(0) }), <Verbatim>{user.name}</Verbatim>)}
        </span>
      </NavLink>
      <Button icon={<LogOut />} onClick={() => auth.send({ type: 'auth.signOut' })}>
        {m.shellLogout()}
      </Button>
    </>
  );
}
