import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';

const givenSchema = z.object({ email: z.string() });

/** The address that whoever led here has given, e.g. one that has just been verified; empty: none. */
export function useGivenEmail(): string {
  const { state } = useLocation();
  return givenSchema.safeParse(state).data?.email ?? '';
}
