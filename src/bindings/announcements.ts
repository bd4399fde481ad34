import { useEffect, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AnnouncementsState } from '#src/effects/announcements.ts';
import { useRuntime } from './runtime.tsx';

/** Shows a line over whatever screen there is, for as long as banners stay. */
export function useBanner(): (text: string) => void {
  const { perform } = useRuntime();
  return (text) => perform({ type: 'banner', text, tone: 'plain' });
}

/**
 * Lets what charts emit reach the page: takes navigation through the router, and answers
 * the banner and the words to show. To be used once, by what frames every screen.
 */
export function useAnnouncements(): AnnouncementsState {
  const { navigation, announcements } = useRuntime();
  const navigate = useNavigate();
  useEffect(
    () => navigation.attach((to, email) => void navigate(to, { state: { email } })),
    [navigation, navigate],
  );
  return useSyncExternalStore(announcements.subscribe, announcements.state);
}
