import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { ROLE } from '#machines/contract/roles.ts';
import {
  Cluster,
  ErrorNote,
  linkButton,
  Note,
  Page,
  Skeleton,
  useInspectorAccess,
  useRuntime,
  useUser,
} from '../product.ts';
import { openInspectorLink } from '../link.ts';
import type { AddressProps } from './address.tsx';
import { codeIn, newCode } from './code.ts';
import { Inspector } from './inspector.tsx';
import { openWithOwn } from './session.ts';
import { useSession } from './use-session.ts';

/** Everything that runs in the windows of a code, where inspecting is on. */
export default function InspectView() {
  const { access, hosts, message, retry } = useInspectorAccess();
  const user = useUser();
  if (message !== null)
    return (
      <Page title="Inspector" width="text">
        <ErrorNote message={message} onRetry={retry} />
      </Page>
    );
  if (access === null)
    return (
      <Page title="Inspector">
        <Skeleton label="Loading the inspector" shapes={['line', 'card']} />
      </Page>
    );
  if (access === 'nobody')
    return (
      <Closed
        title="Inspecting is switched off"
        words="An admin can switch it on for four hours, in the Admin Dashboard."
      />
    );
  if (access === 'admins' && user?.role_id !== ROLE.admin)
    return (
      <Closed
        title="Inspecting is for admins"
        words={
          user === null
            ? 'Log in as an admin, then come back to this page.'
            : 'Log out, log in as an admin, then come back to this page.'
        }
        isSignedOut={user === null}
      />
    );
  return <Coded hosts={hosts} />;
}

interface ClosedProps {
  readonly title: string;
  readonly words: string;
  readonly isSignedOut?: boolean;
}
function Closed({ title, words, isSignedOut = false }: ClosedProps) {
  const user = useUser();
  return (
    <Page title="Inspector" width="text">
      <Note title={title}>{words}</Note>
      <Cluster>
        {isSignedOut && (
          <Link className={linkButton('primary')} to="/login">
            Login
          </Link>
        )}
        {user?.role_id === ROLE.admin && (
          <Link className={linkButton('primary')} to="/admin">
            Admin Dashboard
          </Link>
        )}
        <Link className={linkButton()} to="/inspect/atlas">
          The atlas of charts
        </Link>
      </Cluster>
    </Page>
  );
}

/** The code stands in the address, so that a reload keeps it. */
function Coded({ hosts }: Pick<AddressProps, 'hosts'>) {
  const [search, setSearch] = useSearchParams();
  const code = codeIn(search);
  useEffect(() => {
    if (code !== null) return;
    search.set('code', newCode());
    setSearch(search, { replace: true });
  }, [code, search, setSearch]);
  return code === null ? null : <Open key={code} code={code} hosts={hosts} />;
}

function Open({ code, hosts }: AddressProps) {
  const { origin, session: signedIn, inHouse } = useRuntime();
  const session = useSession((listener) =>
    openWithOwn(inHouse, listener, (others) =>
      openInspectorLink({ code, origin, token: signedIn.token, ...others }),
    ),
  );
  return <Inspector code={code} hosts={hosts} session={session} own={inHouse?.window ?? null} />;
}
