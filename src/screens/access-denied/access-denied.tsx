import Lock from 'lucide-react/icons/lock';
import { Link } from 'react-router-dom';
import { ROLE } from '#machines/contract/roles.ts';
import { contestantDenied, MESSAGES } from '#machines/contract/messages.ts';
import { useBrand, useUser } from '#src/bindings/runtime.tsx';
import { linkButton } from '#src/components/button.tsx';
import { Result } from '#src/components/result.tsx';

export default function AccessDeniedView() {
  const brand = useBrand();
  const user = useUser();
  return (
    <Result
      icon={<Lock />}
      tone="danger"
      title={MESSAGES.access.denied}
      words={
        <>
          <p>{MESSAGES.access.why}</p>
          {user?.role_id === ROLE.contestant && <p>{contestantDenied(brand)}</p>}
        </>
      }
      ways={
        <Link to="/" className={linkButton('primary')}>
          Go to Home
        </Link>
      }
    />
  );
}
