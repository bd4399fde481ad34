import { m } from 'messages';
import ExternalLink from 'lucide-react/icons/external-link';
import { useSelector } from '@xstate/react';
import { type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { selectIsStarting } from '#machines/app.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { selectActiveCount } from '#machines/answering/questions.ts';
import { useAnnouncements } from '#src/bindings/announcements.ts';
import { HeaderLanguage } from '#src/bindings/language-choice.load.tsx';
import { liveBar } from '#src/routes.tsx';
import { useApp, useBrand, useQuestions, useUser, useWasAdmin } from '#src/bindings/runtime.tsx';
import { type ProducerActors, ProducerActorsContext } from '#src/bindings/producer-actors.ts';
import { AppShell, Footer, Header, Sidebar } from '#src/components/app-shell.tsx';
import { Link, NavLink } from '#src/components/link.tsx';
import { Banner, LiveRegion } from '#src/components/live-region.tsx';
import { Account } from './account.tsx';
import { RouteFocus } from './route-focus.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import { adminLinks, FOOTER_LINKS, mainLinks, type ShellLink } from './links.ts';
import { titleOf } from './title.ts';

const ways = (links: readonly ShellLink[]): ReactNode =>
  links.map(({ to, label, newTab }) => (
    <NavLink
      key={to}
      to={to}
      {...(newTab === true && { target: '_blank', title: m.shellOpensNewTab() })}
    >
      {label}
      {newTab === true && <ExternalLink />}
    </NavLink>
  ));

/** The paths of the main page and of the screens with which a producer runs a show. */
const RUNNING = /^\/(?:$|control|grouping|run-sheet)/iu;

/** The frame of every screen, with banner and announcements. `children`: the screen. */
export default function ShellView({ children }: { readonly children: ReactNode }) {
  const brand = useBrand();
  const user = useUser();
  const isStarting = useSelector(useApp(), selectIsStarting);
  const wasAdmin = useWasAdmin();
  const isLive = useSelector(
    useQuestions() ?? undefined,
    (snapshot) => snapshot !== undefined && selectActiveCount(snapshot) > 0,
  );
  const { banner, polite, assertive } = useAnnouncements();
  const { pathname } = useLocation();
  const roleId = user?.role_id ?? null;
  // No sidebar beside the inspector and its atlas, which need the whole width.
  const isInspector = pathname.startsWith('/inspect');
  const isProducer = !isInspector && (roleId === ROLE.admin || (isStarting && wasAdmin));
  /** A producer who is no admin has the live bar only on the screens that run the show. */
  const isRunning = user?.produces === true && RUNNING.test(pathname);
  const [actors, setActors] = useState<ProducerActors | null>(null);
  return (
    <AppShell
      header={
        <Header
          brand={<Link to="/">{brand.name}</Link>}
          live={isLive}
          // No links until the session is restored, which takes an instant, as they could be wrong.
          nav={isStarting ? null : ways(mainLinks(user))}
          language={<HeaderLanguage />}
          account={user === null ? undefined : <Account user={user} />}
        />
      }
      sidebar={
        isProducer ? (
          <Sidebar label={m.commonAdmin()} waiting={isStarting} at={pathname}>
            {ways(adminLinks(brand))}
          </Sidebar>
        ) : undefined
      }
      live={
        isProducer || isRunning ? (
          <Suspense fallback={null}>
            {(roleId === ROLE.admin || isRunning) && <liveBar.Screen onActors={setActors} />}
          </Suspense>
        ) : undefined
      }
      strip={<ConnectionStatus />}
      footer={<Footer>{ways(FOOTER_LINKS)}</Footer>}
      announcements={
        <>
          <Banner message={banner?.text ?? null} tone={banner?.tone} />
          <LiveRegion polite={polite} assertive={assertive} />
        </>
      }
    >
      <title>{titleOf(pathname, user, brand)}</title>
      <ProducerActorsContext value={actors}>{children}</ProducerActorsContext>
      <RouteFocus />
    </AppShell>
  );
}
