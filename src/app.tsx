import { m } from 'messages';
import { useSelector } from '@xstate/react';
import {
  type ReactNode,
  type RefObject,
  StrictMode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { BrowserRouter, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { selectIsBroken, selectIsStarting } from '#machines/app.ts';
import { selectIsRedirecting } from '#machines/account/auth.ts';
import {
  HOME_PATH,
  isStageScreenPath,
  routeAccess,
  linkKeyOf,
  SIGN_IN_PATH,
} from '#machines/account/rules/access.ts';
import {
  type Root,
  RootProvider,
  useApp,
  useAuth,
  useBrand,
  useRuntime,
  useUser,
} from '#src/bindings/runtime.tsx';
import { Skeleton } from '#src/components/states.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { accessDenied, notFound, screenAt, show, type View } from './routes.tsx';
import { focusHeading } from './screens/shell/route-focus.tsx';
import ShellView from './screens/shell/shell.tsx';

export interface AppProps {
  readonly root: Root;
  /** The screens, by path. */
  readonly screens: Readonly<Record<string, View>>;
}

/** The whole page around the root actor, which is created outside React. */
export function App({ root, screens }: AppProps) {
  return (
    <StrictMode>
      {/* The frame itself can fail, too; the page must never be blank. */}
      <ErrorBoundary resetKey="frame" onError={(error) => root.runtime.log('frame', error)}>
        <RootProvider root={root}>
          {/* No transitions: they would keep the old screen visible after a press, as if nothing had happened. */}
          <BrowserRouter useTransitions={false}>
            <Page screens={screens} />
          </BrowserRouter>
        </RootProvider>
      </ErrorBoundary>
    </StrictMode>
  );
}

const LOADING = <Skeleton label={m.commonLoading()} shapes={['heading', 'card', 'card']} />;

/** The fallback while a screen's code loads. Its heading holds the focus until the screen's heading can take it. */
function Arriving() {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const own = heading.current;
    return () => {
      if (document.activeElement === own) queueMicrotask(focusHeading);
    };
  }, []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        {useBrand().name}
      </h1>
      {LOADING}
    </>
  );
}

interface SafelyProps {
  /** Shown while the screen's code loads. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

function Safely({ fallback, children }: SafelyProps) {
  const { log } = useRuntime();
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname} onError={(error) => log('view', error)}>
      {/* The key unmounts the old screen at once; otherwise it would stay, hidden, until the new screen is ready. */}
      <Suspense key={pathname} fallback={fallback}>
        {children}
      </Suspense>
    </ErrorBoundary>
  );
}

/** The stage screen has the whole window; every other screen is inside the frame. */
function Page({ screens }: Pick<AppProps, 'screens'>) {
  const { pathname, search, hash } = useLocation();
  const user = useUser();
  const { slug } = useBrand();
  const isStarting = useSelector(useApp(), selectIsStarting);
  const isOpen = 'allow' in routeAccess(pathname, user, slug, linkKeyOf(hash));
  const lastPath = useRef(HOME_PATH);
  useEffect(() => {
    if (user !== null && pathname !== SIGN_IN_PATH) lastPath.current = pathname + search;
  }, [user, pathname, search]);
  // Renders nothing (a dark page) until it is known whether the visitor is an admin.
  if (isStageScreenPath(pathname, slug) && !isOpen && isStarting) return null;
  if (isStageScreenPath(pathname, slug) && isOpen)
    return (
      <Safely fallback={null}>
        <show.Screen />
      </Safely>
    );
  return (
    <ShellView>
      <Safely fallback={<Arriving />}>
        <Screens screens={screens} lastPath={lastPath} />
      </Safely>
    </ShellView>
  );
}

interface ScreensProps extends Pick<AppProps, 'screens'> {
  /** The page that this tab last showed with a session. */
  readonly lastPath: RefObject<string>;
}

/** After a sign-in by another tab, returns to the page `lastPath` if the user may see it. */
function Return({ lastPath }: Pick<ScreensProps, 'lastPath'>) {
  const { slug } = useBrand();
  const user = useUser();
  const navigate = useNavigate();
  useEffect(() => {
    const [pathname = HOME_PATH] = lastPath.current.split('?');
    const isTheirs = 'allow' in routeAccess(pathname, user, slug);
    void navigate(isTheirs ? lastPath.current : HOME_PATH, { replace: true });
  }, [lastPath, navigate, user, slug]);
  return null;
}

/** The screen of the path, if the visitor may see it (specification §2, §6). */
function Screens({ screens, lastPath }: ScreensProps) {
  const app = useApp();
  const user = useUser();
  const brand = useBrand();
  const { pathname } = useLocation();
  const isStarting = useSelector(app, selectIsStarting);
  const isArriving = useSelector(useAuth(), selectIsRedirecting);

  if (useSelector(app, selectIsBroken)) throw new Error(m.sessionFailed());
  if (isStarting) return LOADING;
  const access = routeAccess(pathname, user, brand.slug);
  if ('redirect' in access) return <Navigate to={access.redirect} replace />;
  if ('denied' in access) return <accessDenied.Screen />;
  // A user who is already signed in, for instance by another tab, skips the login.
  if (user !== null && !isArriving && pathname === SIGN_IN_PATH)
    return <Return lastPath={lastPath} />;
  // The router's `Routes` would add the code of its data routes to the first load (2 KiB).
  const { Screen } = screenAt(screens, pathname) ?? notFound;
  return <Screen />;
}
