import type { WindowState } from '#machines/answering/rules/schedule.ts';
import { StateBadge } from './badge.tsx';

/** The state of an audience's window as producers call it. */
export const WindowBadge = ({ state }: { readonly state: WindowState }) => (
  <StateBadge state={state}>{state === 'expired' ? 'Closed' : undefined}</StateBadge>
);
