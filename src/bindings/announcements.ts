import { useEffect, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { HOME_PATH } from '#machines/account/rules/access.ts';
import type { AnnouncementsState } from '#src/effects/announcements.ts';
import { useRuntime } from './runtime.tsx';

/** Shows a banner over any screen for the time that banners stay. */
export function useBanner(): (text: string) => void {
  const { perform } = useRuntime();
  return (text) => perform({ type: 'banner', text, tone: 'plain' });
}

/**
 * Connects the charts' emitted events to the page: navigation goes through the router; returns the current banner and
 * announcement. Used once, by the frame of all screens.
 */
export function useAnnouncements(): AnnouncementsState {
  const { navigation, announcements } = useRuntime();
  const navigate = useNavigate();
  const isJoining = useLocation().pathname.startsWith('/join');
  useEffect(
    () =>
      navigation.attach((to, email) => {
        // Joining that leads to the main page is done: the browser's Back does not return to its form.
        void navigate(to, { state: { email }, replace: isJoining && to === HOME_PATH });
      }),
    [navigation, navigate, isJoining],
  );
  return useSyncExternalStore(announcements.subscribe, announcements.state, announcements.state);
}
