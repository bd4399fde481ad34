import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, useContext } from 'react';
import {
  type AppActor,
  selectAuth,
  selectConnection,
  selectQuestions,
  selectUser,
} from '#machines/app.ts';
import type { AuthActor } from '#machines/account/auth.ts';
import type { ConnectionActor } from '#machines/connection/connection.ts';
import type { Brand } from '#machines/contract/brand.ts';
import type { User } from '#machines/contract/entities.ts';
import type { QuestionsActor } from '#machines/answering/questions.ts';
import type { Runtime } from '#src/effects/runtime.ts';

/** The root actor and the page's effects, both created outside React. */
export interface Root {
  readonly app: AppActor;
  readonly runtime: Runtime;
}
const RootContext = createContext<Root | null>(null);

export function RootProvider(props: { readonly root: Root; readonly children: ReactNode }) {
  return <RootContext value={props.root}>{props.children}</RootContext>;
}

function useRoot(): Root {
  const root = useContext(RootContext);
  if (root === null) throw new Error('outside of RootProvider');
  return root;
}

/** The page's effects, for other bindings only: views must not use effects. */
export const useRuntime = (): Runtime => useRoot().runtime;
export const useApp = (): AppActor => useRoot().app;
export const useBrand = (): Brand => useRuntime().brand;

/** The signed-in user, or null. */
export const useUser = (): User | null => useSelector(useApp(), selectUser);

/** The signed-in user, on a screen that requires one. */
export function useSignedIn(): User {
  const user = useUser();
  if (user === null) throw new Error('nobody is signed in');
  return user;
}

/** Whether the last user was an admin, so that the page leaves room for the sidebar until the session is restored. */
export const useWasAdmin = (): boolean => useRuntime().session.wasAdmin();

export function useAuth(): AuthActor {
  const auth = useSelector(useApp(), selectAuth);
  if (!auth) throw new Error('the root actor is not running');
  return auth;
}
/** Null while signed out. */
export const useConnection = (): ConnectionActor | null => useSelector(useApp(), selectConnection);
/** Null while signed out. */
export const useQuestions = (): QuestionsActor | null => useSelector(useApp(), selectQuestions);
