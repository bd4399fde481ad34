import { useState, useSyncExternalStore } from 'react';
import {
  createSession,
  type LinkListener,
  type Link,
  type Session,
  type SessionState,
} from './session.ts';

/** A session of this screen; `open` is taken once. */
export function useSession(open: (listener: LinkListener) => Link): Session {
  const [session] = useState(() => createSession(open));
  return session;
}

export const useSessionState = (session: Session): SessionState =>
  useSyncExternalStore(session.subscribe, session.state);
