import { charts, machines } from 'virtual:charts';
import type { InspectedApp } from 'chart-inspector/app';
import { InspectorPage } from 'chart-inspector/page/inspector';
import { useMemo } from 'react';
import { CALL_RIGHTS } from '#machines/contract/call-rights.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { useInspectorAccess } from '#src/bindings/public-config.ts';
import { useRuntime, useUser } from '#src/bindings/runtime.tsx';
import { linkButton } from '#src/components/button.tsx';
import { Cluster, Page } from '#src/components/layout.tsx';
import { Link } from '#src/components/link.tsx';
import { Note } from '#src/components/note.tsx';
import { ErrorNote, Skeleton } from '#src/components/states.tsx';
import { showNamesIn } from './names.ts';
import { serverTransport } from './transport.ts';

export const SHOW_APP: InspectedApp = {
  charts,
  machines,
  calls: Object.keys(CALL_RIGHTS).toSorted(),
  namesIn: showNamesIn,
};
export const UNREACHABLE = (
  <Note title="Phones can't reach this server">
    It only listens on this machine. Start it with <code>HOST=0.0.0.0 npm start</code>to see the
    address for phones on the same network here.
  </Note>
);

/** The inspector, for people who may inspect. */
export default function InspectView() {
  const { access, hosts, message, retry } = useInspectorAccess();
  const { origin, session, localInspector } = useRuntime();
  const user = useUser();
  const transport = useMemo(() => serverTransport(origin, session.token), [origin, session]);
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
        title="Inspecting is off"
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
  return (
    <InspectorPage
      app={SHOW_APP}
      transport={transport}
      local={localInspector}
      hosts={hosts}
      unreachable={UNREACHABLE}
      atlas="/inspect/atlas"
    />
  );
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
