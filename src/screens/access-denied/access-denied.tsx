import { m } from 'messages';
import Lock from 'lucide-react/icons/lock';
import { ROLE } from '#machines/contract/roles.ts';
import { useBrand, useUser } from '#src/bindings/runtime.tsx';
import { linkButton } from '#src/components/button.tsx';
import { Link } from '#src/components/link.tsx';
import { Result } from '#src/components/result.tsx';

export default function AccessDeniedView() {
  const brand = useBrand();
  const user = useUser();
  return (
    <Result
      icon={<Lock />}
      tone="danger"
      title={m.accessDenied()}
      words={
        <>
          <p>{m.accessWhy()}</p>
          {user?.role_id === ROLE.contestant && <p>{m.deniedToContestant({ name: brand.name })}</p>}
        </>
      }
      ways={
        <Link to="/" className={linkButton('primary')}>
          {m.accessDeniedGoHome()}
        </Link>
      }
    />
  );
}
