import type { VerificationLink } from '#machines/email-verification.ts';
import { provideEmailVerification } from '#src/effects/provide/email-verification.ts';
import { useScreen } from './screen.ts';

/** The verification of the link that this page was opened with. */
export const useEmailVerification = (link: VerificationLink) =>
  useScreen(provideEmailVerification, link);
