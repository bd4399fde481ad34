import { useLocation } from 'react-router-dom';

/**
 * The address passed on by the previous screen; '' if none. Checked by hand, as the schemas load after the first
 * screen.
 */
export function useGivenEmail(): string {
  const state: unknown = useLocation().state;
  if (typeof state !== 'object' || state === null || !('email' in state)) return '';
  return typeof state.email === 'string' ? state.email : '';
}
