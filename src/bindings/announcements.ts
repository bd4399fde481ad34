import { useEffect, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
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
  useEffect(
    () => navigation.attach((to, email) => void navigate(to, { state: { email } })),
    [navigation, navigate],
  );
  return useSyncExternalStore(announcements.subscribe, announcements.state);
}
