import type { VerificationLink } from '#machines/account/email-verification.ts';
import { provideEmailVerification } from './ports.ts';
import { useScreen } from '#src/bindings/screen.ts';

/** Verifies the link that this page was opened with. */
export const useEmailVerification = (link: VerificationLink) =>
  useScreen(provideEmailVerification, link);
