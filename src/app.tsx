import { useSelector } from '@xstate/react';
import { type ReactNode, Suspense } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { selectIsBroken, selectIsStarting } from '#machines/app.ts';
import { selectIsArriving } from '#machines/auth.ts';
import { showPath } from '#machines/contract/brand.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { routeAccess } from '#machines/rules/access.ts';
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
import { accessDenied, notFound, show, type View } from './routes.tsx';
import ShellView from './views/shell/shell.tsx';

export interface AppProps {
  readonly root: Root;
  /** By path. */
  readonly screens: Readonly<Record<string, View>>;
}

/** The whole page around the root actor, which is made outside React. */
export function App({ root, screens }: AppProps) {
  return (
    <RootProvider root={root}>
      <BrowserRouter>
        <ShellView>
          <Safely>
            <Screens screens={screens} />
          </Safely>
        </ShellView>
      </BrowserRouter>
    </RootProvider>
  );
}

const LOADING = <Skeleton label="Loading" shapes={['heading', 'card', 'card']} />;

function Safely({ children }: { readonly children: ReactNode }) {
  const { log } = useRuntime();
  const { pathname } = useLocation();
  return (
    <ErrorBoundary place={pathname} onError={(error) => log('view', error)}>
      <Suspense fallback={LOADING}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** The screen of the path, if the visitor may see it (specification §2, §6). */
function Screens({ screens }: Pick<AppProps, 'screens'>) {
  const app = useApp();
  const user = useUser();
  const brand = useBrand();
  const { pathname } = useLocation();
  const isStarting = useSelector(app, selectIsStarting);
  const isArriving = useSelector(useAuth(), selectIsArriving);

  if (useSelector(app, selectIsBroken)) throw new Error(MESSAGES.session.failed);
  if (isStarting) return LOADING;
  const access = routeAccess(pathname, user?.role_id ?? null, brand.slug);
  if ('redirect' in access) return <Navigate to={access.redirect} replace />;
  if ('denied' in access) return <accessDenied.Screen />;
  // Whoever is signed in, for instance by another tab, has nothing to do at the login.
  if (user !== null && !isArriving && pathname === '/login') return <Navigate to="/" replace />;
  return (
    <Routes>
      {Object.entries(screens).map(([path, { Screen }]) => (
        <Route key={path} path={path} element={<Screen />} />
      ))}
      <Route path={showPath(brand)} element={<show.Screen />} />
      <Route path="*" element={<notFound.Screen />} />
    </Routes>
  );
}
