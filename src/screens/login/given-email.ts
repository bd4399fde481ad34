import { useLocation } from 'react-router-dom';

/** The address passed on by an earlier screen; '' if none. Parsed by hand, because schemas load after the first screen. */
export function useGivenEmail(): string {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}
