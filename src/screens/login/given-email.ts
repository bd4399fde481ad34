import { useLocation } from 'react-router-dom';

/** The address that an earlier screen has handed over; '': none. Read by hand: schemas arrive after the first screen. */
export function useGivenEmail(): string {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}
